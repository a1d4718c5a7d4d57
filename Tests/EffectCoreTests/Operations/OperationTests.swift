import EffectCore
import EffectTesting
import Testing

@Suite struct OperationTests {
    @Test func anOperationIsLazy() {
        let log = Log()
        let operation = Work<Int>.probe("a", log, 1, after: 10).map { $0 + 1 }
        _ = operation.effect { _ in 0 }
        #expect(log.entries.isEmpty)
        #expect(OperationStage(operation).run() == ["10:got 2"])
        #expect(log.entries == ["a.start"])
    }

    @Test func whatIsKnownCompletesAtOnce() {
        #expect(OperationStage(Work.success(1)).run() == ["0:got 1"])
        #expect(OperationStage(Work<Int>.failure(Broken(code: 2))).run() == ["0:failed 2"])
        #expect(OperationStage(Work.result(.success(3))).run() == ["0:got 3"])
        let throwing = Work<Int> { () throws(Broken) in throw Broken(code: 4) }
        #expect(OperationStage(throwing).run() == ["0:failed 4"])
        #expect(OperationStage(Work(catching: { 5 })).run() == ["0:got 5"])
        let slept = OperationStage(Work<Void>.sleep(for: milliseconds(30)))
        #expect(slept.run() == ["30:got ()"])
        slept.expectNothingLeft()
    }

    @Test func aChainIsOneEffect() {
        let operation = Work.value(1, after: 10).flatMap { .value($0 + 1, after: 20) }
            .map { $0 * 10 }
            .flatMap { .value("\($0)", after: 30) }
        let stage = OperationStage(operation)
        let task = stage.start()
        for time in [0, 15, 59] {
            stage.harness.advance(to: time)
            #expect(stage.harness.inFlight == 1 && !task.isFinished)
        }
        stage.harness.advance(to: 60)
        #expect(task.isFinished)
        #expect(stage.results == ["60:got 20"])
        stage.expectNothingLeft()
    }

    @Test func aFailurePassesOverWhatComesAfterASuccess() {
        let log = Log()
        let operation = Work<Int>.broken(1, after: 10)
            .flatMap { Work.probe("next", log, $0, after: 0) }
            .map { $0 + 1 }
            .mapError { Broken(code: $0.code + 5) }
        #expect(OperationStage(operation).run() == ["10:failed 6"])
        #expect(log.entries.isEmpty)
    }

    @Test func aFailureCanBeMadeGood() {
        let operation = Work<Int>.broken(1, after: 10)
            .flatMapError { Work.value($0.code * 100, after: 5) }
        #expect(OperationStage(operation).run() == ["15:got 100"])
        #expect(
            OperationStage(Work.success(1).flatMapError { _ in Work.success(2) }).run()
                == ["0:got 1"])
    }

    @Test func oneValueRunsAsOftenAsItIsStarted() {
        let first = Work.value(1, after: 10)
        let longer = first.map { $0 + 1 }
        let other = first.map { $0 + 2 }
        #expect(OperationStage(longer).run() == ["10:got 2"])
        #expect(OperationStage(other).run() == ["10:got 3"])
        #expect(OperationStage(first.zip(with: longer)).run() == ["10:got (1, 2)"])
        let stage = OperationStage(longer)
        stage.start()
        stage.harness.advance(to: 5)
        stage.start()
        stage.harness.clock.run()
        #expect(stage.results == ["10:got 2", "15:got 2"])
    }

    // MARK: Cancelling

    @Test func aCancelEndsTheStepThatRunsAndStartsNoOther() {
        let log = Log()
        let operation = Work.probe("a", log, 1, after: 100)
            .flatMap { Work.probe("b", log, $0, after: 100) }
            .flatMap { Work.probe("c", log, $0, after: 100) }
        let stage = OperationStage(operation)
        let task = stage.start()
        stage.harness.advance(to: 150)
        stage.stop()
        #expect(log.entries == ["a.start", "b.start", "b.cancel"])
        #expect(task.isFinished)
        stage.expectNothingLeft()
        stage.stop()
        stage.harness.clock.run()
        #expect(log.entries == ["a.start", "b.start", "b.cancel"])
        #expect(stage.results == [])
    }

    @Test func theReleaseOfTheStoreCancels() {
        let log = Log()
        let harness = Harness<Int> { _ in
            Work.probe("a", log, 1, after: 100).effect { _ in 0 }
        }
        harness.send(1)
        harness.release()
        #expect(log.entries == ["a.start", "a.cancel"])
    }

    @Test func aClosureThatIsAnsweredCancels() {
        let log = Log()
        var kept: ((Result<Int, Broken>) -> Void)?
        let stage = OperationStage(
            Work<Int> { complete in
                kept = complete
                return { log("cancelled") }
            })
        stage.start()
        kept?(.success(1))
        #expect(stage.results == ["0:got 1"])
        stage.start()
        stage.stop()
        #expect(log.entries == ["cancelled"])
        kept?(.success(2))
        kept = nil
        #expect(stage.results == ["0:got 1"])
        #expect(stage.harness.reports.isEmpty)
    }

    @Test func aHookThatComesAfterACancelRunsAtOnce() {
        let log = Log()
        var context: OperationContext?
        let stage = OperationStage(
            Work<Int> { running, _ in
                context = running
                running.onCancel { log("first") }
            })
        stage.start()
        #expect(stage.results == [])
        context?.onCancel { log("never: the step can no longer complete") }
        #expect(log.entries.isEmpty)
        var kept: [(Result<Int, Broken>) -> Void] = []
        let other = OperationStage(
            Work<Int> { running, complete in
                kept.append(complete)
                context = running
            })
        other.start()
        other.stop()
        context?.onCancel { log("late") }
        #expect(log.entries == ["late"])
        #expect(context?.isActive == false)
    }

    @Test func theResultIsSentFromTheLineOfTheEffect() {
        var sources: [UInt32] = []
        let line: UInt32 = #line + 3
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return Work.success(1).effect { _ in "done" }
        }
        let log = harness.store.onAction { _, source in sources.append(source.line) }
        harness.send("X")
        #expect(sources.last == line)
        log.cancel()
    }
}
