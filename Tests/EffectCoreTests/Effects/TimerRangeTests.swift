import EffectCore
import EffectModel
import EffectTesting
import Testing

/// Long waits, many waits, and what they leave behind.
@Suite struct TimerRangeTests {
    // TMR-18
    @Test(arguments: [Duration.microseconds(400), .nanoseconds(1_000_100), .nanoseconds(1)])
    func aWaitIsExactToTheNanosecond(_ duration: Duration) {
        let harness = Harness<String> { $0 == "X" ? .after(duration, "a") : .none }
        harness.send("X")
        harness.clock.advance(by: duration - .nanoseconds(1))
        harness.expectActions(["X"])
        harness.clock.advance(by: .nanoseconds(1))
        harness.expectActions(["X", "a"])
    }

    // TMR-18
    @Test func aWaitThatIsNoWholeNanosecondIsRoundedUp() {
        let half = Duration(secondsComponent: 0, attosecondsComponent: 500_000_000)
        let harness = Harness<String> { $0 == "X" ? .after(half, "a") : .none }
        harness.send("X")
        harness.clock.advance(by: .zero)
        harness.expectActions(["X"])
        harness.clock.advance(by: .nanoseconds(1))
        harness.expectActions(["X", "a"])
    }

    // TMR-20
    @Test(arguments: [1, 2, 18])
    func anEndlessWaitSaturatesAndNeverFires(_ factor: Int) {
        let endless = Duration.seconds(Int64.max) * factor
        let harness = Harness<String> { action in
            switch action {
            case "X":
                .merge(
                    .after(endless, "a"), .timer(every: endless, "b"),
                    .timer(every: endless, missed: .burst, "b"),
                    .timer(every: endless, clock: .boottime, "b"), .send("c").delay(for: endless),
                    .concatenate(.sleep(for: endless), .send("d")),
                    Effect.never.timeout(after: endless, "e"))
            default: .none
            }
        }
        harness.advance(to: 1)
        harness.send("X")
        #expect(harness.clock.armedTimerCount == 7)
        harness.clock.suspend(for: .seconds(3_600))
        harness.clock.run()
        harness.clock.advance(to: .distantFuture)
        harness.clock.suspend(for: endless)
        harness.clock.advance(by: .zero)
        harness.expectActions(["X"])
        harness.release()
        #expect(harness.clock.armedTimerCount == 0)
    }

    // TMR-20
    @Test func anEndlessPeriodStillTicksAtItsStart() {
        let harness = Harness<String> { action in
            action == "X" ? .timer(every: .seconds(Int64.max), leading: true, "t") : .none
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "t")])
    }

    // TMR-20
    @Test func aTickNearTheEndOfTimeDoesNotTrap() {
        let period = Duration.nanoseconds(Int64.max / 2 + 1)
        let harness = Harness<String> { action in
            action == "X" ? .timer(every: period, "t") : .none
        }
        harness.send("X")
        harness.clock.run()
        harness.expectActions(["X", "t"])
        harness.clock.advance(to: .distantFuture)
        harness.expectActions(["X", "t"])
    }

    // R-TIM-08
    @Test(arguments: [Duration.seconds(30 * 86_400), .milliseconds(10_000_000_000)])
    func aLongWaitFiresExactlyAtItsTime(_ duration: Duration) {
        let harness = Harness<String> { action in
            action == "X" ? .merge(.after(duration, "a"), .timer(every: duration, "t")) : .none
        }
        harness.send("X")
        harness.clock.advance(by: .seconds(3_600))
        harness.expectActions(["X"])
        harness.clock.advance(to: Instant.zero.advanced(by: duration - .nanoseconds(1)))
        harness.expectActions(["X"])
        harness.clock.advance(by: .nanoseconds(1))
        harness.expectActions(["X", "a", "t"])
        harness.clock.advance(by: duration)
        harness.expectActions(["X", "a", "t", "t"])
    }

    // TMR-26
    @Test func aHundredThousandWaitsFireInOrderAndCancelsAreExact() {
        let seed = UInt64(11)
        var generator = SplitMix64(seed: seed)
        let deadlines = (0..<100_000).map { _ in Int.random(in: 0..<10_000, using: &generator) }
        let cancelled = (0..<100_000).shuffled(using: &generator).prefix(50_000)
        enum Step { case arm(Int), cancel(Int), fired(Int) }
        let clock = TestClock(stepLimit: 300_000)
        var fired: [Int] = []
        let store = Store<Void, Step>(initialState: (), on: clock) {
            Reduce { _, step in
                switch step {
                case .arm(let number):
                    return .after(.milliseconds(deadlines[number]), .fired(number))
                        .cancellable(id: number)
                case .cancel(let number): return .cancel(id: number)
                case .fired(let number):
                    #expect(Int(clock.now.nanoseconds / 1_000_000) == deadlines[number])
                    fired.append(number)
                    return .none
                }
            }
        }
        for number in 0..<100_000 { store.send(.arm(number)) }
        for number in cancelled { store.send(.cancel(number)) }
        #expect(clock.armedTimerCount == 50_000)
        clock.run()
        let gone = Set(cancelled)
        let expected = (0..<100_000).filter { !gone.contains($0) }
            .sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
        #expect(fired == expected, "seed \(seed)")
        #expect(store.tableCounts == (0, 0, 0))
    }

    // TMR-27
    @Test func anIdleStoreWakesNobody() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .timer(every: .seconds(1), "t").cancellable(id: "t")
            case "wait": .never
            case "stop": .cancel(id: "t")
            default: .none
            }
        }
        #expect(harness.clock.runQueue.nextDeadline == nil)
        harness.send("wait")
        #expect(harness.clock.runQueue.nextDeadline == nil)
        harness.send("X")
        #expect(harness.clock.runQueue.nextDeadline == Instant(nanoseconds: 1_000_000_000))
        harness.send("stop")
        #expect(harness.clock.runQueue.nextDeadline == nil)
    }

    // R-TIM-19
    @Test func theNextWakeUpIsThatOfTheEarliestWait() {
        let harness = Harness<Int> { action in
            action < 0
                ? .cancel(id: -action) : .after(.milliseconds(action), 0).cancellable(id: action)
        }
        func next() -> Int64? {
            harness.clock.runQueue.nextDeadline.map { $0.nanoseconds / 1_000_000 }
        }
        harness.send(100)
        harness.send(1_000)
        #expect(next() == 100)
        harness.send(-100)
        #expect(next() == 1_000)
        harness.send(50)
        #expect(next() == 50)
    }

    // R-TIM-21
    @Test func aHundredThousandCancelledWaitsLeaveNothingBehind() {
        var alive = 0
        let clock = TestClock()
        let store = Store<Void, Int>(initialState: (), on: clock) {
            Reduce { _, action in
                if action == 0 { return .after(.seconds(86_400), -1) }
                alive += 1
                let sentinel = Sentinel { alive -= 1 }
                return .timer(every: .seconds(3_600)) { _ in
                    sentinel.touch()
                    return -1
                }
            }
        }
        store.send(0)
        let before = store.tableCounts
        for number in 1...100_000 {
            store.send(number).cancel()
            guard alive == 0, number % 1_000 > 0 || clock.armedTimerCount == 1 else {
                Issue.record("\(number) waits: \(alive) alive, \(clock.armedTimerCount) armed")
                return
            }
        }
        #expect(store.tableCounts == before)
    }

    // R-TIM-21
    @Test func aCancelReleasesWhatManyWaitsHeldAtOnce() {
        var alive = 0
        let clock = TestClock()
        let store = Store<Void, Int>(initialState: (), on: clock) {
            Reduce { _, action in
                if action == 0 { return .cancel(id: "k") }
                alive += 1
                let sentinel = Sentinel { alive -= 1 }
                return .run { send in
                    send.after(.seconds(3_600)) { sentinel.touch() }
                }.cancellable(id: "k")
            }
        }
        for number in 1...10_000 { store.send(number) }
        #expect(alive == 10_000)
        #expect(clock.armedTimerCount == 10_000)
        store.send(0)
        #expect(alive == 0)
        #expect(clock.armedTimerCount == 0)
        #expect(store.tableCounts == (0, 0, 0))
    }
}
