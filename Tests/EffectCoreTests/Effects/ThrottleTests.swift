import EffectCore
import EffectTesting
import Testing

@Suite struct ThrottleTests {
    private func throttled(
        _ trailing: ThrottleTrailing, for duration: Duration = .seconds(1)
    ) -> Calls {
        Calls { .value($0).throttle(id: "t", for: duration, trailing: trailing) }
    }

    private func fiveCalls(_ trailing: ThrottleTrailing) -> Calls {
        let calls = throttled(trailing)
        for (number, time) in [(1, 0), (2, 0), (3, 250), (4, 500), (5, 750)] {
            calls.call(number, at: time)
        }
        return calls
    }

    // THR-02
    @Test func theLastCallOfAWindowStartsAtItsEnd() {
        let calls = fiveCalls(.latest)
        calls.expect([(0, 1)])
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 5)])
    }

    // THR-03
    @Test func theFirstHeldCallOfAWindowStartsAtItsEnd() {
        let calls = fiveCalls(.first)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    // THR-04
    @Test func withoutTrailingTheCallsOfAWindowNeverStart() {
        let calls = fiveCalls(.none)
        calls.advance(to: 1_000)
        calls.expect([(0, 1)])
        calls.call(6)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 6)])
    }

    // THR-02, THR-03
    @Test(arguments: [(true, 5), (false, 2)])
    func latestChoosesBetweenLastAndFirst(_ latest: Bool, _ second: Int) {
        let calls = Calls { .value($0).throttle(id: "t", for: .seconds(1), latest: latest) }
        for (number, time) in [(1, 0), (2, 0), (3, 250), (4, 500), (5, 750)] {
            calls.call(number, at: time)
        }
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, second)])
    }

    // THR-02, THR-03, THR-04
    @Test(arguments: [
        (ThrottleTrailing.latest, "a---y----b---x---x---(x|)"),
        (.first, "a---x----b---x---c---(x|)"),
        (.none, "a--------b-----c----|"),
    ])
    func aWindowIsAPicture(_ trailing: ThrottleTrailing, _ expected: String) {
        let input: Timeline = "a-xy-----b--x--cxxx-|"
        let output = input.run {
            .send($0).throttle(id: "t", for: .milliseconds(40), trailing: trailing)
        }
        #expect(output.description == expected)
    }

    // THR-05
    @Test(arguments: [ThrottleTrailing.latest, .first, .none])
    func aCallAtTheEndOfAnEmptyWindowStarts(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing)
        calls.call(1, at: 0)
        calls.call(2, at: 1_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    // THR-05
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aCallANanosecondBeforeTheEndIsHeld(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing)
        calls.call(1, at: 0)
        calls.clock.advance(to: Instant(nanoseconds: 999_999_999))
        calls.call(2)
        calls.expect([(0, 1)])
        calls.clock.advance(by: .nanoseconds(1))
        calls.expect([(0, 1), (1_000, 2)])
    }

    // THR-08
    @Test func aTrailingStartOpensAWindow() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.call(5, at: 750)
        calls.call(6, at: 1_200)
        calls.call(7, at: 3_000)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 5), (2_000, 6), (3_000, 7)])
    }

    // THR-08
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func sustainedCallsStartOncePerInterval(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing)
        for number in 0..<100 { calls.call(number, at: number * 50) }
        calls.advance(to: 9_000)
        let numbers = trailing == .latest ? [0, 19, 39, 59, 79, 99] : [0, 1, 20, 40, 60, 80]
        calls.expect(numbers.enumerated().map { ($0.offset * 1_000, $0.element) })
    }

    // THR-11
    @Test(arguments: [ThrottleTrailing.latest, .first, .none])
    func allActionsOfOneStartPass(_ trailing: ThrottleTrailing) {
        let calls = Calls { _ in
            .sequence([.value(1), .value(2), .value(3)])
                .throttle(id: "t", for: .seconds(1), trailing: trailing)
        }
        calls.call(0, at: 0)
        calls.expect([(0, 1), (0, 2), (0, 3)])
    }

    // THR-12
    @Test func idsHaveWindowsOfTheirOwn() {
        let calls = Calls { .value($0).throttle(id: $0, for: .seconds(1), trailing: .none) }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.call(1, at: 200)
        calls.expect([(0, 1), (100, 2)])
    }

    // THR-12, R-THR-08
    @Test func storesHaveWindowsOfTheirOwn() {
        let clock = TestClock()
        var received: [String] = []
        func store(_ name: String) -> Store<Void, Int> {
            Store(initialState: (), on: clock) {
                Reduce { _, action in
                    if action < 0 {
                        received.append("\(name)\(action)@\(clock.now.nanoseconds / 1_000_000)")
                        return .none
                    }
                    return .send(-action).throttle(id: "t", for: .seconds(1), trailing: .first)
                }
            }
        }
        let (first, second) = (store("a"), store("b"))
        first.send(1)
        clock.advance(by: .milliseconds(100))
        second.send(1)
        first.send(2)
        clock.run()
        #expect(received == ["a-1@0", "b-1@100", "a-2@1000"])
    }

    // R-THR-01
    @Test func aCallRightAfterATrailingStartIsHeld() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.call(3, at: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_000, 3)])
    }

    // R-THR-02
    @Test func firstModeHoldsNothingOverFromAnEarlierWindow() {
        let calls = throttled(.first)
        let script = [(1, 0), (2, 0), (3, 250), (4, 500), (5, 750), (6, 1_250), (7, 1_750)]
        for (number, time) in script { calls.call(number, at: time) }
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_000, 6)])
    }

    // THR-03
    @Test(arguments: [false, true])
    func inFirstModeAnotherCallOfTheWindowIsDroppedAtOnce(share: Bool) {
        let calls = Calls {
            .value($0).throttle(id: "t", for: .seconds(1), trailing: .first, share: share)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        #expect(calls.call(3, at: 200).isFinished)
        #expect(calls.clock.armedTimerCount == 1)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    // R-THR-05
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aWindowThatSawOneCallStartsNothingAtItsEnd(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, for: .milliseconds(5))
        for (number, time) in [(1, 0), (2, 1), (3, 20)] { calls.call(number, at: time) }
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (5, 2), (20, 3)])
    }

    @Test func throttlingNothingIsNothing() {
        let calls = Calls { number in
            let work: Calls.Work = number == 0 ? .none : .value(number)
            return work.throttle(id: "t", for: .seconds(1), trailing: .latest)
        }
        calls.call(0, at: 0)
        calls.call(1, at: 10)
        calls.call(0, at: 20)
        calls.advance(to: 9_000)
        calls.expect([(10, 1)])
    }
}
