import EffectCore
import EffectTesting
import Testing

/// `Effect.run(retry:)`.
@Suite struct RetryTests {
    /// Attempts that fail at once, as often as they are told.
    private final class Flaky {
        var attempts = 0
        let failures: Int
        init(failures: Int) { self.failures = failures }

        func effect(_ policy: RetryPolicy) -> Effect<String> {
            .run(retry: policy) { (send: Send<String>) throws(Broken) in
                self.attempts += 1
                if self.attempts <= self.failures { throw Broken(code: self.attempts) }
                send("ok")
            } catch: { error, send in
                send("failed \(error.code)")
            }
        }
    }

    // OPR-01
    @Test func asManyAttemptsFollowAsTheLimitAllows() {
        let flaky = Flaky(failures: 2)
        let harness = Harness(["X": flaky.effect(.immediately(limit: 2))])
        let task = harness.send("X")
        harness.clock.run()
        #expect(task.isFinished)
        harness.expect([(0, "X"), (0, "ok")])
        #expect(flaky.attempts == 3)
        #expect(harness.reports.isEmpty)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-01
    @Test func theLastErrorIsDeliveredOnce() {
        let flaky = Flaky(failures: .max)
        let harness = Harness(["X": flaky.effect(.immediately(limit: 2))])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "failed 3")])
        #expect(flaky.attempts == 3)
        #expect(harness.reports.isEmpty)
    }

    // OPR-01
    @Test func aSuccessIsNotTriedAgain() {
        let flaky = Flaky(failures: 0)
        let harness = Harness(["X": flaky.effect(.constant(milliseconds(10)))])
        #expect(harness.send("X").isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "ok")])
        #expect(flaky.attempts == 1)
    }

    // OPR-01
    @Test func withoutAHandlerTheLastErrorIsReportedOnce() throws {
        let line: UInt32 = #line + 1
        let effect = Effect<String>.run(retry: .constant(milliseconds(10), limit: 2)) {
            (_: Send<String>) throws(Broken) in
            throw Broken(code: 7)
        }
        let harness = Harness(["X": effect])
        harness.send("X")
        harness.clock.run()
        try #require(harness.reports.count == 1)
        #expect(harness.reports[0].kind == .unhandledError)
        #expect(harness.reports[0].message.contains("Broken(code: 7)"))
        #expect(harness.reports[0].source.line == line)
    }

    /// Attempt k sends k and fails at once; as many succeed as do not fail.
    private static func counting(
        failures: Int, _ policy: RetryPolicy, then wait: Int = 0
    ) -> Effect<String> {
        var attempts = 0
        return .run(retry: policy) { (send: Send<String>, fail: @escaping (Broken) -> Void) in
            attempts += 1
            guard attempts <= failures else { return }
            send("\(attempts)")
            if wait == 0 { return fail(Broken(code: attempts)) }
            send.after(milliseconds(wait)) { fail(Broken(code: attempts)) }
        } catch: { error, send in
            send("error \(error.code)")
        }
    }

    // OPR-02
    @Test func theIntervalLiesBetweenAttempts() {
        let effect = Self.counting(failures: 2, .constant(.seconds(1)))
        #expect(timeline(of: effect) == ["0:1", "1000:2", "2000:|"])
    }

    // OPR-02
    @Test func theIntervalCountsFromTheFailure() {
        let effect = Self.counting(failures: 2, .constant(.seconds(1)), then: 300)
        #expect(timeline(of: effect) == ["0:1", "1300:2", "2600:|"])
    }

    // OPR-03
    @Test func theLastErrorComesWithoutAFurtherDelay() {
        let effect = Self.counting(failures: .max, .constant(.seconds(1), limit: 2))
        #expect(
            timeline(of: effect) == ["0:1", "1000:2", "2000:3", "2000:error 3", "2000:|"])
    }

    // OPR-04, R-BCK-01
    @Test func eachRunOfOneValueHasItsOwnCount() {
        var attempts = 0
        let policy = RetryPolicy.exponential(
            from: milliseconds(100), upTo: milliseconds(400), limit: 3)
        let effect = Effect<String>.run(retry: policy) { (_: Send<String>) throws(Broken) in
            attempts += 1
            throw Broken()
        } catch: { _, send in
            send("failed")
        }
        let harness = Harness(["X": effect])
        harness.send("X")
        harness.advance(to: 50)
        harness.send("X")
        harness.clock.run()
        #expect(attempts == 8)
        harness.expect([(0, "X"), (50, "X"), (700, "failed"), (750, "failed")])
        harness.send("X")
        harness.clock.run()
        #expect(attempts == 12)
        #expect(harness.received.last?.time == 1450)
    }

    // OPR-05
    @Test func aCancelInThePauseEndsIt() {
        let flaky = Flaky(failures: .max)
        let harness = Harness([
            "X": flaky.effect(.constant(.seconds(1))).cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.advance(to: 1500)
        #expect(flaky.attempts == 2)
        #expect(harness.inFlight == 1)
        harness.send("stop")
        #expect(task.isFinished)
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        #expect(flaky.attempts == 2)
        harness.expectActions(["X", "stop"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-05
    @Test func aCancelInAnAttemptStartsNoOther() {
        let log = Log()
        var kept: ((Broken) -> Void)?
        let harness = Harness([
            "X": Effect<String>.run(retry: .constant(.seconds(1))) {
                (send: Send<String>, fail: @escaping (Broken) -> Void) in
                log("attempt")
                send.onCancel { log("cancel") }
                kept = fail
            } catch: { _, _ in
                log("catch")
            }.cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        kept?(Broken())
        harness.advance(to: 1000)
        harness.send("stop")
        kept?(Broken())
        harness.clock.run()
        #expect(log.entries == ["attempt", "attempt", "cancel"])
        #expect(harness.reports.isEmpty)
    }

    // OPR-01, FIN-05
    @Test func aFailedAttemptHasEndedForGood() {
        let log = Log()
        var sends: [Send<String>] = []
        let effect = Effect<String>.run(retry: .constant(milliseconds(100), limit: 1)) {
            (send: Send<String>, fail: @escaping (Broken) -> Void) in
            let number = sends.count
            sends.append(send)
            send.onTermination { log("end \(number)") }
            send.onCancel { log("cancel \(number)") }
            send.after(milliseconds(50)) { log("wait \(number)") }
            if number == 0 { fail(Broken()) }
            fail(Broken(code: 9))
        } catch: { error, send in
            send("failed \(error.code)")
        }
        let harness = Harness(["X": effect])
        let task = harness.send("X")
        #expect(log.entries == ["end 0"])
        sends[0]("late")
        harness.clock.run()
        #expect(log.entries == ["end 0", "end 1"])
        #expect(task.isFinished)
        harness.expect([(0, "X"), (100, "failed 9")])
        #expect(harness.reports.map(\.kind) == [.lateSend])
    }

    // FIN-05
    @Test func aLateFailureOfOneAttemptIsNotThatOfTheNext() {
        var fails: [(Broken) -> Void] = []
        var sends: [Send<String>] = []
        let effect = Effect<String>.run(retry: .constant(milliseconds(100))) {
            (send: Send<String>, fail: @escaping (Broken) -> Void) in
            sends.append(send)
            fails.append(fail)
        } catch: { _, send in
            send("failed")
        }
        let harness = Harness(["X": effect])
        let task = harness.send("X")
        fails[0](Broken())
        fails[0](Broken())
        harness.advance(to: 100)
        #expect(sends.count == 2)
        fails[0](Broken())
        sends[1].finish(with: "ok")
        #expect(task.isFinished)
        harness.clock.run()
        #expect(sends.count == 2)
        harness.expect([(0, "X"), (100, "ok")])
        #expect(harness.store.effectStatistics.droppedSends == 2)
    }

    // CAN-31
    @Test func anEffectThatStopsItselfIsNotTriedAgain() {
        var attempts = 0
        let effect = Effect<String>.run(retry: .immediately(limit: 5)) {
            (_: Send<String>) throws(EffectCancelled) in
            attempts += 1
            throw EffectCancelled()
        }
        let harness = Harness(["X": effect])
        harness.send("X")
        harness.clock.run()
        #expect(attempts == 1)
        #expect(harness.reports.isEmpty)
    }

    // OPR-03
    @Test func anErrorThatNoAttemptHelpsIsDeliveredAtOnce() {
        var attempts = 0
        let effect = Effect<String>.run(
            retry: .constant(.seconds(1)), if: { (error: Broken) in error.code < 2 }
        ) { (_: Send<String>) throws(Broken) in
            attempts += 1
            throw Broken(code: attempts)
        } catch: { error, send in
            send("failed \(error.code)")
        }
        #expect(timeline(of: effect) == ["1000:failed 2", "1000:|"])
    }

    // R-BCK-02
    @Test func chanceComesFromTheInjectedGenerator() {
        var generator = SeededGenerator(seed: 3)
        var expected = Backoff.exponential(
            from: milliseconds(100), upTo: milliseconds(800), jitterPercent: 50)
        var time = Duration.zero
        var times: [Duration] = [.zero]
        for _ in 0..<5 {
            time += expected.next(using: &generator)
            times.append(time)
        }
        var other = SeededGenerator(seed: 3)
        let policy = RetryPolicy.exponential(
            from: milliseconds(100), upTo: milliseconds(800), jitterPercent: 50, limit: 5,
            random: { other.next() })
        let clock = TestClock()
        var seen: [Duration] = []
        let store = Store<Int, String>(initialState: 0, on: clock) {
            Reduce { _, _ in
                .run(retry: policy) { (_: Send<String>) throws(Broken) in
                    seen.append(Instant.zero.duration(to: clock.now))
                    throw Broken()
                } catch: { _, _ in
                }
            }
        }
        store.send("X")
        clock.run()
        #expect(seen == times)
    }

    @Test func aMappedRetryIsTheSame() {
        let effect = Self.counting(failures: 2, .constant(.seconds(1))).map { $0 + "!" }
        #expect(timeline(of: effect) == ["0:1!", "1000:2!", "2000:|"])
    }

    @Test func aRetryIsAStepLikeAnyOther() {
        let effect = Effect.concatenate(
            Self.counting(failures: 2, .constant(.seconds(1), limit: 1)), .just("next"))
        #expect(
            timeline(of: effect) == ["0:1", "1000:2", "1000:error 2", "1000:next", "1000:|"])
    }

    @Test func tenThousandAttemptsNeedNoStack() {
        var attempts = 0
        var left = (1, 1, 1)
        onSmallStack {
            let clock = TestClock()
            let store = Store<Int, Int>(initialState: 0, on: clock) {
                Reduce { _, _ in
                    .run(retry: .immediately(limit: 9_999)) {
                        (_: Send<Int>) throws(Broken) in
                        attempts += 1
                        throw Broken()
                    } catch: { _, _ in
                    }
                }
            }
            store.send(0)
            clock.run()
            left = store.tableCounts
        }
        #expect(attempts == 10_000)
        #expect(left == (0, 0, 0))
    }
}
