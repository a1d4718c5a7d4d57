import EffectCore
import EffectTesting
import Testing

/// What a timer does about ticks that fell due while the loop was busy.
@Suite struct TimerMissedTests {
    /// A harness whose ticks are noted with how many were missed, and whose reducer can block.
    private func harness(
        every period: Int, count: Int? = nil, leading: Bool = false, missed: MissedTicks,
        blocking: [Int: Int] = [:]
    ) -> Harness<[Int]> {
        let clock = TestClock()
        return Harness(on: clock) { action in
            guard let number = action.first else {
                return .timer(
                    every: .milliseconds(period), leading: leading, count: count, missed: missed
                ) { [$0.count, $0.missed] }.cancellable(id: "t")
            }
            clock.stall(for: .milliseconds(blocking[number] ?? 0))
            return .none
        }
    }

    /// Time, number and missed ticks of each tick.
    private func ticks(_ harness: Harness<[Int]>) -> [[Int]] {
        harness.received.dropFirst().map { [$0.time] + $0.action }
    }

    // TMR-10
    @Test(arguments: [
        (MissedTicks.skip, [[2, 1, 0], [9, 2, 2], [10, 3, 0], [12, 4, 0]]),
        (.burst, [[2, 1, 0], [9, 2, 0], [9, 3, 0], [9, 4, 0], [10, 5, 0], [12, 6, 0]]),
        (.delay, [[2, 1, 0], [11, 2, 0]]),
    ])
    func aTickThatBlocksTheLoop(_ missed: MissedTicks, _ expected: [[Int]]) {
        let harness = harness(every: 2, missed: missed, blocking: [1: 7])
        harness.send([])
        harness.advance(to: 12)
        #expect(ticks(harness) == expected)
    }

    // R-TIM-07
    @Test(arguments: [
        (MissedTicks.skip, [[10_500, 3, 7], [11_000, 4, 0], [12_000, 5, 0]]),
        (.delay, [[10_500, 3, 0], [11_500, 4, 0]]),
        (.burst, (3...10).map { [10_500, $0, 0] } + [[11_000, 11, 0], [12_000, 12, 0]]),
    ])
    func aLoopThatWasBlocked(_ missed: MissedTicks, _ expected: [[Int]]) {
        let harness = harness(every: 1_000, missed: missed)
        harness.send([])
        harness.advance(to: 2_500)
        harness.clock.stall(for: .seconds(8))
        harness.advance(to: 12_000)
        #expect(ticks(harness) == [[1_000, 1, 0], [2_000, 2, 0]] + expected)
    }

    // R-TIM-07
    @Test func skippingIsTheDefault() {
        let harness = Harness<[Int]> { action in
            action.isEmpty ? .timer(every: .seconds(1)) { [$0.count, $0.missed] } : .none
        }
        harness.send([])
        harness.clock.stall(for: .milliseconds(5_500))
        harness.advance(to: 6_000)
        #expect(ticks(harness) == [[5_500, 1, 4], [6_000, 2, 0]])
    }

    // TMR-10
    @Test func aTickThatIsLateByLessThanAPeriodMissesNothing() {
        let harness = harness(every: 1_000, missed: .skip)
        harness.send([])
        harness.clock.stall(for: .milliseconds(1_999))
        harness.advance(to: 2_000)
        #expect(ticks(harness) == [[1_999, 1, 0], [2_000, 2, 0]])
    }

    // TMR-10
    @Test func aTickThatIsLateByExactlyAPeriodMissesOne() {
        let harness = harness(every: 1_000, missed: .skip)
        harness.send([])
        harness.clock.stall(for: .milliseconds(2_000))
        harness.advance(to: 3_000)
        #expect(ticks(harness) == [[2_000, 1, 1], [3_000, 2, 0]])
    }

    // TMR-10
    @Test(arguments: [
        (MissedTicks.skip, [[5_500, 1, 4], [6_000, 2, 0], [7_000, 3, 0]]),
        (.delay, [[5_500, 1, 0], [6_500, 2, 0], [7_500, 3, 0]]),
        (.burst, [[5_500, 1, 0], [5_500, 2, 0], [5_500, 3, 0]]),
    ])
    func aCountCountsTheTicksThatCame(_ missed: MissedTicks, _ expected: [[Int]]) {
        let harness = harness(every: 1_000, count: 3, missed: missed)
        let task = harness.send([])
        harness.clock.stall(for: .milliseconds(5_500))
        harness.clock.run()
        #expect(ticks(harness) == expected)
        #expect(task.isFinished)
    }

    // TMR-10
    @Test func theLastTickCarriesWhatWasMissedToo() {
        let harness = harness(every: 1_000, count: 1, missed: .skip)
        harness.send([])
        harness.clock.stall(for: .milliseconds(5_500))
        harness.clock.run()
        #expect(ticks(harness) == [[5_500, 1, 4]])
    }

    // TMR-10
    @Test func aBlockingLeadingTickMovesNotTheGrid() {
        let harness = harness(every: 1_000, leading: true, missed: .skip, blocking: [1: 2_500])
        harness.send([])
        harness.advance(to: 6_000)
        // The grid begins when the drain that started the timer ends.
        #expect(ticks(harness) == [[0, 1, 0], [3_500, 2, 0], [4_500, 3, 0], [5_500, 4, 0]])
    }

    // TMR-10
    @Test func aTickBlockedBySiblingsOfItsTurnComesOnce() {
        let clock = TestClock()
        let harness = Harness<[Int]>(on: clock) { action in
            switch action.first {
            case nil:
                return .merge(
                    .run { send in
                        send.after(.milliseconds(2)) { clock.stall(for: .milliseconds(7)) }
                    },
                    .timer(every: .milliseconds(2)) { [$0.count, $0.missed] })
            default: return .none
            }
        }
        harness.send([])
        harness.advance(to: 12)
        #expect(ticks(harness) == [[9, 1, 3], [10, 2, 0], [12, 3, 0]])
    }

    // R-TIM-05
    @Test func thePeriodIncludesTheTimeOfTheCallback() {
        let harness = harness(
            every: 5_000, count: 3, missed: .skip, blocking: [1: 1_000, 2: 1_000, 3: 1_000])
        harness.send([])
        harness.clock.run()
        #expect(ticks(harness) == [[5_000, 1, 0], [10_000, 2, 0], [15_000, 3, 0]])
    }

    // R-TIM-05
    @Test func aCallbackThatTakesThePeriodLeavesNoGap() {
        let harness = harness(
            every: 2_000, count: 4, missed: .skip, blocking: [1: 2_000, 2: 2_000, 3: 2_000])
        harness.send([])
        harness.clock.run()
        #expect(ticks(harness) == [[2_000, 1, 0], [4_000, 2, 0], [6_000, 3, 0], [8_000, 4, 0]])
    }

    // R-TIM-05
    @Test func aFixedDelayCountsFromTheEndOfTheCallback() {
        let harness = harness(
            every: 5_000, count: 3, missed: .delay, blocking: [1: 1_000, 2: 1_000])
        harness.send([])
        harness.clock.run()
        #expect(ticks(harness) == [[5_000, 1, 0], [11_000, 2, 0], [17_000, 3, 0]])
    }

    // TMR-10
    @Test func aBurstKeepsTheOrderOfDeadlines() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .timer(every: .seconds(1), missed: .burst, "t"), .after(.milliseconds(2_500), "a"))
        }
        harness.send("X")
        harness.clock.stall(for: .milliseconds(3_200))
        harness.clock.advance(by: .zero)
        harness.expectActions(["X", "t", "t", "a", "t"])
    }

    // TMR-10
    @Test func aBurstEndsWhenOneOfItsTicksCancels() {
        let harness = Harness<Int> { action in
            switch action {
            case 0: .timer(every: .seconds(1), missed: .burst) { $0.count }.cancellable(id: "t")
            case 2: .cancel(id: "t")
            default: .none
            }
        }
        harness.send(0)
        harness.clock.stall(for: .milliseconds(8_500))
        harness.clock.run()
        harness.expectActions([0, 1, 2])
    }

    @Test func anAdvanceWithinATickIsABlockedLoop() {
        let clock = TestClock()
        let harness = Harness<[Int]>(on: clock) { action in
            if action == [1, 0] { clock.advance(by: .milliseconds(3_500)) }
            return action.isEmpty ? .timer(every: .seconds(1)) { [$0.count, $0.missed] } : .none
        }
        harness.send([])
        harness.advance(to: 5_000)
        #expect(ticks(harness) == [[1_000, 1, 0], [4_500, 2, 2], [5_000, 3, 0]])
    }
}
