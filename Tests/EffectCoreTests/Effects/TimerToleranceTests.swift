import EffectCore
import EffectModel
import EffectTesting
import Testing

@Suite struct TimerToleranceTests {
    /// A scheduler whose driver waits as long as it may, on a time that is moved by hand.
    private final class LazyDriver: Scheduler {
        final class Time { var nanoseconds: Int64 = 0 }

        let time = Time()
        let runQueue: RunQueue
        var wakeUps = 0

        init() {
            let time = time
            runQueue = RunQueue(clock: { time.nanoseconds })
        }

        var now: Instant { Instant(nanoseconds: time.nanoseconds) }

        func run(to end: Duration) {
            let end = end.roundedNanoseconds
            while let next = runQueue.nextWakeUp?.nanoseconds, next <= end {
                time.nanoseconds = max(time.nanoseconds, next)
                runQueue.runTurn()
                wakeUps += 1
            }
            time.nanoseconds = end
        }
    }

    // R-FOO-05
    @Test(arguments: UInt64(1)...20)
    func timersOfAnyPhaseShareWakeUps(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let driver = LazyDriver()
        var ticks: [Int] = Array(repeating: 0, count: 20)
        var late = Int64(0)
        let store = Store<Int, Int>(initialState: 0, on: driver) {
            Reduce { _, number in
                guard number < 0 else { return .none }
                return .timer(every: .seconds(1), tolerance: .milliseconds(250)) { tick in
                    ticks[-1 - number] += 1
                    late = max(late, tick.deadline.duration(to: driver.now).roundedNanoseconds)
                    return 0
                }
            }
        }
        for number in 1...20 {
            store.send(-number)
            driver.time.nanoseconds += Int64.random(in: 0..<50_000_000, using: &generator)
        }
        let start = driver.time.nanoseconds
        driver.run(to: .nanoseconds(start) + .seconds(10))
        #expect(driver.wakeUps <= 50)
        #expect(ticks.allSatisfy { $0 == 10 || $0 == 9 }, "\(ticks)")
        #expect((1...250_000_000).contains(late))
    }

    @Test func onATestClockATickComesWhenItIsDue() {
        let harness = Harness<Int> { action in
            action == 0 ? .timer(every: .seconds(1), tolerance: .milliseconds(250), 1) : .none
        }
        harness.send(0)
        harness.advance(to: 2_999)
        #expect(harness.received.map(\.time) == [0, 1_000, 2_000])
    }

    @Test func atMostHalfAPeriodCounts() {
        let driver = LazyDriver()
        var ticks: [Tick] = []
        let store = Store<Int, Int>(initialState: 0, on: driver) {
            Reduce { _, action in
                guard action == 0 else { return .none }
                return .timer(every: .seconds(1), tolerance: .seconds(60)) {
                    ticks.append($0)
                    return 1
                }
            }
        }
        store.send(0)
        driver.run(to: .milliseconds(10_499))
        #expect(ticks.count == 9)
        driver.run(to: .milliseconds(10_500))
        #expect(ticks.map(\.count) == Array(1...10))
        #expect(ticks.allSatisfy { $0.missed == 0 })
    }

    @Test func aNegativeToleranceIsNone() {
        let driver = LazyDriver()
        var count = 0
        let store = Store<Int, Int>(initialState: 0, on: driver) {
            Reduce { _, action in
                count += action
                return action == 0 ? .timer(every: .seconds(1), tolerance: .seconds(-1), 1) : .none
            }
        }
        store.send(0)
        driver.run(to: .seconds(1))
        #expect(count == 1)
    }
}
