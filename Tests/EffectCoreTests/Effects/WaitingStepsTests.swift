import EffectCore
import EffectTesting
import Testing

/// What `cancel(id:includingWaiting:)` adds to a cancel.
@Suite struct WaitingStepsTests {
    private static func step(_ name: String) -> Effect<String> {
        .after(milliseconds(1000), name).cancellable(id: name)
    }

    private static var chain: Effect<String> {
        .concatenate(step("a"), step("b"), step("c"))
    }

    // CAT-10, R-CAN-02
    @Test func aPlainCancelDoesNotReachWaitingSteps() {
        let harness = Harness(["X": Self.chain, "stop": .cancel(id: "b")])
        harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (500, "stop"), (1000, "a"), (2000, "b"), (3000, "c")])
    }

    // CAT-10
    @Test func aPlainCancelLetsAWaitingTimerStart() {
        let harness = Harness([
            "X": .concatenate(
                .after(milliseconds(1000), "a"),
                .timer(every: milliseconds(1000), "b").cancellable(id: "s")),
            "stop": .cancel(id: "s"),
        ])
        harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.advance(to: 3000)
        harness.expect([(0, "X"), (500, "stop"), (1000, "a"), (2000, "b"), (3000, "b")])
    }

    // CAT-10
    @Test func droppingTheLastWaitingStepEndsTheChainWithTheFirst() {
        let harness = Harness([
            "X": .concatenate(
                .after(milliseconds(1000), "a"),
                .timer(every: milliseconds(1000), "b").cancellable(id: "s")),
            "stop": .cancel(id: "s", includingWaiting: true),
        ])
        let task = harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.advance(to: 999)
        #expect(!task.isFinished)
        harness.advance(to: 1000)
        #expect(task.isFinished)
        harness.advance(to: 10_000)
        harness.expect([(0, "X"), (500, "stop"), (1000, "a")])
    }

    // R-CAN-02
    @Test(arguments: ["b", "c"]) func aWaitingStepIsDroppedAndTheSequenceGoesOn(id: String) {
        let harness = Harness([
            "X": Self.chain, "stop": .cancel(id: id, includingWaiting: true),
        ])
        let task = harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.advance(to: 1999)
        #expect(!task.isFinished)
        harness.advance(to: 2000)
        #expect(task.isFinished)
        harness.expect([
            (0, "X"), (500, "stop"), (1000, "a"), (2000, id == "b" ? "c" : "b"),
        ])
    }

    // R-CAN-02
    @Test func theRunningStepAndTheWaitingOnesOfAnIDAreAllDropped() {
        let step = Effect<String>.after(milliseconds(1000), "k").cancellable(id: "k")
        let harness = Harness([
            "X": .concatenate(step, step, .after(milliseconds(1000), "z"), step),
            "stop": .cancel(id: "k", includingWaiting: true),
        ])
        let task = harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (500, "stop"), (1500, "z")])
        #expect(task.isFinished)
    }

    // R-CAN-02
    @Test func waitingStepsOfNestedChainsAreDropped() {
        let harness = Harness([
            "X": .concatenate(
                .concatenate(Self.step("a"), Self.step("k"), Self.step("b")),
                .merge(Self.step("k"), Self.step("c")),
                .concatenate(.just("d"), .concatenate(Self.step("k"), .just("e"))),
                Self.step("k").delay(for: milliseconds(100)),
                .just("end")),
            "stop": .cancel(id: "k", includingWaiting: true),
        ])
        let task = harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.clock.run()
        harness.expect([
            (0, "X"), (500, "stop"), (1000, "a"), (2000, "b"), (3000, "c"), (3000, "d"),
            (3000, "e"), (3100, "end"),
        ])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // R-CAN-02
    @Test func whatTheRunningStepHoldsBackIsNoWaitingStep() {
        let harness = Harness([
            "X": .concatenate(
                Self.step("k").delay(for: milliseconds(100)), Self.step("k"), .just("end")),
            "stop": .cancel(id: "k", includingWaiting: true),
        ])
        harness.send("X")
        harness.advance(to: 50)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (50, "stop"), (1100, "k"), (1100, "end")])
    }

    // R-CAN-02
    @Test func aChainStartedAfterTheCancelIsNotConcerned() {
        let harness = Harness([
            "X": Self.chain, "stop": .cancel(id: "b", includingWaiting: true),
        ])
        harness.send("stop")
        harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.send("X")
        harness.clock.run()
        harness.expect([
            (0, "stop"), (0, "X"), (500, "stop"), (500, "X"), (1000, "a"), (1500, "a"),
            (2000, "c"), (2500, "b"), (3500, "c"),
        ])
    }

    // R-CAN-02
    @Test func aNewStartUnderTheIDOutsideTheChainIsNotConcerned() {
        let harness = Harness([
            "X": .concatenate(Self.step("a"), Self.step("b")),
            "stop": .cancel(id: "b", includingWaiting: true),
            "a": Self.step("b"),
        ])
        harness.send("X")
        harness.advance(to: 500)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (500, "stop"), (1000, "a"), (2000, "b")])
    }

    // R-CAN-02
    @Test func aCancelAsAStepDropsTheStepsBehindIt() {
        let chain = Effect.concatenate(
            Self.step("a"), .cancel(id: "b", includingWaiting: true), Self.step("b"),
            Self.step("c"))
        #expect(timeline(of: chain) == ["1000:a", "2000:c", "2000:|"])
    }

    // R-CAN-02
    @Test func waitingDebouncesAndThrottlesAreDropped() {
        let harness = Harness([
            "X": .concatenate(
                Self.step("a"),
                Effect.just("k").debounce(id: "k", for: milliseconds(100)),
                Effect.just("k").throttle(id: "k", for: milliseconds(100), latest: true),
                .just("end")),
            "stop": .cancel(id: "k", includingWaiting: true),
        ])
        let task = harness.send("X")
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "stop"), (1000, "a"), (1000, "end")])
        #expect(task.isFinished)
    }

    // R-CAN-02, FIN-02
    @Test(arguments: [true, false])
    func aStepReleasedByTheReducerThatDropsItDoesNotSurvive(byFinish: Bool) {
        let log = Log()
        var head: Send<String>?
        let harness = Harness<String> { action in
            switch action {
            case "X":
                return .concatenate(
                    .run { head = $0 }, .probe("b", log).cancellable(id: "b"), .just("end"))
            case "stop":
                if byFinish { head?.finish() }
                head = nil
                return .cancel(id: "b", includingWaiting: true)
            default: return .none
            }
        }
        harness.send("X")
        harness.send("stop")
        #expect(!log.entries.contains("b.start") || log.entries.last == "b.cancel")
        #expect(harness.inFlight == 0)
        harness.expect([(0, "X"), (0, "stop"), (0, "end")])
    }

    // R-CAN-02
    @Test func repeatedCancelsAreRememberedOnce() {
        let harness = Harness([
            "X": .concatenate(.never.cancellable(id: "head"), Self.step("b"), .just("end")),
            "stop": .cancel(id: "b", includingWaiting: true), "go": .cancel(id: "head"),
        ])
        harness.send("X")
        for _ in 0..<1000 { harness.send("stop") }
        #expect(harness.store.droppedStepCount == 1)
        harness.send("go")
        #expect(harness.received.last?.action == "end")
        #expect(harness.store.droppedStepCount == 0)
    }
}
