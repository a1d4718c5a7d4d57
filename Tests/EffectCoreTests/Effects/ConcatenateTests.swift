import EffectCore
import EffectTesting
import Testing

@Suite struct ConcatenateTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    // CAT-01, CAT-18
    @Test func stepsRunOneAfterAnother() {
        let effect = Effect.concatenate(
            Self.after(1000, "1"), Self.after(2000, "2"), Self.after(3000, "3"))
        #expect(timeline(of: effect) == ["1000:1", "3000:2", "6000:3", "6000:|"])
    }

    // CAT-02
    @Test func noneIsItsNeutralElement() {
        let effect = Self.after(100, "a")
        let expected = ["100:a", "100:|"]
        #expect(timeline(of: .concatenate(.none, effect)) == expected)
        #expect(timeline(of: .concatenate(effect, .none)) == expected)
        #expect(timeline(of: .concatenate(effect)) == expected)
        #expect(timeline(of: effect.concatenate(with: .none)) == expected)
        #expect(timeline(of: Effect.none.concatenate(with: effect)) == expected)
        let harness = Harness(["X": .concatenate(), "Y": .concatenate(.none, .none)])
        #expect(harness.send("X").isFinished)
        #expect(harness.send("Y").isFinished)
        #expect(harness.store.tableCounts.nodes == 0)
    }

    // CAT-02
    @Test(arguments: 1...60) func groupingDoesNotMatter(seed: UInt64) {
        var maker = EffectMaker(seed: seed)
        let (a, b, c) = (
            maker.effect(depth: 3), maker.effect(depth: 3), maker.effect(depth: 3)
        )
        let flat = timeline(of: .concatenate(a, b, c))
        #expect(timeline(of: .concatenate(.concatenate(a, b), c)) == flat, "seed \(seed)")
        #expect(timeline(of: .concatenate(a, .concatenate(b, c))) == flat, "seed \(seed)")
        #expect(timeline(of: a.concatenate(with: b).concatenate(with: c)) == flat, "seed \(seed)")
        #expect(timeline(of: a.concatenate(with: b.concatenate(with: c))) == flat, "seed \(seed)")
    }

    // CAT-04
    @Test func nestedChainsAndMergesDrainInOrder() {
        let harness = Harness([
            "a": .merge(
                .run { send in
                    send.after(milliseconds(1000)) {
                        send("b1")
                        send("c1")
                    }
                },
                .never.cancellable(id: 1)),
            "b1": .concatenate(.just("b2"), .just("b3")),
            "c1": .concatenate(.just("c2"), .just("c3")),
            "d": .cancel(id: 1),
        ])
        let task = harness.send("a")
        harness.advance(to: 1000)
        harness.expect([
            (0, "a"), (1000, "b1"), (1000, "b2"), (1000, "b3"), (1000, "c1"), (1000, "c2"),
            (1000, "c3"),
        ])
        #expect(harness.inFlight == 1)
        harness.send("d")
        #expect(harness.inFlight == 0)
        #expect(task.isFinished)
    }

    // CAT-12
    @Test func aFailingStepIsReportedAndTheChainGoesOn() {
        let failing = Effect<String>.failing(after: 500)
        let harness = Harness(["X": .concatenate(failing, Self.after(1000, "b"))])
        harness.send("X")
        harness.advance(to: 500)
        #expect(harness.reports.map(\.kind) == [.unhandledError])
        harness.advance(to: 1499)
        #expect(harness.received.count == 1)
        harness.clock.run()
        harness.expect([(0, "X"), (1500, "b")])
    }

    // CAT-12
    @Test func aStepThatThrowsAtOnceIsReportedAndTheChainGoesOn() {
        let failing = Effect<String>.run { _ throws(Broken) in throw Broken() }
        let harness = Harness(["X": .concatenate(failing, failing, .just("b"))])
        harness.send("X")
        harness.expect([(0, "X"), (0, "b")])
        #expect(harness.reports.count == 2)
    }

    // CAT-14
    @Test func aCancelIsAStepThatActsWhenItIsReached() {
        let harness = Harness([
            "tick": .timer(every: milliseconds(300), "x").cancellable(id: "x"),
            "X": .concatenate(Self.after(1000, "a"), .cancel(id: "x")),
        ])
        harness.send("tick")
        harness.send("X")
        harness.advance(to: 3000)
        harness.expect([
            (0, "tick"), (0, "X"), (300, "x"), (600, "x"), (900, "x"), (1000, "a"),
        ])
        #expect(harness.inFlight == 0)
    }

    // CAT-17
    @Test func aSupersededDebounceReleasesTheNextStep() {
        let debounced = Effect.just("saved").debounce(id: "d", for: milliseconds(300))
        let harness = Harness([
            "X": .concatenate(debounced, .just("b")),
            "Y": debounced,
        ])
        let task = harness.send("X")
        harness.advance(to: 100)
        harness.send("Y")
        #expect(task.isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (100, "Y"), (100, "b"), (400, "saved")])
    }

    // CAT-18
    @Test func theTaskOfAChainStopsTheCurrentStepAndDropsTheRest() {
        let log = Log()
        let harness = Harness([
            "X": .concatenate(
                Self.after(1000, "1"), .probe("p", log), .probe("q", log))
        ])
        let task = harness.send("X")
        harness.advance(to: 1500)
        #expect(!task.isFinished)
        task.cancel()
        #expect(task.isFinished)
        harness.clock.run()
        #expect(log.entries == ["p.start", "p.cancel"])
        harness.expect([(0, "X"), (1000, "1")])
    }

    @Test func concatenatingOntoOneValueTwiceKeepsTheResultsApart() {
        let base = Effect.just("a").concatenate(with: .just("b"))
        let first = base.concatenate(with: .just("c"))
        let second = base.concatenate(with: .just("d"))
        #expect(timeline(of: first) == ["0:a", "0:b", "0:c", "0:|"])
        #expect(timeline(of: second) == ["0:a", "0:b", "0:d", "0:|"])
        #expect(timeline(of: base.concatenate(with: base)).count == 5)
    }

    // R-ORD-03
    @Test func actionsAreReducedBreadthFirst() {
        for combined in [
            Effect<String>.concatenate(.send("b"), .send("c")), .merge(.send("b"), .send("c")),
            .sequence(["b", "c"]),
        ] {
            let harness = Harness(["a": combined, "b": .send("d")])
            harness.send("a")
            harness.expectActions(["a", "b", "c", "d"])
        }
    }

    // R-ORD-03
    @Test func actionsDueAtOneInstantAreReducedWithAllTheyCause() {
        let harness = Harness([
            "a": .merge(Self.after(100, "b"), Self.after(100, "c")), "b": .send("d"),
        ])
        harness.send("a")
        harness.clock.run()
        harness.expect([(0, "a"), (100, "b"), (100, "d"), (100, "c")])
    }
}
