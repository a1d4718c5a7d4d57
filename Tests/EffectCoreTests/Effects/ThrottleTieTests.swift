import EffectCore
import EffectTesting
import Testing

/// What happens when something else is due at the instant at which a window ends.
@Suite struct ThrottleTieTests {
    private func throttled(_ trailing: ThrottleTrailing) -> Calls {
        Calls { .value($0).throttle(id: "t", for: .seconds(1), trailing: trailing) }
    }

    // THR-06
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aReleaseAheadOfTheCallerHoldsTheCall(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.arm(3, after: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_000, 3)])
    }

    // THR-06
    @Test func aCallerAheadOfTheReleaseSupersedesTheLatest() {
        let calls = throttled(.latest)
        calls.arm(3, after: 1_000)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3)])
    }

    // THR-06
    @Test func aCallerAheadOfTheReleaseLetsTheFirstGoBefore() {
        let calls = throttled(.first)
        calls.arm(3, after: 1_000)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_000, 3)])
    }

    // THR-06
    @Test func aCallAtTheEndStartsWhenNothingIsHeld() {
        let calls = throttled(.none)
        calls.arm(3, after: 1_000)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3)])
    }

    // THR-06
    @Test func theReleaseKeepsThePlaceOfTheFirstHeldCall() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.arm(4, after: 500)
        calls.call(3, at: 700)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3), (2_000, 4)])
    }

    // THR-06
    @Test func theReleaseKeepsItsPlaceWithinOneActionToo() {
        let calls = Calls { number in
            let call = Calls.Work.value(number).throttle(
                id: "t", for: .seconds(1), trailing: .latest)
            guard number == 2 else { return call }
            return .merge(
                call, .after(.milliseconds(500), .call(4)),
                .value(3).throttle(id: "t", for: .seconds(1), trailing: .latest))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3), (2_000, 4)])
    }

    @Test func aCancelAheadOfTheReleaseWins() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.armCancel("t", after: 1_000)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1)])
    }

    @Test func aCancelBehindTheReleaseComesTooLate() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.armCancel("t", after: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    @Test func windowsThatEndTogetherReleaseInTheOrderOfTheirHeldCalls() {
        let calls = Calls { number in
            .value(number).throttle(id: number % 10, for: .seconds(1), trailing: .latest)
        }
        for number in [1, 2, 3] { calls.call(number, at: 0) }
        for number in [13, 11, 12] { calls.call(number, at: 500) }
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (0, 2), (0, 3), (1_000, 13), (1_000, 11), (1_000, 12)])
    }

    @Test func anOverdueHeldCallStartsLateAndItsWindowWithIt() {
        let calls = throttled(.latest)
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.clock.stall(for: .milliseconds(2_700))
        calls.clock.advance(by: .zero)
        calls.call(3, at: 3_500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (3_000, 2), (4_000, 3)])
    }

    @Test(arguments: [
        (ThrottleTrailing.latest, [[1_500, 3]]), (.first, [[1_500, 2], [2_500, 3]]),
    ])
    func aCallDuringAStallFindsTheWindowOver(
        _ trailing: ThrottleTrailing, _ expected: [[Int]]
    ) {
        let calls = throttled(trailing)
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.clock.stall(for: .milliseconds(1_200))
        calls.call(3)
        calls.advance(to: 9_000)
        calls.expect([(0, 1)] + expected.map { ($0[0], $0[1]) })
    }

    @Test func aWindowCoversItsIntervalFromTheRealStart() {
        let clock = TestClock()
        let calls = Calls(on: clock) { number in
            number == 0
                ? .run { send in
                    send.after(.seconds(1)) { clock.stall(for: .milliseconds(400)) }
                }
                : .value(number).throttle(id: "t", for: .seconds(1), trailing: .latest)
        }
        calls.call(0, at: 0)
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.call(3, at: 2_100)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_400, 2), (2_400, 3)])
    }

    @Test func aSlowDrainDoesNotDelayTheEndOfTheWindow() {
        let clock = TestClock()
        let calls = Calls(on: clock) { number in
            if number == 9 {
                clock.stall(for: .milliseconds(300))
                return .none
            }
            let call = Calls.Work.value(number).throttle(
                id: "t", for: .seconds(1), trailing: .latest)
            return number == 2 ? .merge(call, .send(.call(9))) : call
        }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }
}
