import EffectCore
import EffectTesting
import Testing

/// Throttled effects that take a while, and what ends them.
@Suite struct ThrottleWorkTests {
    private func throttled(
        _ trailing: ThrottleTrailing, share: Bool = false, taking duration: Int
    ) -> Calls {
        Calls { number in
            .value(number, after: duration)
                .throttle(id: "t", for: .seconds(1), trailing: trailing, share: share)
        }
    }

    // THR-14
    @Test func aHeldCallLeavesTheRunningOneAlone() {
        let calls = throttled(.latest, taking: 600)
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(600, 1), (1_600, 2)])
    }

    // THR-15
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aTrailingStartSupersedesTheRunningOne(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, taking: 3_000)
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(4_000, 2)])
    }

    // THR-15
    @Test func aCallThatIsDroppedSupersedesNothing() {
        let calls = throttled(.none, taking: 3_000)
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(3_000, 1)])
    }

    // THR-15
    @Test(arguments: [ThrottleTrailing.latest, .first, .none])
    func aCallThatPassesSupersedesTheRunningOne(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, taking: 3_000)
        calls.call(1, at: 0)
        calls.call(2, at: 1_500)
        calls.advance(to: 9_000)
        calls.expect([(4_500, 2)])
    }

    // THR-15
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func sharingLetsBothRun(_ trailing: ThrottleTrailing) {
        let calls = throttled(trailing, share: true, taking: 3_000)
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(3_000, 1), (4_000, 2)])
    }

    // THR-15
    @Test func sharingDropsTheHeldCallThatACallerSupersedes() {
        let calls = throttled(.latest, share: true, taking: 3_000)
        calls.arm(3, after: 1_000)
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(3_000, 1), (4_000, 3)])
    }

    // THR-15
    @Test func theSupersededEffectIsTornDownOnce() {
        let log = Log()
        let calls = Calls { number in
            .probe("\(number)", log).throttle(id: "t", for: .seconds(1), trailing: .latest)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.call(3, at: 500)
        #expect(log.entries == ["1.start"])
        calls.advance(to: 1_000)
        #expect(log.entries == ["1.start", "1.cancel", "3.start"])
        calls.cancel("t")
        #expect(log.entries == ["1.start", "1.cancel", "3.start", "3.cancel"])
    }

    // THR-09
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aCancelDropsTheHeldCallAndKeepsTheWindow(_ trailing: ThrottleTrailing) {
        let calls = Calls {
            .value($0).throttle(id: "t", for: .seconds(1), trailing: trailing)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.cancel("t", at: 500)
        calls.call(7, at: 700)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 7)])
    }

    // THR-09
    @Test func aCancelOfTheRunningEffectKeepsTheWindow() {
        let calls = throttled(.none, taking: 600)
        calls.call(1, at: 0)
        calls.cancel("t", at: 300)
        calls.call(2, at: 500)
        calls.call(3, at: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(1_600, 3)])
    }

    // THR-10, R-THR-08
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aCancelledCallDoesNotComeBackLater(_ trailing: ThrottleTrailing) {
        let calls = Calls {
            .value($0).throttle(id: "t", for: .seconds(1), trailing: trailing)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.cancel("t", at: 500)
        calls.call(9, at: 5_000)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (5_000, 9)])
    }

    // THR-28
    @Test func anOpenWindowAloneIsNotInFlight() {
        let calls = Calls {
            .value($0).throttle(id: "t", for: .seconds(1), trailing: .latest)
        }
        calls.call(1, at: 0)
        #expect(!calls.store.isInFlight(id: "t"))
        #expect(calls.harness.inFlight == 0)
        #expect(!calls.clock.hasPendingWork)
        calls.call(2, at: 100)
        #expect(calls.store.isInFlight(id: "t"))
        #expect(calls.store.effects.map(\.kind) == [.throttled])
        calls.advance(to: 1_000)
        #expect(!calls.store.isInFlight(id: "t"))
    }

    // THR-28
    @Test func aRunningEffectIsInFlight() {
        let calls = throttled(.latest, taking: 600)
        calls.call(1, at: 0)
        #expect(calls.store.isInFlight(id: "t"))
        calls.advance(to: 600)
        #expect(!calls.store.isInFlight(id: "t"))
    }

    @Test func aTaskEndsWhenItsCallIsDroppedSupersededOrDone() {
        let calls = throttled(.latest, taking: 100)
        let first = calls.call(1, at: 0)
        let second = calls.call(2, at: 50)
        let third = calls.call(3, at: 60)
        #expect([first, second, third].map(\.isFinished) == [false, true, false])
        calls.advance(to: 100)
        #expect(first.isFinished)
        calls.advance(to: 1_100)
        #expect(third.isFinished)
        let dropping = throttled(.none, taking: 100)
        dropping.call(1, at: 0)
        #expect(dropping.call(2, at: 10).isFinished)
    }
}
