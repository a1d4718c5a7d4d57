import EffectCore
import SensordCore
import Testing

@Suite struct SamplingTests {
    @Test func samplesAtTheStartAndOnTheGrid() {
        let world = FakeWorld()
        world.advance(to: 350)
        #expect(world.samples == [0, 100, 200, 300])
        #expect(world.state.sampling.samples == 4)
    }

    @Test func theLagIsMeasuredAgainstTheDeadline() {
        let world = FakeWorld()
        world.clock.stall(for: .milliseconds(130))
        world.advance(to: 130)
        world.advance(to: 200)
        #expect(
            world.state.sampling.lag.values == [.zero, .milliseconds(30), .zero])
    }

    @Test func samplesThatAreLeftOutAreCounted() {
        let world = FakeWorld()
        world.clock.stall(for: .milliseconds(370))
        world.advance(to: 400)
        #expect(world.samples == [0, 370, 400])
        #expect(world.state.sampling.missed == 2)
    }

    @Test func aLastingFailureIsSaidOnce() {
        let world = FakeWorld()
        world.advance(to: 50)
        world.reading = .failure(.malformed(path: "/x", expected: "number"))
        world.advance(to: 350)
        world.reading = .success(Reading(value: 1))
        world.advance(to: 450)
        world.reading = .failure(.malformed(path: "/x", expected: "number"))
        world.advance(to: 650)
        let failures = world.events.filter { $0 == "no sample: read /x: holds no number" }
        #expect(failures.count == 2)
        #expect(world.state.sampling.samples == 2)
    }

    @Test func theStatusIsThrottledAndTheLastOneIsNotLost() {
        let world = FakeWorld { $0.status = .milliseconds(250) }
        world.advance(to: 1_000)
        #expect(world.statusTimes == [0, 250, 500, 750, 1_000])
    }

    @Test func theStatusTellsStateValueHistoryAndLag() {
        let world = FakeWorld { $0.status = .zero }
        world.reading = .success(Reading(value: 34.56, detail: "fan on"))
        world.advance(to: 100)
        #expect(
            world.lastLine == "sampling  heat 34.6 °C  fan on  ▁█  lag p50 0s p99 0s")
    }

    @Test func itEndsByItselfAfterTheDuration() {
        let world = FakeWorld(duration: .milliseconds(250))
        world.advance(to: 1_000)
        #expect(world.samples == [0, 100, 200])
        #expect(world.words.last == .finish(250))
        #expect(!world.clock.hasPendingWork)
    }
}
