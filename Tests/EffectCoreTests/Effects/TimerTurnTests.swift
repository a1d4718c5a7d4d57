import EffectCore
import EffectTesting
import Testing

/// Waits that are armed while others fire: each turn runs what was due when it began.
@Suite struct TimerTurnTests {
    // TMR-14
    @Test(arguments: [0, -1, -86_400])
    func aWaitOfZeroOrLessIsTheNextTurn(_ seconds: Int) {
        let harness = Harness<String> { action in
            action == "X" ? .after(.seconds(seconds), "a") : .none
        }
        harness.advance(to: 100)
        harness.send("X")
        harness.expect([(100, "X")])
        harness.clock.advance(by: .zero)
        harness.expect([(100, "X"), (100, "a")])
    }

    // TMR-14
    @Test(arguments: [0, -1, -1_000])
    func aPeriodOfZeroOrLessTicksOnceATurnAndIsReported(_ period: Int) {
        let harness = Harness<String> { action in
            action == "X" ? .timer(every: .milliseconds(period), count: 3, "t") : .none
        }
        harness.send("X")
        #expect(harness.reports.map(\.kind) == [.clampedParameter])
        for turn in 1...3 {
            harness.expect([(0, "X")] + Array(repeating: (0, "t"), count: turn - 1))
            #expect(harness.clock.runQueue.runTurn() == 1)
        }
        #expect(!harness.clock.hasPendingWork)
    }

    // TMR-14
    @Test func anEndlessPeriodOfZeroRunsIntoTheStepLimit() {
        let clock = TestClock(stepLimit: 100)
        let harness = Harness<String>(on: clock) { action in
            action == "X" ? .timer(every: .zero, "t") : .none
        }
        harness.send("X")
        withKnownIssue { clock.advance(by: .seconds(1)) }
        #expect(harness.received.count <= 102)
    }

    // TMR-14
    @Test func timersOfAPeriodOfZeroTakeTurns() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .timer(every: .zero, count: 2, "a"),
                .timer(every: .zero, leading: true, count: 3, "b"))
        }
        harness.send("X")
        harness.clock.run()
        harness.expectActions(["X", "b", "a", "b", "a", "b"])
    }

    // TMR-15
    @Test func aWaitOfZeroArmedInACallbackRunsInTheNextTurn() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .merge(.after(.seconds(1), "1"), .after(.seconds(1), "2"))
            case "1": .after(.zero, "b")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "1"), (1_000, "2"), (1_000, "b")])
    }

    // TMR-15
    @Test func waitsOfZeroOfOneTurnRunInTheOrderOfTheirArming() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .merge(.after(.seconds(1), "1"), .after(.seconds(1), "2"))
            case "1", "2": .merge(.after(.zero, action + "a"), .after(.zero, action + "b"))
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expectActions(["X", "1", "2", "1a", "1b", "2a", "2b"])
    }

    // TMR-17
    @Test(arguments: [-500, -1, 0])
    func aWaitInThePastFiresInTheNextTurnAtThePresent(_ delay: Int) {
        let harness = Harness<String> { action in
            switch action {
            case "X": .merge(.after(.seconds(1), "1"), .after(.seconds(1), "2"))
            case "1": .after(.milliseconds(delay), "late")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "1"), (1_000, "2"), (1_000, "late")])
    }

    // TMR-19
    @Test func aWaitArmedAfterALongComputationCountsFromItsEnd() {
        let clock = TestClock()
        let harness = Harness<String>(on: clock) { action in
            switch action {
            case "X": return .after(.milliseconds(100), "compute")
            case "compute":
                clock.stall(for: .milliseconds(50))
                return .after(.milliseconds(10), "a")
            default: return .none
            }
        }
        harness.send("X")
        clock.run()
        harness.expect([(0, "X"), (100, "compute"), (160, "a")])
    }

    // TMR-19
    @Test func waitsOfOneDrainCountFromItsEndTogether() {
        let clock = TestClock()
        let harness = Harness<String>(on: clock) { action in
            switch action {
            case "X": return .merge(.after(.milliseconds(10), "a"), .send("compute"))
            case "compute":
                clock.stall(for: .milliseconds(50))
                return .after(.milliseconds(10), "b")
            default: return .none
            }
        }
        harness.send("X")
        clock.run()
        harness.expect([(0, "X"), (0, "compute"), (60, "a"), (60, "b")])
    }

    // R-TIM-01
    @Test func aWaitThatRearmsItselfWithZeroLetsOthersRun() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .merge(.after(.zero, "again").cancellable(id: "k"), .after(.zero, "other"))
            case "again": .after(.zero, "again").cancellable(id: "k")
            case "stop": .cancel(id: "k")
            default: .none
            }
        }
        harness.send("X")
        for _ in 1...3 { harness.clock.runQueue.runTurn() }
        harness.expectActions(["X", "again", "other", "again", "again"])
        harness.send("stop")
        #expect(!harness.clock.hasPendingWork)
    }

    // R-TIM-22
    @Test func workThatFeedsItselfLeavesTimersTheirTurn() {
        let harness = Harness<Int> { action in
            switch action {
            case -1:
                .merge(
                    .after(.milliseconds(10), 1),
                    .timer(every: .milliseconds(10), count: 100, -2))
            case 1..<20_000: .send(action + 1)
            default: .none
            }
        }
        harness.send(-1)
        harness.advance(to: 9)
        harness.clock.stall(for: .milliseconds(1))
        var turns = 0
        while let next = harness.clock.runQueue.nextDeadline, next <= harness.clock.now {
            let before = harness.received.count
            harness.clock.runQueue.runTurn()
            turns += 1
            #expect(harness.received.count - before <= Limits.actionsPerTurn)
        }
        #expect(turns == 21)
        harness.advance(to: 2_000)
        #expect(harness.received.filter { $0.action == -2 }.count == 100)
        #expect(harness.received.filter { $0.action > 0 }.count == 20_000)
    }

    // R-TIM-22
    @Test func aCallbackDueWithAFloodOfWorkRunsAfterItsFirstBatch() {
        var reducedBefore = -1
        var reduced = 0
        let harness = Harness<Int> { action in
            switch action {
            case 0:
                return .merge(
                    .after(.milliseconds(10), 1),
                    .run { send in
                        send.after(.milliseconds(10)) {
                            reducedBefore = reduced
                            send.finish()
                        }
                    })
            case 1..<5_000:
                reduced += 1
                return .send(action + 1)
            default: return .none
            }
        }
        harness.send(0)
        harness.clock.run()
        #expect(reducedBefore == Limits.actionsPerTurn)
        #expect(reduced == 4_999)
    }

    @Test func aTimerStartedByATickBeginsItsGridThere() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .timer(every: .milliseconds(300), count: 2, "outer")
            case "outer": .timer(every: .milliseconds(100), count: 2, "inner")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([
            (0, "X"), (300, "outer"), (400, "inner"), (500, "inner"), (600, "outer"),
            (700, "inner"), (800, "inner"),
        ])
    }

    @Test func aLeadingTimerStartedByATickTicksInTheSameDrain() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .merge(.after(.seconds(1), "a"), .after(.seconds(1), "b"))
            case "a": .timer(every: .milliseconds(100), leading: true, count: 2, "t")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "a"), (1_000, "t"), (1_000, "b"), (1_100, "t")])
    }
}
