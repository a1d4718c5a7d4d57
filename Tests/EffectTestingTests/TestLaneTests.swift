import EffectCore
import EffectTesting
import Testing

@Suite struct TestLaneTests {
    /// Asks for work by number and records what arrives.
    private func recorder(_ clock: TestClock, _ lane: TestLane) -> Recorder {
        Recorder(on: clock) { action in
            switch action {
            case "cancel": .cancel(id: "work")
            case let work where work.hasPrefix("work"):
                .blocking(on: lane, { [work] in "done " + work }) { $0 }.cancellable(id: "work")
            default: .none
            }
        }
    }

    @Test func workWaitsUntilTheTestSaysSo() {
        let clock = TestClock()
        let lane = TestLane()
        let store = recorder(clock, lane)
        store.send("work 1")
        store.send("work 2")
        clock.advance(by: .seconds(5))
        #expect(lane.waitingCount == 2)
        #expect(lane.startedCount == 0)
        #expect(lane.runNext())
        clock.advance(by: .seconds(1))
        #expect(lane.runNext())
        #expect(!lane.runNext())
        #expect(
            store.received == ["work 1@0", "work 2@0", "done work 1@5000", "done work 2@6000"])
        #expect(lane.submittedCount == 2)
        #expect(lane.returnedCount == 2)
    }

    @Test func aResultCanBeHeldBack() {
        let lane = TestLane()
        let store = recorder(TestClock(), lane)
        store.send("work 1")
        #expect(lane.startNext())
        #expect(lane.startedCount == 1)
        #expect(lane.heldCount == 1)
        #expect(store.received == ["work 1@0"])
        #expect(lane.returnNext())
        #expect(!lane.returnNext())
        #expect(store.received == ["work 1@0", "done work 1@0"])
    }

    // R-FIL-01
    @Test func aResultThatIsCancelledWhileHeldBackIsDropped() {
        let lane = TestLane()
        let store = recorder(TestClock(), lane)
        store.send("work 1")
        store.send("work 2")
        #expect(lane.startNext())
        store.send("cancel")
        #expect(lane.withdrawnCount == 1, "what waited never runs")
        #expect(lane.waitingCount == 0)
        #expect(lane.heldCount == 1, "what has started cannot be cancelled")
        #expect(lane.returnNext())
        #expect(lane.droppedCount == 1)
        #expect(lane.returnedCount == 0)
        #expect(store.received == ["work 1@0", "work 2@0", "cancel@0"])
    }

    @Test func runningAllTakesInWhatComesMeanwhile() {
        let lane = TestLane()
        let store = Recorder(on: TestClock()) { action in
            guard action.count < 4 else { return .none }
            return .blocking(on: lane, { action + "x" }) { $0 }
        }
        store.send("x")
        #expect(lane.runAll() == 3)
        #expect(store.received == ["x@0", "xx@0", "xxx@0", "xxxx@0"])
    }

    @Test func aLaneOnAClockRunsInTheNextTurn() {
        let clock = TestClock()
        let lane = TestLane(.nextTurn(of: clock))
        let store = recorder(clock, lane)
        store.send("work 1")
        store.send("work 2")
        #expect(lane.startedCount == 0)
        clock.runUntilIdle()
        #expect(lane.returnedCount == 2)
        #expect(!clock.hasPendingWork)
        store.send("work 3")
        clock.advance(by: .milliseconds(1))
        #expect(store.received.suffix(2) == ["work 3@0", "done work 3@0"])
    }

    @Test func workThatAsksForWorkOnAClockWaitsForTheNextTurn() {
        let clock = TestClock()
        let lane = TestLane(.nextTurn(of: clock))
        let store = Recorder(on: clock) { action in
            guard action.count < 4 else { return .none }
            return .blocking(on: lane, { action + "x" }) { $0 }
        }
        store.send("x")
        for turn in 1...3 {
            clock.runQueue.runTurn()
            #expect(lane.returnedCount == turn)
        }
        #expect(!clock.hasPendingWork)
    }

    @Test func aLaneThatGoesLeavesNothingOnItsClock() {
        let clock = TestClock()
        do {
            let lane = TestLane(.nextTurn(of: clock))
            let store = recorder(clock, lane)
            store.send("work 1")
            store.release()
        }
        clock.runUntilIdle()
        #expect(!clock.hasPendingWork)
    }

    @Test func anImmediateLaneAnswersWithinTheSend() {
        let lane = TestLane(.immediate)
        let store = recorder(TestClock(), lane)
        store.send("work 1")
        #expect(store.received == ["work 1@0", "done work 1@0"])
        #expect(lane.heldCount == 0)
    }

    @Test func workThatThrowsGivesAResult() {
        struct Refusal: Error {}
        let lane = TestLane(.immediate)
        let store = Recorder(on: TestClock()) { action in
            guard action == "work" else { return .none }
            return .blocking(on: lane, { () throws(Refusal) -> Int in throw Refusal() }) {
                (result: Result<Int, Refusal>) in
                switch result {
                case .success: "success"
                case .failure: "failure"
                }
            }
        }
        store.send("work")
        #expect(store.received == ["work@0", "failure@0"])
    }

    @Test func aRefusalIsReportedAndEndsTheEffect() {
        let clock = TestClock()
        let lane = TestLane()
        lane.refusal = SystemError(
            code: 11, operation: "start thread", subject: "disk", reason: "try again")
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { _, _ in .blocking(on: lane, { 1 }) { $0 } }
        }
        var reports: [Report] = []
        store.reporter = Reporter { reports.append($0) }
        #expect(store.send(0).isFinished)
        #expect(reports.map(\.kind) == [.systemError])
        #expect(reports.first?.message == "start thread disk: try again (11)")
    }

    @Test func aRefusalIsTheActionThatWasNamedForIt() {
        let lane = TestLane()
        let refusal = SystemError(
            code: 11, operation: "start thread", subject: "disk", reason: "try again")
        lane.refusal = refusal
        enum Action: Equatable {
            case plain, throwing, result(Int)
            case outcome(Result<Int, SystemError>)
            case refused(SystemError)
        }
        let store = Store<[Action], Action>(initialState: [], on: TestClock()) {
            Reduce { state, action in
                state.append(action)
                switch action {
                case .plain:
                    return .blocking(on: lane) {
                        1
                    } _: {
                        .result($0)
                    } refused: {
                        .refused($0)
                    }
                case .throwing:
                    return .blocking(on: lane) { () throws(SystemError) -> Int in
                        throw refusal
                    } _: {
                        .outcome($0)
                    } refused: {
                        .refused($0)
                    }
                default: return .none
                }
            }
        }
        store.reporter = .recordingIssues
        #expect(store.send(.plain).isFinished)
        #expect(store.send(.throwing).isFinished)
        #expect(store.state == [.plain, .refused(refusal), .throwing, .refused(refusal)])
        lane.refusal = nil
        store.send(.plain)
        store.send(.throwing)
        lane.runAll()
        #expect(store.state.suffix(2) == [.result(1), .outcome(.failure(refusal))])
    }

    @Test func aReleasedStoreTakesItsWorkBack() {
        let lane = TestLane()
        let store = recorder(TestClock(), lane)
        store.send("work 1")
        store.send("work 2")
        #expect(lane.startNext())
        store.release()
        #expect(lane.waitingCount == 0)
        #expect(lane.returnNext())
        #expect(lane.droppedCount == 1)
    }
}
