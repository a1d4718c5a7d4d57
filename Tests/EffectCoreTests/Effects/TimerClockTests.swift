import EffectCore
import EffectTesting
import Testing

/// Timers on the clock that counts the time in which the machine is suspended, and on the one that
/// does not.
@Suite struct TimerClockTests {
    private func harness(
        every seconds: Int, count: Int? = nil, missed: MissedTicks = .skip, on clock: TimerClock
    ) -> Harness<[Int]> {
        Harness { action in
            action.isEmpty
                ? .timer(every: .seconds(seconds), count: count, missed: missed, clock: clock) {
                    [$0.count, $0.missed]
                } : .none
        }
    }

    /// Second, number and missed ticks of each tick.
    private func ticks(_ harness: Harness<[Int]>) -> [[Int]] {
        harness.received.dropFirst().map { [$0.time / 1_000] + $0.action }
    }

    // TMR-24
    @Test func aMonotonicTimerDoesNotCountASuspend() {
        let harness = harness(every: 60, count: 3, on: .monotonic)
        harness.send([])
        harness.advance(to: 90_000)
        harness.clock.suspend(for: .seconds(3_600))
        harness.clock.run()
        #expect(ticks(harness) == [[60, 1, 0], [120, 2, 0], [180, 3, 0]])
    }

    // TMR-24
    @Test func aBootTimeTimerTicksOnceOnWakeUpAndKeepsItsGrid() {
        let harness = harness(every: 60, count: 4, on: .boottime)
        harness.send([])
        harness.advance(to: 90_000)
        harness.clock.suspend(for: .seconds(3_610))
        #expect(harness.received.count == 2)
        harness.clock.run()
        // Boot time is 3700 s on wake-up; the grid goes on at 3720, 20 s later.
        #expect(ticks(harness) == [[60, 1, 0], [90, 2, 59], [110, 3, 0], [170, 4, 0]])
    }

    // TMR-24
    @Test(arguments: [
        (MissedTicks.burst, [[30, 1, 0], [30, 2, 0], [30, 3, 0], [80, 4, 0]]),
        (.delay, [[30, 1, 0], [90, 2, 0], [150, 3, 0], [210, 4, 0]]),
    ])
    func theOtherPoliciesHoldForASuspendToo(_ missed: MissedTicks, _ expected: [[Int]]) {
        let harness = harness(every: 60, count: 4, missed: missed, on: .boottime)
        harness.send([])
        harness.advance(to: 30_000)
        harness.clock.suspend(for: .seconds(160))
        harness.clock.run()
        #expect(ticks(harness) == expected)
    }

    // R-TIM-14
    @Test func anHourWithAQuarterSuspendedEndsByEitherClock() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .timer(every: .seconds(3_600), count: 1, clock: .boottime, "boottime"),
                .timer(every: .seconds(3_600), count: 1, clock: .monotonic, "monotonic"),
                .after(.seconds(3_600), "after"))
        }
        harness.send("X")
        harness.advance(to: 1_200_000)
        harness.clock.suspend(for: .seconds(900))
        harness.clock.run()
        harness.expect([
            (0, "X"), (2_700_000, "boottime"), (3_600_000, "monotonic"), (3_600_000, "after"),
        ])
    }

    // R-TIM-14
    @Test func aBootTimeTimerThatIsOverdueFiresOnResume() {
        let harness = harness(every: 3_600, count: 1, on: .boottime)
        harness.send([])
        harness.advance(to: 1_200_000)
        harness.clock.suspend(for: .seconds(7_200))
        harness.clock.advance(by: .zero)
        #expect(ticks(harness) == [[1_200, 1, 1]])
    }

    // TMR-24
    @Test func waitsAndGatesDoNotCountASuspend() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .after(.seconds(1), "after"),
                .send("debounce").debounce(id: "d", for: .seconds(1)))
        }
        harness.send("X")
        harness.clock.suspend(for: .seconds(3_600))
        harness.clock.advance(by: .zero)
        harness.expect([(0, "X")])
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "after"), (1_000, "debounce")])
    }

    // TMR-24
    @Test func withoutASuspendBothClocksShareOneOrder() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .timer(every: .seconds(1), count: 2, clock: .boottime, "1"),
                .timer(every: .seconds(1), count: 2, "2"),
                .timer(every: .seconds(1), count: 2, clock: .boottime, "3"),
                .timer(every: .seconds(1), count: 2, "4"))
        }
        harness.send("X")
        harness.clock.run()
        harness.expectActions(["X", "1", "2", "3", "4", "1", "2", "3", "4"])
    }

    // TMR-24
    @Test func aCancelReachesABootTimeTimer() {
        let harness = Harness<String> { action in
            switch action {
            case "X":
                .timer(every: .seconds(1), clock: .boottime, "t").cancellable(id: "t")
            case "stop": .cancel(id: "t")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.suspend(for: .seconds(60))
        harness.send("stop")
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expectActions(["X", "stop"])
    }

    // TMR-24
    @Test func theDeadlineOfATickIsOnItsOwnClock() {
        var deadlines: [Int64] = []
        let harness = Harness<Int> { action in
            guard action == 0 else { return .none }
            return .timer(every: .seconds(60), leading: true, count: 3, clock: .boottime) { tick in
                deadlines.append(tick.deadline.nanoseconds / 1_000_000_000)
                return tick.count
            }
        }
        harness.clock.suspend(for: .seconds(1_000))
        harness.send(0)
        harness.clock.run()
        harness.expect([(0, 0), (0, 1), (60_000, 2), (120_000, 3)])
        #expect(deadlines == [1_000, 1_060, 1_120])
    }
}
