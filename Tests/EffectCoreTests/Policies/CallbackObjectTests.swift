import EffectCore
import EffectTesting
import Testing

/// `Send` as the object of a callback: what it promises whoever keeps it.
@Suite struct CallbackObjectTests {
    private final class Stage {
        var send: Send<String>?
        let log = Log()
        private(set) var harness: Harness<String>!
        private(set) var task: StoreTask!

        init() {
            harness = Harness<String> { [unowned self] action in
                switch action {
                case "X":
                    return Effect.run { send in
                        send.onTermination { self.log("end") }
                        send.onCancel { self.log("cancel") }
                        self.send = send
                    }.cancellable(id: "k")
                case "stop": return .cancel(id: "k")
                default: return .none
                }
            }
            task = harness.send("X")
        }
    }

    // OPR-23
    @Test func itSendsUntilItEndsAndEndsOnce() {
        let stage = Stage()
        stage.send?("a")
        stage.send?("b")
        stage.send?.finish()
        #expect(stage.task.isFinished)
        stage.send?("c")
        stage.send?.finish()
        stage.send?.finish(with: "d")
        #expect(stage.log.entries == ["end"])
        stage.harness.expectActions(["X", "a", "b"])
    }

    // OPR-23
    @Test func itEndsWithLastActions() {
        let stage = Stage()
        stage.send?.finish(with: ["a", "b", "c"])
        stage.send?.finish(with: ["d"])
        #expect(stage.log.entries == ["end"])
        stage.harness.expectActions(["X", "a", "b", "c"])
        let empty = Stage()
        empty.send?.finish(with: [])
        #expect(empty.task.isFinished)
        #expect(empty.log.entries == ["end"])
    }

    // OPR-23
    @Test func aLastActionThatCancelsEndsTheOthers() {
        let stage = Stage()
        stage.send?.finish(with: ["a", "stop", "b"])
        #expect(stage.log.entries == ["cancel", "end"])
        stage.harness.expectActions(["X", "a", "stop"])
        #expect(stage.harness.reports.isEmpty)
    }

    // OPR-23
    @Test func droppingItEndsTheEffect() {
        let stage = Stage()
        stage.send = nil
        #expect(stage.task.isFinished)
        #expect(stage.log.entries == ["end"])
    }

    // OPR-24
    @Test func whatIsForACancelIsNotCalledAtAnEnd() {
        let ended = Stage()
        ended.send?.finish()
        ended.harness.send("stop")
        ended.task.cancel()
        #expect(ended.log.entries == ["end"])
        let cancelled = Stage()
        cancelled.harness.send("stop")
        cancelled.harness.send("stop")
        cancelled.send?.finish()
        cancelled.send = nil
        #expect(cancelled.log.entries == ["cancel", "end"])
    }

    // OPR-26
    @Test func aStopRightBehindASendEndsItsEffects() {
        let log = Log()
        let clock = TestClock()
        let harness = Harness<String>(on: clock) { action in
            log(action)
            return action == "X"
                ? .merge(
                    Effect.probe("p", log), .after(.zero, "late"), .just("a").delay(for: .zero))
                : .none
        }
        let task = harness.send("X")
        harness.store.stop()
        #expect(task.isFinished)
        clock.run()
        #expect(log.entries == ["X", "p.start", "p.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-26
    @Test func aStopWithinTheSameTurnLeavesNothingBehind() {
        let log = Log()
        let clock = TestClock()
        var stop: () -> Void = {}
        let harness = Harness<String>(on: clock) { action in
            log(action)
            switch action {
            case "arm": return .after(milliseconds(10), "X")
            case "X":
                return .merge(Effect.probe("p", log), .fireAndForget { stop() }, .just("a"))
            default: return .none
            }
        }
        stop = { [unowned harness] in harness.store.stop() }
        harness.send("arm")
        clock.run()
        #expect(log.entries == ["arm", "X", "p.start", "p.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }
}
