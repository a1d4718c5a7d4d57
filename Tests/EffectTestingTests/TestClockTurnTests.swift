import EffectCore
import EffectTesting
import Testing

@Suite struct TestClockTurnTests {
    // CLK-09, R-TST-03
    @Test(arguments: [0, -1, -1_000_000])
    func aWaitOfNothingEndsInTheNextTurn(_ delay: Int) {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(delay), "a") : .none }
        recorder.send("X")
        #expect(recorder.received == ["X@0"])
        clock.advance(by: .zero)
        #expect(recorder.received == ["X@0", "a@0"])
    }

    // R-TST-03
    @Test func runUntilIdleRunsWhatIsDueNowAndNothingElse() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            switch action {
            case "X": .merge(.after(.zero, "a"), .after(.nanoseconds(1), "late"))
            case "a": .after(.zero, "b")
            default: .none
            }
        }
        recorder.send("X")
        clock.runUntilIdle()
        #expect(recorder.received == ["X@0", "a@0", "b@0"])
        #expect(clock.now == .zero)
    }

    // CLK-12
    @Test func advancingToThePastMovesNothing() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        clock.advance(to: at(500))
        recorder.send("X")
        clock.advance(to: at(499))
        clock.advance(by: .seconds(-3))
        #expect(clock.now == at(500))
        #expect(recorder.received == ["X@500"])
        clock.advance(to: at(1_500))
        #expect(recorder.received == ["X@500", "a@1500"])
    }

    // CLK-12
    @Test func advancingToThePastRunsWhatIsDue() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.zero, "a") : .none }
        clock.advance(to: at(500))
        recorder.send("X")
        clock.advance(to: at(100))
        #expect(recorder.received == ["X@500", "a@500"])
    }

    @Test func anAdvanceWithinACallbackOnlyLetsTimePass() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            if action == "a" { clock.advance(by: .milliseconds(300)) }
            return action == "X"
                ? .merge(
                    .after(.milliseconds(100), "a"), .after(.milliseconds(200), "b"),
                    .after(.milliseconds(500), "c")) : .none
        }
        recorder.send("X")
        clock.advance(to: at(600))
        #expect(recorder.received == ["X@0", "a@100", "b@400", "c@500"])
        #expect(clock.now == at(600))
    }

    @Test func runAndRunUntilIdleWithinACallbackDoNothing() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            if action == "a" {
                clock.run()
                clock.runUntilIdle()
            }
            return action == "X"
                ? .merge(.after(.milliseconds(100), "a"), .after(.milliseconds(200), "b")) : .none
        }
        recorder.send("X")
        clock.run()
        #expect(recorder.received == ["X@0", "a@100", "b@200"])
    }

    @Test func aStallDelaysWhatFellDueMeanwhile() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        clock.stall(for: .seconds(3))
        #expect(recorder.received == ["X@0"])
        clock.advance(by: .zero)
        #expect(recorder.received == ["X@0", "a@3000"])
        clock.stall(for: .seconds(-1))
        #expect(clock.now == at(3_000))
    }

    @Test func aStallInACallbackBeyondTheTargetStays() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            if action == "a" { clock.stall(for: .seconds(9)) }
            return action == "X" ? .after(.seconds(1), "a") : .none
        }
        recorder.send("X")
        clock.advance(to: at(2_000))
        #expect(clock.now == at(10_000))
    }
}
