import EffectCore
import EffectTesting
import Testing

@Suite struct EffectErrorTests {
    // ERR-02, ERR-05 (a handler cannot throw by its type)
    @Test func aCaughtErrorIsNotReported() {
        let harness = Harness([
            "X": .run { _ throws(Broken) in
                throw Broken(code: 7)
            } catch: { error, send in
                send("R \(error.code)")
            }
        ])
        #expect(harness.send("X").isFinished)
        harness.expect([(0, "X"), (0, "R 7")])
        #expect(harness.reports.isEmpty)
    }

    // ERR-03
    @Test func whatWasSentBeforeTheErrorStays() {
        let harness = Harness([
            "X": .run { send, fail in
                send("A")
                send.after(milliseconds(100)) { fail(Broken()) }
            } catch: { (_: Broken, send) in
                send("R")
            }
        ])
        let task = harness.send("X")
        harness.advance(to: 99)
        #expect(!task.isFinished)
        harness.advance(to: 100)
        #expect(task.isFinished)
        harness.expect([(0, "X"), (0, "A"), (100, "R")])
    }

    // ERR-04
    @Test(arguments: [false, true]) func aHandlerMayWaitAndCanBeCancelled(cancels: Bool) {
        let harness = Harness([
            "X": Effect.run { _ throws(Broken) in
                throw Broken()
            } catch: { _, send in
                send.after(milliseconds(500)) { send("R") }
            }.cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.advance(to: 200)
        #expect(!task.isFinished)
        if cancels { harness.send("stop") }
        harness.clock.run()
        harness.expect(cancels ? [(0, "X"), (200, "stop")] : [(0, "X"), (500, "R")])
        #expect(task.isFinished)
        #expect(harness.reports.isEmpty)
    }

    // ERR-06, CAN-31
    @Test func anEffectCancelledErrorIsSwallowed() {
        let harness = Harness([
            "X": .run { _ throws(EffectCancelled) in throw EffectCancelled() },
            "Y": .run { _ throws(EffectCancelled) in
                throw EffectCancelled()
            } catch: { _, send in
                send("caught")
            },
            "Z": .run { _ in throw EffectCancelled() },
        ])
        for action in ["X", "Y", "Z"] { #expect(harness.send(action).isFinished) }
        harness.expectActions(["X", "Y", "Z"])
        #expect(harness.reports.isEmpty)
    }

    // ERR-07
    @Test func anErrorLongAfterACancelIsSwallowed() {
        var fail: ((Broken) -> Void)?
        let harness = Harness<String> { action in
            guard action == "X" else { return .cancel(id: "k") }
            return Effect.run {
                fail = $1
            } catch: { (_: Broken, send) in
                send("caught")
            }.cancellable(id: "k")
        }
        harness.send("X")
        harness.send("stop")
        harness.advance(to: 50)
        fail?(Broken())
        harness.expect([(0, "X"), (0, "stop")])
        #expect(harness.reports.isEmpty)
        #expect(harness.store.effectStatistics.droppedSends == 1)
    }

    // ERR-09
    @Test func aResultBecomesExactlyOneAction() {
        let harness = Harness([
            "good": .attempt(name) { $0(.success(1)) },
            "bad": .attempt(name) { $0(.failure(Broken(code: 2))) },
        ])
        #expect(harness.send("good").isFinished)
        #expect(harness.send("bad").isFinished)
        harness.expectActions(["good", "success 1", "bad", "failure 2"])
    }

    // ERR-10
    @Test func aResultAfterACancelIsDropped() {
        var complete: ((Result<Int, Broken>) -> Void)?
        let harness = Harness<String> { action in
            action == "X"
                ? Effect.attempt(name) { complete = $0 }.cancellable(id: "k") : .cancel(id: "k")
        }
        harness.send("X")
        harness.send("stop")
        complete?(.failure(Broken()))
        harness.expectActions(["X", "stop"])
    }

    // ERR-10, CAN-31
    @Test func anEffectCancelledErrorOfAResultIsAnAction() {
        let harness = Harness([
            "X": .attempt({ (result: Result<Int, EffectCancelled>) in "got \(result)" }) {
                $0(.failure(EffectCancelled()))
            }
        ])
        harness.send("X")
        harness.expectActions(["X", "got failure(EffectCore.EffectCancelled())"])
    }

    // ERR-11
    @Test(arguments: ["throws", "fails", "fails later"])
    func aRunThatFailsAfterItHasSentIsReportedAndTheChainGoesOn(how: String) {
        let line: UInt32
        let failing: Effect<String>
        if how == "throws" {
            line = #line + 1
            failing = .run { send throws(Broken) in
                send("1")
                send("2")
                throw Broken(code: 5)
            }
        } else {
            line = #line + 1
            failing = .run { (send, fail: @escaping (Broken) -> Void) in
                send("1")
                send("2")
                if how == "fails" {
                    fail(Broken(code: 5))
                } else {
                    send.after(milliseconds(500)) { fail(Broken(code: 5)) }
                }
            }
        }
        let harness = Harness(["X": .concatenate(failing, .just("next"), .just("last"))])
        let task = harness.send("X")
        let end = how == "fails later" ? 500 : 0
        #expect(task.isFinished == (end == 0))
        harness.advance(to: 500)
        harness.expect([(0, "X"), (0, "1"), (0, "2"), (end, "next"), (end, "last")])
        #expect(task.isFinished)
        #expect(harness.inFlight == 0)
        #expect(harness.reports.map(\.kind) == [.unhandledError])
        #expect(harness.reports.map(\.source.line) == [line])
        #expect(harness.reports[0].message.contains("Broken(code: 5)"))
    }

    // ERR-13, ERR-15
    @Test func aDroppedCompletionEndsTheEffectWithoutAnAction() {
        var complete: ((Result<Int, Broken>) -> Void)?
        let harness = Harness<String> { action in
            action == "X"
                ? .concatenate(.attempt(name) { complete = $0 }, .just("next")) : .none
        }
        let task = harness.send("X")
        #expect(!task.isFinished)
        #expect(complete != nil)
        complete = nil
        #expect(task.isFinished)
        harness.expectActions(["X", "next"])
    }

    // FIN-05, ERR-17
    @Test func aLateFailureIsReportedWithTheLineOfItsRun() throws {
        var kept: (send: Send<String>, fail: (Broken) -> Void)?
        let line: UInt32 = #line + 1
        let run = Effect<String>.run { kept = ($0, $1) }
        let harness = Harness(["X": run.map { $0 }.cancellable(id: "k")])
        let task = harness.send("X")
        harness.advance(to: 500)
        kept?.fail(Broken(code: 3))
        #expect(task.isFinished)
        kept?.fail(Broken())
        kept?.send("late")
        kept?.send.finish()
        kept?.send.finish(with: "late")
        harness.expect([(0, "X")])
        try #require(harness.reports.count == 1)
        #expect(harness.reports[0].kind == .unhandledError)
        #expect(harness.reports[0].message.contains("Broken(code: 3)"))
        #expect(harness.reports[0].source.line == line)
        #expect(harness.reports[0].origin?.line != nil)
        #expect(harness.store.effectStatistics.droppedSends == 4)
    }

    // FIN-05
    @Test func aFailureRunsTheTerminationHookWhenTheHandlerHasEnded() {
        let log = Log()
        let harness = Harness([
            "X": .run { send, fail in
                send.onTermination { log("termination") }
                send.onCancel { log("cancel") }
                send.after(milliseconds(500)) { fail(Broken()) }
            } catch: { (_: Broken, send) in
                log("caught")
                send.after(milliseconds(100)) { send.finish(with: "R") }
            }
        ])
        harness.send("X")
        harness.advance(to: 500)
        #expect(log.entries == ["caught"])
        harness.advance(to: 600)
        #expect(log.entries == ["caught", "termination"])
        harness.expect([(0, "X"), (600, "R")])
    }

    // ERR-17
    @Test func aStoreReportsToItsClockUntilItHasAReporter() {
        let clock = TestClock()
        var (first, second) = (0, 0)
        clock.runQueue.reporter = Reporter { _ in first += 1 }
        let store = Store<Int, String>(initialState: 0, on: clock) {
            Reduce { _, _ in .failing(after: 0) }
        }
        store.send("X")
        clock.runUntilIdle()
        store.reporter = Reporter { _ in second += 1 }
        store.send("X")
        clock.runUntilIdle()
        #expect((first, second) == (1, 1))
    }
}

private func name(_ result: Result<Int, Broken>) -> String {
    switch result {
    case .success(let value): "success \(value)"
    case .failure(let error): "failure \(error.code)"
    }
}
