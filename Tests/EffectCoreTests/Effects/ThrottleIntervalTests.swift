import EffectCore
import EffectTesting
import Testing

/// Intervals that change from call to call, and those at the ends of the range.
@Suite struct ThrottleIntervalTests {
    private func throttled(
        _ trailing: ThrottleTrailing, _ intervals: [Int: Int]
    ) -> Calls {
        Calls { number in
            .value(number).throttle(
                id: "t", for: .milliseconds(intervals[number] ?? 1_000), trailing: trailing)
        }
    }

    // THR-23
    @Test(arguments: [ThrottleTrailing.latest, .first, .none])
    func theIntervalOfTheNewCallDecides(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, [2: 200])
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (300, 2)])
    }

    // THR-23
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aLongerIntervalHoldsTheCallLonger(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, [1: 200])
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    // THR-23
    @Test(arguments: [(ThrottleTrailing.latest, 3), (.first, 2)])
    func aHeldCallOfALongerIntervalKeepsTheWindowOpen(_ trailing: ThrottleTrailing, started: Int) {
        let calls = throttled(trailing, [1: 200])
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.call(3, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, started)])
    }

    // THR-23
    @Test func aShorterIntervalReleasesTheLatestEarlier() {
        let calls = throttled(.latest, [3: 600])
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.call(3, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (600, 3)])
    }

    // THR-23
    @Test func aLongerIntervalReleasesTheLatestLater() {
        let calls = throttled(.latest, [1: 500, 2: 500])
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.call(3, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3)])
    }

    // THR-23
    @Test func aTrailingStartOpensAWindowOfItsOwnInterval() {
        let calls = throttled(.latest, [2: 400])
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.call(3, at: 700)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (400, 2), (1_400, 3)])
    }

    // THR-23
    @Test func aWindowThatIsOverIsForgotten() {
        let calls = throttled(.latest, [1: 200])
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (300, 2)])
    }

    @Test(arguments: [0, -1, -1_000])
    func anIntervalOfZeroOrLessLimitsNothing(_ interval: Int) {
        for trailing in [ThrottleTrailing.latest, .first, .none] {
            let calls = Calls {
                .value($0).throttle(
                    id: "t", for: .milliseconds(interval), trailing: trailing)
            }
            for number in 1...3 { calls.call(number, at: 10) }
            calls.expect([(10, 1), (10, 2), (10, 3)])
            #expect(calls.clock.armedTimerCount == 0)
        }
    }

    @Test func anIntervalOfZeroPassesAnOpenWindow() {
        let calls = throttled(.latest, [3: 0])
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.call(3, at: 200)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (200, 3)])
    }

    // TMR-20
    @Test(arguments: [ThrottleTrailing.latest, .first, .none])
    func anEndlessIntervalNeverEnds(_ trailing: ThrottleTrailing) {
        let calls = Calls {
            .value($0).throttle(id: "t", for: .seconds(Int64.max) * 3, trailing: trailing)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 1_000)
        calls.clock.run()
        calls.clock.advance(to: .distantFuture)
        calls.call(3)
        calls.expect([(0, 1)])
        calls.cancel("t")
        #expect(calls.clock.armedTimerCount == 0)
        calls.harness.release()
    }

    // R-TIM-08
    @Test func aLongIntervalEndsExactly() {
        let day: Int = 86_400_000
        let calls = Calls {
            .value($0).throttle(id: "t", for: .milliseconds(30 * day), trailing: .latest)
        }
        calls.call(1, at: 0)
        calls.call(2, at: day)
        calls.advance(to: 30 * day - 1)
        calls.expect([(0, 1)])
        calls.advance(to: 30 * day)
        calls.expect([(0, 1), (30 * day, 2)])
    }

    @Test func aShortQuietTimeUnderTheIdLeavesALongWindowOpen() {
        let calls = Calls { number in
            number == 2
                ? .value(2).debounce(
                    id: "t", for: .milliseconds(100), leading: true, trailing: false)
                : .value(number).throttle(id: "t", for: .seconds(1), trailing: .none)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 50)
        calls.call(3, at: 999)
        calls.call(4, at: 1_000)
        calls.expect([(0, 1), (50, 2), (1_000, 4)])
    }

    @Test func aShortWindowUnderTheIdLeavesALongQuietTime() {
        let calls = Calls { number in
            switch number {
            case 2: .value(2).throttle(id: "t", for: .milliseconds(100), trailing: .none)
            // A timer, after which the windows are forgotten that are over.
            case 3: .value(3, after: 300)
            default:
                .value(number).debounce(
                    id: "t", for: .seconds(1), leading: true, trailing: false)
            }
        }
        calls.call(1, at: 0)
        calls.call(2, at: 50)
        calls.call(3, at: 100)
        calls.call(4, at: 999)
        calls.call(5, at: 1_999)
        calls.expect([(0, 1), (50, 2), (400, 3), (1_999, 5)])
    }
}
