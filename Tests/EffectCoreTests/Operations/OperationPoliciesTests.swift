import EffectCore
import EffectTesting
import Testing

/// Retries, limits in time and parts side by side.
@Suite struct OperationPoliciesTests {
    // MARK: Retry

    private final class Flaky {
        var attempts: [Int] = []
        let failures: Int
        let wait: Int
        var now: () -> Int = { 0 }

        init(failures: Int, wait: Int = 0) {
            self.failures = failures
            self.wait = wait
        }

        var work: Work<Int> {
            Work { context, complete in
                self.attempts.append(self.now())
                let number = self.attempts.count
                context.after(milliseconds(self.wait)) {
                    complete(
                        number <= self.failures
                            ? .failure(Broken(code: number)) : .success(number))
                }
            }
        }

        func stage(_ operation: Work<Int>) -> OperationStage<Int> {
            let stage = OperationStage(operation)
            now = { [unowned stage] in stage.harness.now }
            return stage
        }
    }

    // OPR-01, OPR-02
    @Test func attemptsFollowAfterTheDelays() {
        let flaky = Flaky(failures: 3, wait: 10)
        let policy = RetryPolicy.exponential(from: milliseconds(100), upTo: milliseconds(200))
        let stage = flaky.stage(flaky.work.retry(policy))
        #expect(stage.run() == ["540:got 4"])
        #expect(flaky.attempts == [0, 110, 320, 530])
        stage.expectNothingLeft()
    }

    // OPR-03
    @Test func theLastErrorComesAtOnce() {
        let flaky = Flaky(failures: .max, wait: 10)
        let stage = flaky.stage(flaky.work.retry(.constant(.seconds(1), limit: 2)))
        #expect(stage.run() == ["2030:failed 3"])
        #expect(stage.harness.now == 2030)
    }

    // OPR-04
    @Test func eachRunCountsForItself() {
        let flaky = Flaky(failures: .max)
        let operation = flaky.work.retry(.constant(.seconds(1), limit: 1))
        let stage = flaky.stage(operation.flatMapError { _ in operation })
        #expect(stage.run() == ["2000:failed 4"])
        #expect(flaky.attempts == [0, 1000, 1000, 2000])
    }

    // OPR-05
    @Test func aCancelInThePauseOrInAnAttemptStartsNoOther() {
        for time in [500, 1015] {
            let log = Log()
            let operation = Work.probe("a", log, 1, after: 10).flatMap { _ in
                Work<Int>.failure(Broken())
            }
            let stage = OperationStage(operation.retry(.constant(.seconds(1))))
            let task = stage.start()
            stage.harness.advance(to: time)
            stage.stop()
            #expect(task.isFinished)
            #expect(
                log.entries == (time == 500 ? ["a.start"] : ["a.start", "a.start", "a.cancel"]))
            stage.expectNothingLeft()
        }
    }

    @Test func anErrorThatNoAttemptHelpsIsTheResult() {
        let flaky = Flaky(failures: .max)
        let stage = flaky.stage(
            flaky.work.retry(.constant(.seconds(1)), if: { $0.code < 2 }))
        #expect(stage.run() == ["1000:failed 2"])
    }

    // MARK: Timeout

    // OPR-07
    @Test func whatCompletesInTimeClosesTheTimer() {
        let stage = OperationStage(
            Work.value(1, after: 1000).timeout(after: .seconds(2), error: Broken(code: 9))
                .flatMap { .value($0 + 1, after: 10) })
        stage.start()
        stage.harness.advance(to: 1000)
        #expect(stage.harness.clock.armedTimerCount == 1)
        stage.harness.clock.run()
        #expect(stage.results == ["1010:got 2"])
        stage.expectNothingLeft()
    }

    // OPR-07
    @Test func whatTakesTooLongIsCancelledOnce() {
        let log = Log()
        let operation = Work.probe("a", log, 1, after: 1500)
            .flatMap { Work.probe("b", log, $0, after: 1500) }
        let stage = OperationStage(
            operation.timeout(after: .seconds(2), error: Broken(code: 9)))
        #expect(stage.run() == ["2000:failed 9"])
        #expect(log.entries == ["a.start", "b.start", "b.cancel"])
        stage.expectNothingLeft()
    }

    // OPR-08
    @Test func ofEqualDeadlinesTheOneArmedFirstWins() {
        let limit = Duration.seconds(2)
        #expect(
            OperationStage(Work.value(1, after: 2000).timeout(after: limit, error: Broken())).run()
                == ["2000:got 1"])
        let later = Work.value(1, after: 1000).flatMap { .value($0, after: 1000) }
        #expect(
            OperationStage(later.timeout(after: limit, error: Broken(code: 9))).run()
                == ["2000:failed 9"])
    }

    @Test func aLimitForEachAttemptAndOneForAll() {
        let slow = Work.value(1, after: 300).timeout(
            after: milliseconds(100), error: Broken(code: 1))
        let retried = slow.retry(.constant(milliseconds(50)))
        let stage = OperationStage(
            retried.timeout(after: milliseconds(400), error: Broken(code: 2)))
        #expect(stage.run() == ["400:failed 2"])
        stage.expectNothingLeft()
    }

    @Test func aCancelReachesThroughEveryPart() {
        let log = Log()
        let part = Work.probe("a", log, 1, after: 100)
            .timeout(after: .seconds(5), error: Broken())
            .retry(.constant(.seconds(1)))
        let stage = OperationStage(
            Work<[Int]>.all([part, part]).timeout(after: .seconds(9), error: Broken()))
        stage.start()
        stage.stop()
        #expect(log.entries == ["a.start", "a.start", "a.cancel", "a.cancel"])
        stage.expectNothingLeft()
    }

    // MARK: Side by side

    @Test func allValuesComeInTheOrderOfTheOperations() {
        let stage = OperationStage(
            Work<[Int]>.all([
                .value(1, after: 30), .value(2, after: 10), .success(3), .value(4, after: 20),
            ]))
        #expect(stage.run() == ["30:got [1, 2, 3, 4]"])
        #expect(OperationStage(Work<[Int]>.all([Work<Int>]())).run() == ["0:got []"])
        stage.expectNothingLeft()
    }

    @Test func theFirstFailureCancelsTheOthers() {
        let log = Log()
        let stage = OperationStage(
            Work<[Int]>.all([
                .probe("a", log, 1, after: 5), .probe("b", log, 2, after: 30),
                .broken(7, after: 10), .probe("d", log, 4, after: 30),
            ]))
        #expect(stage.run() == ["10:failed 7"])
        #expect(log.entries == ["a.start", "b.start", "d.start", "b.cancel", "d.cancel"])
        stage.expectNothingLeft()
    }

    @Test func afterAFailureAtOnceNoOtherStarts() {
        let log = Log()
        let stage = OperationStage(
            Work<[Int]>.all([
                .probe("a", log, 1, after: 5), .failure(Broken(code: 1)),
                .probe("c", log, 1, after: 5),
            ]))
        #expect(stage.run() == ["0:failed 1"])
        #expect(log.entries == ["a.start", "a.cancel"])
    }

    // OPR-13
    @Test func noMoreRunThanTheLimitAllows() {
        var running = 0
        var most = 0
        let parts = (0..<10).map { number in
            Work<Int> { context, complete in
                running += 1
                most = max(most, running)
                context.after(milliseconds(10)) {
                    running -= 1
                    complete(.success(number))
                }
            }
        }
        let stage = OperationStage(Work<[Int]>.all(parts, limit: 4).map { $0.count })
        #expect(stage.run() == ["30:got 10"])
        #expect(most == 4)
    }

    @Test func aPairHasBothValues() {
        let pair = Work.zip(Work.value(1, after: 10), Work.value("a", after: 20))
        #expect(OperationStage(pair).run() == [#"20:got (1, "a")"#])
        let failed = Work.value(1, after: 30).zip(with: Work<String>.broken(3, after: 20))
        #expect(OperationStage(failed).run() == ["20:failed 3"])
    }

    @Test func aPartThatAnotherOneCompletesGoesOnAtOnce() {
        for fails in [false, true] {
            let log = Log()
            var kept: ((Result<Int, Broken>) -> Void)?
            let first = Work<Int> { _, complete in kept = complete }.flatMap { value in
                log("first goes on")
                return .value(value, after: 5)
            }
            let second = Work<Int> { context, complete in
                context.onCancel { log("cancel") }
                kept?(fails ? .failure(Broken(code: 4)) : .success(1))
                log("back, \(context.isActive)")
                complete(.success(2))
            }
            .map { value in
                log("second goes on")
                return value
            }
            let stage = OperationStage(Work<[Int]>.all([first, second]))
            #expect(stage.run() == [fails ? "0:failed 4" : "5:got [1, 2]"])
            #expect(
                log.entries
                    == (fails
                        ? ["cancel", "back, false"]
                        : ["first goes on", "back, true", "second goes on"]))
            stage.expectNothingLeft()
        }
    }
}
