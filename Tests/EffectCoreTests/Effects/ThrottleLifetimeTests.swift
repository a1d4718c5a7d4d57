import EffectCore
import EffectTesting
import Testing

@Suite struct ThrottleLifetimeTests {
    // THR-40
    @Test func windowsThatAreOverLeaveNothingBehind() {
        let calls = Calls { .value($0).throttle(id: $0, for: .seconds(1), trailing: .none) }
        for number in 0..<100_000 { calls.harness.send(.call(number)) }
        #expect(calls.store.tableCounts == (0, 100_000, 100_000))
        calls.advance(to: 1_000)
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    /// An id that tells when the engine has let go of it: asking the engine would tidy up.
    private struct GuardedID: Hashable {
        let number: Int
        let sentinel: Sentinel

        static func == (left: GuardedID, right: GuardedID) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    // THR-40
    @Test func windowsGoWithTheNextCallWithoutAnybodyAsking() {
        var alive = 0
        let calls = Calls { number in
            alive += 1
            let id = GuardedID(number: number, sentinel: Sentinel { alive -= 1 })
            return .value(number).throttle(id: id, for: .seconds(1), trailing: .latest)
        }
        for number in 0..<1_000 {
            calls.call(number, at: number * 10)
            #expect(alive <= 101)
        }
        #expect(alive == 100)
    }

    // THR-40
    @Test func windowsGoWithTheNextTimerWithoutAnybodyAsking() {
        var alive = 0
        let calls = Calls { number in
            if number < 0 { return .value(number, after: 1_000) }
            alive += 1
            let id = GuardedID(number: number, sentinel: Sentinel { alive -= 1 })
            return .value(number).throttle(id: id, for: .seconds(1), trailing: .latest)
        }
        for number in -1..<10 { calls.call(number) }
        #expect(alive == 10)
        calls.advance(to: 1_000)
        #expect(alive == 0)
    }

    @Test func openWindowsWakeNobody() {
        let calls = Calls { .value($0).throttle(id: $0, for: .seconds(1), trailing: .latest) }
        for number in 0..<10 { calls.call(number) }
        #expect(calls.clock.runQueue.nextDeadline == nil)
    }

    @Test func heldCallsReplaceEachOtherOnOneTimer() {
        var alive = 0
        let calls = Calls { number in
            alive += 1
            let sentinel = Sentinel { alive -= 1 }
            return .run { send in
                sentinel.touch()
                send(.value(number))
            }.throttle(id: "t", for: .seconds(20), trailing: .latest)
        }
        for number in 0..<10_000 {
            calls.call(number, at: number)
            #expect(calls.clock.armedTimerCount == (number == 0 ? 0 : 1))
            #expect(alive == (number == 0 ? 0 : 1))
        }
        calls.advance(to: 20_000)
        calls.expect([(0, 0), (20_000, 9_999)])
        #expect(alive == 0)
    }

    @Test(arguments: [true, false])
    func releasingOrStoppingTheStoreDropsTheHeldCall(_ stops: Bool) {
        var released = 0
        let calls = Calls { number in
            let sentinel = Sentinel { released += 1 }
            return .run { _ in sentinel.touch() }
                .throttle(id: "t", for: .seconds(1), trailing: .latest)
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        #expect(released == 1)
        if stops { calls.store.stop() } else { calls.harness.release() }
        #expect(released == 2)
        #expect(calls.clock.armedTimerCount == 0)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    @Test func cancellingTheTaskDropsTheHeldCallAndKeepsTheWindow() {
        let calls = Calls { .value($0).throttle(id: "t", for: .seconds(1), trailing: .latest) }
        calls.call(1, at: 0)
        let held = calls.call(2, at: 100)
        held.cancel()
        calls.call(3, at: 200)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3)])
    }
}
