import EffectCore
import EffectTesting
import Testing

/// The policies that start an effect now, later or not at all. Those of a queue have their own suite.
@Suite struct EffectSchedulingTests {
    private static func after(_ time: Int, _ value: Int) -> Calls.Work {
        .value(value, after: time)
    }

    @Test func immediatelyIsTheEffectItself() {
        let calls = Calls { .value($0).scheduling(.immediately) }
        calls.call(1)
        calls.call(2)
        calls.expect([(0, 1), (0, 2)])
    }

    // CAN-06
    @Test func keyedEffectsShareTheirID() {
        let calls = Calls { Self.after(1000, $0).scheduling(.keyed(id: "k")) }
        calls.call(1)
        calls.call(2, at: 500)
        #expect(calls.harness.inFlight == 2)
        calls.advance(to: 1000)
        calls.cancel("k", at: 1200)
        calls.clock.run()
        calls.expect([(1000, 1)])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // CAN-06
    @Test func aReplacingEffectCancelsTheOneBefore() {
        let calls = Calls { Self.after(1000, $0).scheduling(.replacing(id: "k")) }
        calls.call(1)
        calls.call(2, at: 500)
        calls.clock.run()
        calls.expect([(1500, 2)])
    }

    // DEB-01
    @Test func aDebouncedEffectWaitsForQuiet() {
        let calls = Calls {
            .just(.value($0), scheduling: .debounce(id: "d", delay: milliseconds(1000)))
        }
        calls.call(1)
        calls.call(2, at: 500)
        calls.call(3, at: 1000)
        calls.clock.run()
        calls.expect([(2000, 3)])
    }

    // THR-04
    @Test func aThrottledEffectIsLeftOutWithinTheInterval() {
        let calls = Calls {
            .just(.value($0), scheduling: .throttle(id: "t", interval: milliseconds(1000)))
        }
        for (number, time) in [(1, 0), (2, 0), (3, 250), (4, 500), (5, 750), (6, 1000)] {
            calls.call(number, at: time)
        }
        calls.clock.run()
        calls.expect([(0, 1), (1000, 6)])
    }

    @Test func cancelInFlightOnlyCancels() {
        let calls = Calls { number in
            number < 10
                ? Self.after(1000, number).scheduling(.keyed(id: "k"))
                : Self.after(0, number).scheduling(.cancelInFlight(id: "k"))
        }
        calls.call(1)
        let task = calls.call(10, at: 500)
        #expect(task.isFinished)
        calls.call(2, at: 600)
        calls.clock.run()
        calls.expect([(1600, 2)])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    @Test func cancelInFlightNeedsNoEffectOfItsOwn() {
        let calls = Calls { number in
            number == 0
                ? Calls.Work.none.scheduling(.cancelInFlight(id: "k"))
                : Self.after(1000, number).scheduling(.keyed(id: "k"))
        }
        calls.call(1)
        calls.call(0, at: 500)
        calls.clock.run()
        calls.expect([])
    }

    // CAN-22
    @Test func aPolicyThatIsNotReturnedDoesNothing() {
        let calls = Calls { number in
            if number == 0 {
                _ = Calls.Work.none.scheduling(.cancelInFlight(id: "k"))
                return .none
            }
            return Self.after(1000, number).scheduling(.keyed(id: "k"))
        }
        calls.call(1)
        calls.call(0)
        calls.clock.run()
        calls.expect([(1000, 1)])
    }

    // CAN-39, DEB-11
    @Test func noneStaysNone() {
        let policies: [EffectScheduling] = [
            .immediately, .keyed(id: "k"), .replacing(id: "k"),
            .debounce(id: "k", delay: milliseconds(1)),
            .throttle(id: "k", interval: milliseconds(1)), .skipIfRunning(id: "k"),
            .queued(id: "k"), .replacing(id: "k").delayed(by: milliseconds(1)),
        ]
        let calls = Calls { number in
            number < 0
                ? Self.after(1000, number).scheduling(.keyed(id: "k"))
                : Calls.Work.none.scheduling(policies[number])
        }
        calls.call(-1)
        for number in policies.indices { #expect(calls.call(number).isFinished) }
        calls.clock.run()
        calls.expect([(1000, -1)])
    }

    // OPR-11
    @Test func whatIsCalledWhileOneRunsIsLeftOutForEver() {
        let log = Log()
        let calls = Calls { number in
            Calls.Work.merge(.probe("\(number)", log), Self.after(1000, number))
                .timeout(after: milliseconds(1000), .value(-number))
                .scheduling(.skipIfRunning(id: "k"))
        }
        calls.call(1)
        let skipped = calls.call(2, at: 500)
        #expect(skipped.isFinished)
        calls.call(3, at: 1000)
        #expect(log.entries == ["1.start", "1.cancel", "3.start"])
        calls.clock.run()
        calls.expect([(1000, 1), (1000, -1), (2000, 3), (2000, -3)])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-11
    @Test func aPictureOfExhausting() {
        let output = Timeline("a-b---c---------|").run { value in
            Timeline("-\(value)--\(value)|").effect().scheduling(.skipIfRunning(id: 0))
        }
        #expect(output == "-a--a--c--c-----|")
    }

    // OPR-11
    @Test func twoInOneActionAreOne() {
        let calls = Calls { number in
            .merge(
                Self.after(10, number).scheduling(.skipIfRunning(id: "k")),
                Self.after(10, number + 1).scheduling(.skipIfRunning(id: "k")))
        }
        calls.call(1)
        calls.clock.run()
        calls.expect([(10, 1)])
    }

    // OPR-11, CAN-11
    @Test func anEffectIsNotLeftOutForItself() {
        let calls = Calls { number in
            Self.after(10, number).scheduling(.skipIfRunning(id: "k"))
                .scheduling(.skipIfRunning(id: "k"))
        }
        calls.call(1)
        calls.clock.run()
        calls.expect([(10, 1)])
    }

    // OPR-10
    @Test func aPictureOfTheLatest() {
        let output = Timeline("a-bc-------|").run { value in
            let inner: Timeline = value == "a" ? "0|" : value == "b" ? "1--3-|" : "-2-4-|"
            return inner.effect().scheduling(.replacing(id: 0))
        }
        #expect(output == "0-1-2-4----|")
    }

    // OPR-10
    @Test func theLatestEndsWhenInputAndItsWorkAreDone() {
        let output = Timeline("ab|").run { value in
            Timeline("--\(value)--|").effect().scheduling(.replacing(id: 0))
        }
        #expect(output == "---b--|")
    }

    // OPR-22
    @Test(arguments: [true, false]) func whatWasReplacedSendsNothingInTheSameTurn(
        switchFirst: Bool
    ) {
        let calls = Calls { Self.after(1000, $0).scheduling(.replacing(id: "k")) }
        if switchFirst { calls.arm(2, after: 1000) }
        calls.call(1)
        if !switchFirst { calls.arm(2, after: 1000) }
        calls.clock.run()
        calls.expect(switchFirst ? [(2000, 2)] : [(1000, 1), (2000, 2)])
    }

    // DEB-26
    @Test func keyedEffectsThatAreDelayedAllStart() {
        let calls = Calls {
            .just(.value($0), scheduling: .keyed(id: "k").delayed(by: milliseconds(1000)))
        }
        calls.call(1)
        calls.call(2, at: 400)
        calls.clock.run()
        calls.expect([(1000, 1), (1400, 2)])
    }

    // DEB-24
    @Test func aDelayAddsToAQuietPeriod() {
        let policy = EffectScheduling.debounce(id: "d", delay: milliseconds(300))
            .delayed(by: milliseconds(200))
        let calls = Calls { .just(.value($0), scheduling: policy) }
        calls.call(1)
        calls.call(2, at: 100)
        calls.clock.run()
        calls.expect([(600, 2)])
    }

    @Test func aDelayedPolicyDecidesWhenTheWaitIsOver() {
        let calls = Calls { number in
            let policy = EffectScheduling.replacing(id: "k")
            return Self.after(500, number).scheduling(
                number < 10 ? policy.delayed(by: milliseconds(1000)) : policy)
        }
        calls.call(1)
        calls.call(2, at: 100)
        // Replaces what runs, and leaves alone what has not come to its policy.
        calls.call(10, at: 200)
        calls.clock.run()
        calls.expect([(700, 10), (1600, 2)])
    }

    @Test func aCancelByTheIDEndsTheDelay() {
        for policy: EffectScheduling in [
            .keyed(id: "k"), .replacing(id: "k"), .skipIfRunning(id: "k"), .queued(id: "k"),
            .debounce(id: "k", delay: .zero), .throttle(id: "k", interval: .zero),
        ] {
            let calls = Calls {
                .just(.value($0), scheduling: policy.delayed(by: milliseconds(1000)))
            }
            let task = calls.call(1)
            #expect(calls.store.isInFlight(id: "k"))
            calls.cancel("k", at: 500)
            #expect(task.isFinished)
            #expect(calls.clock.armedTimerCount == 0)
            calls.call(2)
            calls.clock.run()
            calls.expect([(1500, 2)])
            #expect(calls.store.tableCounts == (0, 0, 0))
        }
    }

    @Test func oneThatIsDelayedSkipsNobody() {
        let policy = EffectScheduling.skipIfRunning(id: "k").delayed(by: milliseconds(100))
        let calls = Calls { Self.after(500, $0).scheduling(policy) }
        calls.call(1)
        calls.call(2, at: 50)
        calls.call(3, at: 550)
        calls.clock.run()
        calls.expect([(600, 1), (1150, 3)])
    }

    @Test func delaysAddUp() {
        let policy = EffectScheduling.immediately.delayed(by: milliseconds(100))
            .delayed(by: milliseconds(200))
        let calls = Calls { .just(.value($0), scheduling: policy) }
        calls.call(1)
        calls.clock.run()
        calls.expect([(300, 1)])
    }

    @Test func aDelayedCancelCancelsLater() {
        let calls = Calls { number in
            number == 0
                ? Calls.Work.none.scheduling(
                    .cancelInFlight(id: "k").delayed(by: milliseconds(500)))
                : Self.after(1000, number).scheduling(.keyed(id: "k"))
        }
        calls.call(1)
        calls.call(0)
        calls.call(2, at: 499)
        calls.call(3, at: 500)
        calls.clock.run()
        calls.expect([(1500, 3)])
    }

    @Test func everyFactoryTakesAPolicy() {
        let policy = EffectScheduling.immediately.delayed(by: milliseconds(10))
        let calls = Calls { _ in
            .merge(
                .just(.value(1), scheduling: policy),
                .sequence([.value(2), .value(3)], scheduling: policy),
                .run(scheduling: policy) { $0(.value(4)) },
                .fireAndForget(scheduling: policy) {})
        }
        calls.call(0)
        calls.clock.run()
        calls.expect([(10, 1), (10, 2), (10, 3), (10, 4)])
    }
}
