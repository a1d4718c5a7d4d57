import EffectCore
import EffectTesting
import Testing

@Suite struct DelayTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    @Test func anEffectStartsAfterItsDelay() {
        let log = Log()
        let harness = Harness([
            "X": Effect<String>.probe("p", log, for: milliseconds(100))
                .delay(for: milliseconds(500))
        ])
        let task = harness.send("X")
        harness.advance(to: 499)
        #expect(log.entries.isEmpty)
        #expect(harness.store.effects.map(\.kind) == [.delayed])
        harness.advance(to: 500)
        #expect(log.entries == ["p.start"])
        harness.advance(to: 600)
        #expect(log.entries == ["p.start", "p.finish"])
        #expect(task.isFinished)
    }

    @Test(arguments: [0, -100]) func zeroAndLessMeanTheNextTurn(time: Int) {
        let harness = Harness([
            "X": .merge(Effect.just("a").delay(for: milliseconds(time)), .just("b")),
            "Y": .after(milliseconds(time), "c"),
        ])
        harness.send("X")
        harness.send("Y")
        harness.expect([(0, "X"), (0, "b"), (0, "Y")])
        harness.clock.runUntilIdle()
        harness.expect([(0, "X"), (0, "b"), (0, "Y"), (0, "a"), (0, "c")])
    }

    @Test func delaysAddUp() {
        let effect = Self.after(10, "a").delay(for: milliseconds(100)).delay(
            for: milliseconds(1000))
        #expect(timeline(of: effect) == ["1110:a", "1110:|"])
    }

    @Test func anIDOutsideTheDelayReachesTheWaitAndTheEffect() {
        let effect = Self.after(100, "a").delay(for: milliseconds(100)).cancellable(id: "k")
        for time in [50, 150, 250] {
            let harness = Harness(["X": effect, "stop": .cancel(id: "k")])
            let task = harness.send("X")
            harness.advance(to: time)
            harness.send("stop")
            #expect(task.isFinished)
            harness.clock.run()
            let a: [(Int, String)] = time == 250 ? [(200, "a")] : []
            harness.expect([(0, "X")] + a + [(time, "stop")])
        }
    }

    @Test func anIDInsideTheDelayIsHeldFromItsStartOn() {
        let effect = Self.after(100, "a").cancellable(id: "k").delay(for: milliseconds(100))
        let harness = Harness(["X": effect, "stop": .cancel(id: "k")])
        harness.send("X")
        harness.advance(to: 50)
        #expect(!harness.store.isInFlight(id: "k"))
        harness.send("stop")
        harness.advance(to: 150)
        #expect(harness.store.isInFlight(id: "k"))
        harness.clock.run()
        harness.expect([(0, "X"), (50, "stop"), (200, "a")])
    }

    @Test func aDelayedDisplacerActsWhenItStarts() {
        let harness = Harness([
            "X": .merge(
                Self.after(300, "old").cancellable(id: "k"),
                Self.after(10, "new").cancellable(id: "k", cancelInFlight: true)
                    .delay(for: milliseconds(100)),
                Self.after(90, "older").cancellable(id: "k"))
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (90, "older"), (110, "new")])
    }

    @Test func aDelayedChainKeepsItsOrder() {
        let chain = Effect.concatenate(Self.after(10, "a"), .just("b")).delay(
            for: milliseconds(5))
        #expect(
            timeline(of: .concatenate(chain, chain))
                == ["15:a", "15:b", "30:a", "30:b", "30:|"])
    }

    @Test func equalDeadlinesGoByRegistration() {
        let effect = Effect.merge(
            Effect.just("a").delay(for: milliseconds(100)), Self.after(100, "b"),
            Effect.run { send in send.after(milliseconds(100)) { send("c") } },
            Effect.just("d").delay(for: milliseconds(100)),
            .concatenate(.sleep(for: milliseconds(100)), .just("e")))
        #expect(
            timeline(of: effect)
                == ["100:a", "100:b", "100:c", "100:d", "100:e", "100:|"])
    }
}
