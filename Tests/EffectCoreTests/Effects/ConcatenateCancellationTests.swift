import EffectCore
import EffectTesting
import Testing

@Suite struct ConcatenateCancellationTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    // CAT-06
    @Test func aCancelledStepReleasesTheNext() {
        let harness = Harness([
            "X": .concatenate(
                Self.after(5000, "a").cancellable(id: "h"), Self.after(1000, "b")),
            "stop": .cancel(id: "h"),
        ])
        let task = harness.send("X")
        harness.advance(to: 2000)
        harness.send("stop")
        #expect(!task.isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (2000, "stop"), (3000, "b")])
        #expect(task.isFinished)
    }

    // CAT-07
    @Test func aCancelledChainStartsNoFurtherStep() {
        let log = Log()
        let harness = Harness([
            "X": Effect.concatenate(Self.after(5000, "a"), .probe("b", log))
                .cancellable(id: "c"),
            "stop": .cancel(id: "c"),
        ])
        let task = harness.send("X")
        harness.advance(to: 2000)
        harness.send("stop")
        #expect(task.isFinished)
        harness.clock.run()
        #expect(log.entries.isEmpty)
        harness.expect([(0, "X"), (2000, "stop")])
    }

    // CAT-08
    @Test func aReleasedStoreStartsNoFurtherStep() {
        let log = Log()
        let harness = Harness([
            "X": .concatenate(.probe("a", log), .probe("b", log))
        ])
        harness.send("X")
        harness.advance(to: 2000)
        harness.release()
        #expect(log.entries == ["a.start", "a.cancel"])
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        #expect(log.entries == ["a.start", "a.cancel"])
    }

    // CAT-09
    @Test func cancellingTheLastStepEndsTheChain() {
        let harness = Harness([
            "X": .concatenate(
                Self.after(1000, "a"),
                .timer(every: milliseconds(1000), "b").cancellable(id: "s")),
            "stop": .cancel(id: "s"),
        ])
        let task = harness.send("X")
        harness.advance(to: 2500)
        #expect(!task.isFinished)
        harness.send("stop")
        #expect(task.isFinished)
        harness.advance(to: 10_000)
        harness.expect([(0, "X"), (1000, "a"), (2000, "b"), (2500, "stop")])
    }

    // CAT-16
    @Test func aStepThatQueuesTheCancelOfItsChainLetsTheNextStart() {
        let log = Log()
        let harness = Harness([
            "X": Effect.concatenate(.just("a"), .probe("b", log)).cancellable(id: "c"),
            "a": .cancel(id: "c"),
        ])
        #expect(harness.send("X").isFinished)
        #expect(log.entries == ["b.start", "b.cancel"])
        harness.expect([(0, "X"), (0, "a")])
    }

    // CAT-16
    @Test(arguments: [true, false])
    func aStepWhoseActionCancelsItsChainIsTheLast(asRun: Bool) {
        let log = Log()
        let head: Effect<String> =
            asRun
            ? .run { send in send.after(.zero) { send("a") } }
            : .after(.zero, "a")
        let harness = Harness([
            "X": Effect.concatenate(head, .probe("b", log)).cancellable(id: "c"),
            "a": .cancel(id: "c"),
        ])
        let task = harness.send("X")
        harness.clock.runUntilIdle()
        #expect(task.isFinished)
        #expect(log.entries.isEmpty)
        harness.expect([(0, "X"), (0, "a")])
    }

    // CAT-06
    @Test func aCancelInsideAMergeInsideAChainReachesItsBranchOnly() {
        let harness = Harness([
            "X": .concatenate(
                .merge(Self.after(5000, "a").cancellable(id: "a"), Self.after(3000, "b")),
                .just("end")),
            "stop": .cancel(id: "a"),
        ])
        harness.send("X")
        harness.advance(to: 1000)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (1000, "stop"), (3000, "b"), (3000, "end")])
    }

    // CAT-06
    @Test func aCancelThatEndsBothBranchesReleasesTheNextStepOnce() {
        let harness = Harness([
            "X": .concatenate(
                .merge(
                    Self.after(5000, "a").cancellable(id: "k"),
                    Effect.concatenate(
                        Self.after(5000, "b").cancellable(id: "k"), Self.after(100, "b2"))),
                Self.after(100, "end")),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.advance(to: 1000)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (1000, "stop"), (1100, "b2"), (1200, "end")])
        #expect(task.isFinished)
    }

    // CAT-06, CAT-07
    @Test func cancellingAnInnerChainReleasesTheNextStepOfTheOuter() {
        let log = Log()
        let inner = Effect<String>.concatenate(.probe("1", log), .probe("2", log))
            .cancellable(id: "inner")
        let harness = Harness([
            "X": Effect.concatenate(inner, .probe("3", log), .probe("4", log))
                .cancellable(id: "outer"),
            "inner": .cancel(id: "inner"),
            "outer": .cancel(id: "outer"),
        ])
        harness.send("X")
        harness.send("inner")
        #expect(log.entries == ["1.start", "1.cancel", "3.start"])
        harness.send("outer")
        #expect(log.entries == ["1.start", "1.cancel", "3.start", "3.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // CAT-07
    @Test func aCancelOfStepAndChainAtOnceStartsNothing() {
        let log = Log()
        let harness = Harness([
            "X": Effect.concatenate(
                .probe("a", log).cancellable(id: "k"), .probe("b", log).cancellable(id: "k")
            ).cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        #expect(!harness.send("X").isFinished)
        harness.send("stop")
        #expect(log.entries == ["a.start", "a.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // CAT-06
    @Test func stepsUnderOneIDAreCancelledOneByOne() {
        let log = Log()
        let steps = (1...3).map { Effect<String>.probe("\($0)", log).cancellable(id: "k") }
        let harness = Harness(["X": .concatenate(steps), "stop": .cancel(id: "k")])
        let task = harness.send("X")
        for _ in 1...2 { harness.send("stop") }
        #expect(!task.isFinished)
        #expect(log.entries == ["1.start", "1.cancel", "2.start", "2.cancel", "3.start"])
        harness.send("stop")
        #expect(task.isFinished)
    }

    // CAT-14
    @Test func aChainMayCancelAndRestartItsOwnID() {
        let start = Self.after(1000, "done").cancellable(id: "k")
        let harness = Harness(["X": .concatenate(.cancel(id: "k"), start)])
        harness.send("X")
        harness.advance(to: 500)
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (500, "X"), (1500, "done")])
    }

    // R-CAN-14
    @Test func aCancelThatComesFirstInATurnLeavesNothingOfAChain() {
        let log = Log()
        let harness = Self.race(log, cancelFirst: true)
        harness.send("cancel at 1000")
        harness.send("X")
        harness.clock.run()
        #expect(log.entries == ["work.cancel"])
        harness.expect([(0, "cancel at 1000"), (0, "X"), (1000, "stop")])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // R-CAN-14
    @Test func workThatComesFirstInATurnIsDeliveredAndTheNextStepIsCancelled() {
        let log = Log()
        let harness = Self.race(log, cancelFirst: false)
        harness.send("X")
        harness.send("cancel at 1000")
        harness.clock.run()
        #expect(log.entries == ["b.start", "b.cancel"])
        harness.expect([(0, "X"), (0, "cancel at 1000"), (1000, "done"), (1000, "stop")])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    private static func race(_ log: Log, cancelFirst: Bool) -> Harness<String> {
        let work = Effect<String>.run { send in
            send.onCancel { log("work.cancel") }
            send.after(milliseconds(1000)) { send.finish(with: "done") }
        }
        return Harness([
            "X": Effect.concatenate(
                work.timeout(after: milliseconds(1000), "timeout"), .probe("b", log)
            ).cancellable(id: "s"),
            "cancel at 1000": .after(milliseconds(1000), "stop"),
            "stop": .cancel(id: "s"),
        ])
    }
}
