import EffectCore
import EffectTesting
import Testing

@Suite struct FinishTests {
    // FIN-01
    @Test func aRunThatKeepsNothingHasFinishedWhenItReturns() {
        let log = Log()
        let harness = Harness([
            "X": .run { send in
                send.onTermination { log("termination") }
                log("returns")
            }
        ])
        #expect(harness.send("X").isFinished)
        #expect(log.entries == ["returns", "termination"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // FIN-01
    @Test(arguments: [false, true]) func aRunHasFinishedWhenItsCallbackIsDropped(mapped: Bool) {
        var callback: (() -> Void)?
        let run = Effect<String>.run { send in callback = { send("a") } }
        let harness = Harness<String> { action in
            action == "X" ? (mapped ? run.map { "\($0)!" } : run) : .none
        }
        let task = harness.send("X")
        callback?()
        #expect(!task.isFinished)
        callback = nil
        #expect(task.isFinished)
        #expect(harness.inFlight == 0)
        harness.expect([(0, "X"), (0, mapped ? "a!" : "a")])
    }

    // FIN-03
    @Test(arguments: ["answer", "cancel", "release"])
    func aRequestThatOwnsItsCallbackIsReleased(ending: String) {
        final class Request {
            var callback: (() -> Void)?
            let sentinel: Sentinel

            init(_ sentinel: Sentinel) { self.sentinel = sentinel }

            func abort() { sentinel.touch() }
        }
        let log = Log()
        weak var pending: Request?
        let harness = Harness<String> { action in
            guard action == "X" else { return action == "stop" ? .cancel(id: "k") : .none }
            return Effect.run { send in
                let request = Request(Sentinel { log("released") })
                pending = request
                request.callback = { send.finish(with: "answer") }
                send.onCancel { request.abort() }
            }.cancellable(id: "k")
        }
        harness.send("X")
        #expect(harness.inFlight == 1)
        #expect(log.entries.isEmpty)
        switch ending {
        case "answer":
            // The source lets go of the callback that it has called, as one-shot sources do.
            let callback = pending?.callback
            pending?.callback = nil
            callback?()
            harness.expect([(0, "X"), (0, "answer")])
        case "cancel":
            harness.send("stop")
            harness.expect([(0, "X"), (0, "stop")])
        default: harness.release()
        }
        pending?.callback = nil
        #expect(log.entries == ["released"])
        #expect(pending == nil)
    }

    // FIN-03
    @Test func anAnswerReleasesTheHooksWhileTheSendIsStillHeld() {
        let log = Log()
        var kept: Send<String>?
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .run { send in
                kept = send
                let sentinel = Sentinel { log("released") }
                send.onCancel { sentinel.touch() }
                send.onTermination { sentinel.touch() }
                send.after(milliseconds(1000)) { sentinel.touch() }
            }
        }
        harness.send("X")
        kept?.finish(with: "answer")
        #expect(log.entries == ["released"])
        #expect(harness.clock.armedTimerCount == 0)
        #expect(harness.inFlight == 0)
    }

    // FIN-04, R-CAN-08
    @Test(arguments: ["plain", "merge", "chain", "map", "nested"])
    func theEndOfABranchReleasesItsCapturesWhileOthersRun(shape: String) {
        let log = Log()
        var kept: Send<String>?
        func branch() -> Effect<String> {
            let sentinel = Sentinel { log("released") }
            return Effect.run { send in
                kept = send
                send.onCancel { sentinel.touch() }
                sentinel.touch()
            }.cancellable(id: "k")
        }
        func effect() -> Effect<String> {
            switch shape {
            case "plain": branch()
            case "merge": .merge(.never, branch(), .never)
            case "chain": .concatenate(branch(), .never)
            case "map": branch().map { $0 }.map { $0 }
            default: .merge(.never, .concatenate(.just("a"), .merge(branch().map { $0 }, .never)))
            }
        }
        for ending in ["finish", "cancel"] {
            let before = log.entries.count
            let harness = Harness<String> { action in
                switch action {
                case "X": effect()
                case "stop": .cancel(id: "k")
                default: .none
                }
            }
            harness.send("X")
            #expect(log.entries.count == before)
            if ending == "finish" { kept?.finish() } else { harness.send("stop") }
            #expect(log.entries.count == before + 1, "\(shape) \(ending)")
            harness.release()
            kept = nil
            #expect(log.entries.count == before + 1)
        }
    }

    // FIN-04, R-CAN-08
    @Test func aCancelledChainReleasesItsWaitingSteps() {
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return .cancel(id: "k") }
            let sentinel = Sentinel { log("released") }
            return Effect.concatenate(
                .never, .run { _ in sentinel.touch() },
                Effect.run { _ in sentinel.touch() }.delay(for: .zero)
            ).cancellable(id: "k")
        }
        harness.send("X")
        #expect(log.entries.isEmpty)
        harness.send("stop")
        #expect(log.entries == ["released"])
    }

    // FIN-04
    @Test func aStartedStepIsReleasedWhenItHasEnded() {
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            let sentinel = Sentinel { log("released") }
            return .concatenate(
                .run { send in
                    send.after(milliseconds(100)) { sentinel.touch() }
                },
                .never)
        }
        harness.send("X")
        harness.advance(to: 99)
        #expect(log.entries.isEmpty)
        harness.advance(to: 100)
        #expect(log.entries == ["released"])
        #expect(harness.inFlight == 1)
    }

    // FIN-04
    @Test(arguments: ["delay", "debounce", "throttle", "timeout"])
    func aCancelReleasesAnEffectThatWaits(gate: String) {
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return action == "stop" ? .cancel(id: "k") : .none }
            let sentinel = Sentinel { log("released") }
            let run = Effect<String>.run { send in
                sentinel.touch()
                send.after(milliseconds(5000)) {}
            }
            let second = milliseconds(1000)
            let effect: Effect<String> =
                switch gate {
                case "delay": run.delay(for: second).cancellable(id: "k")
                case "debounce": run.debounce(id: "k", for: second)
                case "throttle":
                    .merge(
                        Effect.just("a").throttle(id: "k", for: second, latest: true),
                        run.throttle(id: "k", for: second, latest: true))
                default: run.timeout(after: second, "late").cancellable(id: "k")
                }
            return effect
        }
        harness.send("X")
        #expect(harness.inFlight == 1)
        harness.send("stop")
        #expect(log.entries == ["released"])
        #expect(harness.inFlight == 0)
        #expect(harness.clock.armedTimerCount == 0)
    }

    // CAN-19
    @Test func aSendAfterTheFinishIsDroppedAndReported() throws {
        var kept: Send<String>?
        let harness = Harness<String> { action in
            action == "X" ? .run(name: "late") { kept = $0 } : .none
        }
        harness.send("X")
        harness.advance(to: 500)
        #expect(harness.inFlight == 1)
        kept?.finish()
        #expect(harness.inFlight == 0)
        harness.advance(to: 1000)
        let line: UInt32 = #line + 1
        kept?("too late")
        harness.expect([(0, "X")])
        try #require(harness.reports.count == 1)
        let report = harness.reports[0]
        #expect(report.kind == .lateSend)
        #expect(report.message.contains("too late"))
        #expect(report.source.line == line)
        #expect(report.origin != nil)
        #expect(harness.store.effectStatistics.droppedSends(ofEffectsNamed: "late") == 1)
    }

    @Test func onlyTheFirstFinishCounts() {
        let log = Log()
        var kept: Send<String>?
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .run { send in
                kept = send
                send.onTermination { log("termination") }
            }
        }
        harness.send("X")
        kept?.finish(with: "a")
        kept?.finish(with: "b")
        kept?.finish()
        harness.expect([(0, "X"), (0, "a")])
        #expect(log.entries == ["termination"])
    }

    @Test func whatIsReleasedWhileTheLoopClosesIsCancelledWithTheStore() {
        let log = Log()
        var kept: Send<Int>?
        let harness = Harness<Int> { _ in
            .run { send in
                send.onCancel { log("cancelled") }
                send.onTermination { log("ended") }
                kept = send
            }
        }
        harness.send(0)
        harness.clock.runQueue.isClosing = true
        kept = nil
        _ = kept
        #expect(log.entries == [])
        #expect(harness.inFlight == 1)
        harness.release()
        #expect(log.entries == ["cancelled", "ended"])
    }
}
