import EffectCore
import Glibc
import SensordCore
import Testing

@Suite struct EndingTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalLetsGoOfEverything(_ signal: Int32) {
        let world = FakeWorld(duration: .seconds(60))
        world.advance(to: 150)
        #expect(world.signals.watched == [SIGHUP, SIGINT, SIGUSR1, SIGTERM].sorted())
        world.signals.send(signal)
        #expect(world.store.effects.isEmpty)
        #expect(!world.clock.hasPendingWork)
        #expect(world.descriptors.watchCount == 0)
        #expect(world.signals.watched.isEmpty)
        #expect(world.words.last == .finish(150))
    }

    @Test func whatIsHeldBackIsSaidFirst() {
        let world = FakeWorld { $0.status = .seconds(10) }
        world.advance(to: 150)
        world.edge()
        world.signals.send(SIGTERM)
        #expect(
            world.words.suffix(3) == [
                .event(150, "contact: pressed at the end"), .status(150), .finish(150),
            ])
        #expect(world.state.contact.presses == 1)
        #expect(
            world.lastLine
                == "ended: samples 2, missed 0, lag p50 0s p99 0s, "
                + "contact presses 1, edges 1")
    }

    @Test func withNothingHeldBackOnlyTheSummaryIsSaid() {
        let world = FakeWorld { $0.status = .zero }
        world.advance(to: 150)
        let before = world.words.count
        world.signals.send(SIGTERM)
        #expect(world.words.count == before + 1)
    }

    @Test func whatIsQueuedWhenTheEndComesStartsNothing() {
        let world = FakeWorld(printFailure: .fake("broken pipe"), value: 99)
        #expect(world.state.mode == .ending)
        #expect(world.store.effects.isEmpty)
        #expect(!world.clock.hasPendingWork)
    }

    @Test func withoutAReaderItEndsInSilence() {
        let world = FakeWorld { $0.status = .zero }
        world.advance(to: 50)
        let before = world.words
        world.printFailure = .fake("broken pipe")
        world.advance(to: 500)
        #expect(world.words == before)
        #expect(world.samples == [0, 100])
        #expect(world.state.outputFailure == .fake("broken pipe"))
        #expect(world.store.effects.isEmpty)
        #expect(!world.clock.hasPendingWork)
    }
}
