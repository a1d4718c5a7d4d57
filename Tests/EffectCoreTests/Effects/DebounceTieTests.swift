import EffectCore
import EffectTesting
import Testing

/// What happens when two things are due at the instant at which a quiet period ends.
@Suite struct DebounceTieTests {
    private func debounced() -> Calls {
        Calls { .value($0).debounce(id: "d", for: .seconds(1)) }
    }

    // DEB-12
    @Test func aCallFromATimerRegisteredBeforeSupersedes() {
        let calls = debounced()
        calls.arm(2, after: 1_000)
        calls.call(1)
        calls.advance(to: 9_000)
        calls.expect([(2_000, 2)])
    }

    // DEB-12
    @Test func aCallFromATimerRegisteredAfterComesTooLate() {
        let calls = debounced()
        calls.call(1)
        calls.arm(2, after: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (2_000, 2)])
    }

    // DEB-12
    @Test func aRestartedWaitIsRegisteredWhenItRestarts() {
        let calls = debounced()
        calls.call(1)
        calls.advance(to: 500)
        calls.arm(3, after: 1_000)
        calls.call(2)
        calls.advance(to: 9_000)
        calls.expect([(2_500, 3)])
    }

    // DEB-12
    @Test func aCallByTheTestAtTheEndOfTheQuietPeriodComesTooLate() {
        let calls = debounced()
        calls.call(1, at: 0)
        calls.call(2, at: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (2_000, 2)])
    }

    // DEB-12
    @Test func aCancelFromATimerRegisteredBeforeWins() {
        let calls = debounced()
        calls.armCancel("d", after: 1_000)
        calls.call(1)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    // DEB-12
    @Test func aCancelFromATimerRegisteredAfterComesTooLate() {
        let calls = debounced()
        calls.call(1)
        calls.armCancel("d", after: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1)])
    }

    @Test func quietPeriodsThatEndTogetherStartInTheOrderOfTheirLastCalls() {
        let calls = Calls { .value($0).debounce(id: $0, for: .seconds(1)) }
        for number in [1, 2, 3, 1] { calls.call(number) }
        calls.advance(to: 1_000)
        calls.expect([(1_000, 2), (1_000, 3), (1_000, 1)])
    }

    @Test func aStartedEffectCancelsTheOneThatIsDueWithIt() {
        let calls = Calls { number in
            let work: Calls.Work = number == 1 ? .send(.cancel("2")) : .value(number)
            return work.debounce(id: "\(number)", for: .seconds(1))
        }
        calls.call(1)
        calls.call(2)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    @Test func aCallDueFromADelayPostponesTheWaitThatEndsWithIt() {
        let calls = Calls { number in
            let call = Calls.Work.value(number).debounce(id: "d", for: .milliseconds(300))
            return number == 2 ? call.delay(for: .seconds(1)) : call
        }
        calls.call(2, at: 0)
        calls.call(1, at: 700)
        calls.advance(to: 9_000)
        calls.expect([(1_300, 2)])
    }

    @Test func aCallDueFromAChainPostponesTheWaitThatEndsWithIt() {
        let calls = Calls { number in
            let call = Calls.Work.value(number).debounce(id: "d", for: .milliseconds(300))
            return number == 2 ? .concatenate(.sleep(for: .seconds(1)), call) : call
        }
        calls.call(2, at: 0)
        calls.call(1, at: 700)
        calls.advance(to: 9_000)
        calls.expect([(1_300, 2)])
    }

    @Test func aCallFromAHookOfWhatIsSupersededLeavesOneWait() {
        var hook: () -> Void = {}
        let calls = Calls { number in
            let work: Calls.Work =
                number == 1
                ? .run { send in
                    send.onCancel {
                        hook()
                        _ = send
                    }
                } : .value(number)
            let call = work.debounce(id: "d", for: .milliseconds(300))
            return number == 2 ? call.delay(for: .seconds(1)) : call
        }
        hook = { [unowned calls] in calls.call(3) }
        calls.call(2, at: 0)
        calls.call(1, at: 100)
        calls.advance(to: 1_000)
        #expect(calls.clock.armedTimerCount == 1)
        calls.advance(to: 9_000)
        calls.expect([(1_300, 2)])
    }

    @Test func aStallPastTheQuietPeriodStartsItOnceLate() {
        let calls = debounced()
        calls.call(1, at: 0)
        calls.clock.stall(for: .seconds(3))
        calls.clock.advance(by: .zero)
        calls.expect([(3_000, 1)])
    }

    @Test func aCallDuringAStallSupersedesTheOverdueWait() {
        let calls = debounced()
        calls.call(1, at: 0)
        calls.clock.stall(for: .seconds(3))
        calls.call(2)
        calls.advance(to: 9_000)
        calls.expect([(4_000, 2)])
    }

    // TMR-19
    @Test func aStallInTheReducerOfTheCallDoesNotShortenTheWait() {
        let clock = TestClock()
        var received: [(Int64, String)] = []
        let store = Store<Void, String>(initialState: (), on: clock) {
            Reduce { _, action in
                received.append((clock.now.nanoseconds, action))
                guard action == "X" else { return .none }
                clock.stall(for: .nanoseconds(70))
                return .send("v").debounce(id: "d", for: .nanoseconds(100))
            }
        }
        store.send("X")
        clock.run()
        #expect(received.map(\.0) == [0, 170])
    }
}
