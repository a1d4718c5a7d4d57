import EffectCore
import EffectTesting
import Testing

@Suite struct TestClockLimitTests {
    // CLK-16
    @Test func runEndsWhenATimerHasTickedOut() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action == "X" ? .timer(every: .seconds(1), count: 10, "t") : .none
        }
        recorder.send("X")
        clock.run()
        #expect(recorder.received == ["X@0"] + (1...10).map { "t@\($0)000" })
        #expect(clock.now == at(10_000))
        #expect(!clock.hasPendingWork)
    }

    // CLK-17
    @Test func runGivesUpOnAnEndlessTimerAndNamesWhatWaits() {
        let clock = TestClock(stepLimit: 50)
        let recorder = Recorder(on: clock) { action in
            action == "X" ? .timer(every: .seconds(1), "t") : .none
        }
        recorder.send("X")
        withKnownIssue {
            clock.run()
        } matching: {
            "\($0)".contains("1 timers still wait") && "\($0)".contains("50 steps")
        }
        #expect(recorder.received.count <= 52)
    }

    // CLK-17, TMR-14
    @Test func anAdvanceIsBoundedAndStaysWhereItGaveUp() {
        let clock = TestClock(stepLimit: 50)
        let recorder = Recorder(on: clock) { action in
            switch action {
            case "X": .after(.seconds(1), "again")
            default: .after(.zero, "again")
            }
        }
        recorder.send("X")
        withKnownIssue { clock.advance(by: .seconds(10)) }
        #expect(clock.now == at(1_000))
        recorder.release()
        clock.advance(by: .seconds(1))
        #expect(clock.now == at(2_000))
    }

    // CLK-17
    @Test func theLimitIsAHundredThousandStepsUnlessToldOtherwise() {
        #expect(TestClock().stepLimit == 100_000)
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action == "X" ? .timer(every: .milliseconds(1), count: 100_000, "t") : .none
        }
        recorder.send("X")
        clock.run()
        #expect(recorder.received.count == 100_001)
    }

    // CLK-18
    @Test func pendingWorkIsSeenUntilItRanOrWasCancelled() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            switch action {
            case "X": .after(.seconds(1), "a").cancellable(id: "k")
            case "C": .cancel(id: "k")
            default: .none
            }
        }
        #expect(!clock.hasPendingWork)
        recorder.send("X")
        #expect(clock.hasPendingWork)
        clock.advance(by: .seconds(1))
        #expect(!clock.hasPendingWork)
        recorder.send("X")
        #expect(clock.hasPendingWork)
        recorder.send("C")
        #expect(!clock.hasPendingWork)
    }

    // CLK-19
    @Test func aCancelledWaitDoesNotComplete() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            switch action {
            case "X": .after(.seconds(1), "a").cancellable(id: "k")
            case "C": .cancel(id: "k")
            default: .none
            }
        }
        recorder.send("X")
        recorder.send("C")
        clock.run()
        #expect(recorder.received == ["X@0", "C@0"])
        #expect(clock.now == .zero)
    }

    // TMR-20
    @Test func whatWaitsForEverIsNotReached() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action == "X" ? .after(.seconds(Int64.max), "never") : .none
        }
        recorder.send("X")
        clock.run()
        #expect(clock.now == .zero)
        clock.advance(to: .distantFuture)
        clock.advance(by: .seconds(Int64.max))
        clock.stall(for: .seconds(Int64.max))
        clock.advance(by: .zero)
        clock.run()
        #expect(recorder.received == ["X@0"])
    }
}
