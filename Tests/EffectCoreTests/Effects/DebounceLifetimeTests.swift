import EffectCore
import EffectTesting
import Testing

@Suite struct DebounceLifetimeTests {
    // DEB-23
    @Test func releasingTheStoreEndsTheWait() {
        let calls = Calls { .value($0).debounce(id: "d", for: .seconds(1)) }
        calls.call(1, at: 0)
        calls.harness.release()
        #expect(calls.clock.armedTimerCount == 0)
        #expect(!calls.clock.hasPendingWork)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    @Test func aCallThatTakesThePlaceOfAnotherIsListedAsItself() {
        let calls = Calls { $0 == 0 ? .never : .value($0).debounce(id: "d", for: .seconds(1)) }
        calls.call(1, at: 0)
        calls.call(0, at: 100)
        calls.advance(to: 200)
        let line: UInt32 = #line + 1
        calls.store.send(.call(2))
        let effects = calls.store.effects
        #expect(effects.map(\.kind) == [.run, .debounced])
        #expect(effects.last?.startedAt == Instant(nanoseconds: 200_000_000))
        #expect(effects.last?.origin.line == line)
    }

    @Test func aCallTakesNothingOverFromATaskThatHasMoreToDo() {
        var kept: Send<Calls.Step>?
        let calls = Calls { number in
            guard number == 0 else { return .value(number).debounce(id: "d", for: .seconds(1)) }
            return .run { send in
                kept = send
                send(.call(1))
            }
        }
        let task = calls.call(0, at: 0)
        let next = calls.call(2, at: 500)
        #expect(!task.isFinished)
        next.cancel()
        #expect(next.isFinished)
        #expect(kept?.isActive == true)
        kept = nil
        #expect(task.isFinished)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    // DEB-23
    @Test(arguments: [true, false])
    func releasingOrStoppingTheStoreReleasesWhatTheWaitingEffectHolds(_ stops: Bool) {
        var released = 0
        let calls = Calls { _ in
            let sentinel = Sentinel { released += 1 }
            return .run { _ in sentinel.touch() }.debounce(id: "d", for: .seconds(1))
        }
        calls.call(1, at: 0)
        #expect(released == 0)
        if stops { calls.store.stop() } else { calls.harness.release() }
        #expect(released == 1)
        calls.advance(to: 9_000)
        #expect(calls.clock.armedTimerCount == 0)
    }

    // DEB-23
    @Test func aStopEndsWaitingAndRunningCalls() {
        let log = Log()
        let calls = Calls { number in
            .probe("\(number)", log).debounce(id: number, for: .milliseconds(number))
        }
        calls.call(100)
        calls.call(500)
        calls.advance(to: 300)
        calls.store.stop()
        #expect(log.entries == ["100.start", "100.cancel"])
        #expect(calls.clock.armedTimerCount == 0)
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // DEB-30
    @Test func aCallIsInFlightUntilItsEffectEnds() {
        let calls = Calls { .value($0).debounce(id: "d", for: .seconds(1)) }
        #expect(!calls.store.isInFlight(id: "d"))
        calls.call(1, at: 0)
        #expect(calls.store.isInFlight(id: "d"))
        #expect(calls.store.effects.map(\.kind) == [.debounced])
        #expect(calls.store.effects.first?.deadline == Instant(nanoseconds: 1_000_000_000))
        calls.advance(to: 999)
        #expect(calls.store.isInFlight(id: "d"))
        calls.advance(to: 1_000)
        #expect(!calls.store.isInFlight(id: "d"))
        #expect(calls.harness.inFlight == 0)
    }

    // DEB-30
    @Test func aCallWithLongWorkIsInFlightUntilTheWorkEnds() {
        let calls = Calls { .value($0, after: 500).debounce(id: "d", for: .seconds(1)) }
        calls.call(1, at: 0)
        calls.advance(to: 1_499)
        #expect(calls.store.isInFlight(id: "d"))
        calls.advance(to: 1_500)
        #expect(!calls.store.isInFlight(id: "d"))
    }

    @Test func eachCallsTaskEndsWhenItIsSupersededOrDone() {
        let calls = Calls { .value($0).debounce(id: "d", for: .seconds(1)) }
        let first = calls.call(1, at: 0)
        #expect(!first.isFinished)
        let second = calls.call(2, at: 100)
        #expect(first.isFinished)
        calls.advance(to: 1_099)
        #expect(!second.isFinished)
        calls.advance(to: 1_100)
        #expect(second.isFinished)
    }

    @Test func cancellingTheTaskEndsTheWait() {
        let calls = Calls { .value($0).debounce(id: "d", for: .seconds(1)) }
        let task = calls.call(1, at: 0)
        task.cancel()
        #expect(calls.clock.armedTimerCount == 0)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    // R-DEB-07
    @Test func theStartIsGatedAndNotTheOutput() {
        var runs = 0
        let calls = Calls { number in
            .run { send in
                runs += 1
                send(.value(number))
            }.debounce(id: "d", for: .milliseconds(100))
        }
        for (number, time) in [(1, 0), (2, 50), (3, 90)] { calls.call(number, at: time) }
        calls.advance(to: 9_000)
        calls.expect([(190, 3)])
        #expect(runs == 1)
    }

    // R-DEB-10
    @Test func aValueSentInTheStartItselfIsNotMissed() {
        let calls = Calls { number in
            .run { send in
                send(.value(number))
                send.finish()
            }.debounce(id: "d", for: .milliseconds(100))
        }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(100, 1)])
    }

    // R-DEB-08
    @Test func tenThousandCallsArmOneTimerAndHoldOneClosure() {
        var alive = 0
        var most = 0
        let calls = Calls { number in
            alive += 1
            let sentinel = Sentinel { alive -= 1 }
            return .run { send in
                sentinel.touch()
                send(.value(number))
            }.debounce(id: "d", for: .seconds(5))
        }
        for number in 0..<10_000 {
            calls.call(number, at: number)
            #expect(calls.clock.armedTimerCount == 1)
            most = max(most, alive)
        }
        #expect(most == 1)
        calls.advance(to: 20_000)
        calls.expect([(14_999, 9_999)])
        #expect(alive == 0)
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // R-TIM-08
    @Test(arguments: [Duration.seconds(30 * 86_400), .milliseconds(10_000_000_000)])
    func aLongQuietPeriodEndsExactly(_ duration: Duration) {
        let calls = Calls { .value($0).debounce(id: "d", for: duration) }
        calls.call(1)
        calls.clock.advance(by: .seconds(3_600))
        calls.expect([])
        calls.clock.advance(to: Instant.zero.advanced(by: duration - .nanoseconds(1)))
        calls.expect([])
        calls.clock.advance(by: .nanoseconds(1))
        calls.expect([(Int(duration.roundedNanoseconds / 1_000_000), 1)])
    }

    // TMR-20
    @Test func anEndlessQuietPeriodNeverEnds() {
        let calls = Calls { .value($0).debounce(id: "d", for: .seconds(Int64.max) * 4) }
        calls.call(1)
        calls.clock.run()
        calls.clock.advance(to: .distantFuture)
        calls.expect([])
        calls.cancel("d")
        #expect(calls.clock.armedTimerCount == 0)
    }

    @Test func theQuietTimeOfALeadingCallLeavesNothingBehind() {
        let calls = Calls { number in
            .value(number).debounce(id: number, for: .seconds(1), leading: true)
        }
        for number in 0..<1_000 { calls.call(number) }
        #expect(calls.store.tableCounts.windows == 1_000)
        calls.advance(to: 1_000)
        #expect(calls.store.tableCounts == (0, 0, 0))
    }
}
