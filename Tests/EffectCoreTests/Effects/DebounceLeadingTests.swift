import EffectCore
import EffectTesting
import Testing

@Suite struct DebounceLeadingTests {
    private func debounced(
        trailing: Bool, maxWait: Duration? = nil, effect: ((Int) -> Calls.Work)? = nil
    ) -> Calls {
        Calls { number in
            (effect?(number) ?? .value(number)).debounce(
                id: "d", for: .seconds(1), leading: true, trailing: trailing, maxWait: maxWait)
        }
    }

    // DEB-21
    @Test func leadingAloneStartsTheFirstCallOfABurst() {
        let calls = debounced(trailing: false)
        calls.call(1, at: 0)
        calls.expect([(0, 1)])
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1)])
    }

    // DEB-21
    @Test func leadingAndTrailingStartTheFirstAndTheLastCall() {
        let calls = debounced(trailing: true)
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_300, 2)])
    }

    // DEB-21
    @Test(arguments: [true, false])
    func aSingleCallStartsOnceAndNothingWaits(_ trailing: Bool) {
        let calls = debounced(trailing: trailing)
        calls.call(1, at: 0)
        #expect(calls.clock.armedTimerCount == 0)
        #expect(!calls.store.isInFlight(id: "d"))
        calls.advance(to: 9_000)
        calls.expect([(0, 1)])
    }

    // DEB-21
    @Test func callsThatAreLeftOutRestartTheQuietPeriodToo() {
        let calls = debounced(trailing: false)
        for (number, time) in [(1, 0), (2, 900), (3, 1_800), (4, 2_799)] {
            calls.call(number, at: time)
        }
        calls.call(5, at: 3_799)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (3_799, 5)])
    }

    // DEB-21
    @Test func theQuietPeriodIsHalfOpen() {
        let calls = debounced(trailing: false)
        calls.call(1, at: 0)
        calls.call(2, at: 1_000)
        calls.call(3, at: 1_999)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2)])
    }

    // DEB-21
    @Test func onlyTheLastOfManyCallsTrails() {
        let calls = debounced(trailing: true)
        for number in 0...6 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(0, 0), (4_000, 6)])
    }

    // DEB-21
    @Test func theCallAfterATrailingStartLeads() {
        let calls = debounced(trailing: true)
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.call(3, at: 1_400)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_300, 2), (1_400, 3)])
    }

    // DEB-21
    @Test func aCallThatIsLeftOutLeavesTheRunningOneAlone() {
        let calls = debounced(trailing: false) { .value($0, after: 600) }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(600, 1)])
    }

    // DEB-21
    @Test func aCallThatWaitsSupersedesTheRunningOne() {
        let calls = debounced(trailing: true) { .value($0, after: 600) }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(1_900, 2)])
    }

    // DEB-21
    @Test func aCancelDropsTheTrailingCall() {
        let calls = debounced(trailing: true)
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.cancel("d", at: 600)
        calls.advance(to: 9_000)
        calls.expect([(0, 1)])
        #expect(calls.clock.armedTimerCount == 0)
    }

    // DEB-21
    @Test func withoutLeadingThereIsAlwaysATrailingStart() {
        let calls = Calls {
            .value($0).debounce(id: "d", for: .seconds(1), leading: false, trailing: false)
        }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1)])
    }

    // DEB-21, DEB-22
    @Test func maxWaitCountsFromTheLeadingCall() {
        let calls = debounced(trailing: true, maxWait: .milliseconds(2_500))
        for number in 0...7 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(0, 0), (2_500, 4), (4_500, 7)])
    }

    // DEB-21, DEB-22
    @Test func aStartByMaxWaitDoesNotEndTheBurst() {
        let calls = debounced(trailing: true, maxWait: .milliseconds(1_200))
        for number in 0...4 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(0, 0), (1_200, 2), (2_700, 4)])
    }

    // DEB-21, DEB-22
    @Test func afterAStartByMaxWaitTheNextCallCountsAnew() {
        let calls = debounced(trailing: true, maxWait: .milliseconds(1_200))
        calls.call(1, at: 0)
        calls.call(2, at: 900)
        calls.call(3, at: 1_500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_200, 2), (2_500, 3)])
    }

    // DEB-21, DEB-22
    @Test func maxWaitDoesNothingWithoutATrailingStart() {
        let calls = debounced(trailing: false, maxWait: .milliseconds(1_200))
        for number in 0...4 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(0, 0)])
    }

    // DEB-21
    @Test func eachIdAndEachStoreLeadsForItself() {
        let clock = TestClock()
        var received: [String] = []
        func store(_ name: String) -> Store<Void, String> {
            Store(initialState: (), on: clock) {
                Reduce { _, action in
                    if action.hasSuffix("!") {
                        received.append(name + action)
                        return .none
                    }
                    return .send(action + "!")
                        .debounce(id: action, for: .seconds(1), leading: true)
                }
            }
        }
        let stores = [store("1"), store("2")]
        for id in ["a", "b"] { for store in stores { store.send(id) } }
        #expect(received == ["1a!", "2a!", "1b!", "2b!"])
    }
}
