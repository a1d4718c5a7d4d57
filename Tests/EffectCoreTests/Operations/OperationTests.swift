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

    // MARK: Completions

    // ERR-15
    @Test func aStepCompletesOnce() {
        var kept: ((Result<Int, Broken>) -> Void)?
        let stage = OperationStage(
            Work<Int> { context, complete in kept = complete }
                .flatMap { .value($0 + 1, after: 10) })
        stage.start()
        kept?(.success(1))
        kept?(.success(5))
        kept?(.failure(Broken()))
        stage.harness.clock.run()
        #expect(stage.results == ["10:got 2"])
        #if DEBUG
            #expect(stage.harness.reports.map(\.kind) == [.completedTwice, .completedTwice])
        #endif
    }

    // ERR-13
    @Test func aStepThatCannotCompleteEndsTheEffect() {
        let log = Log()
        var kept: ((Result<Int, Broken>) -> Void)?
        let stage = OperationStage(
            Work.value(1, after: 10).flatMap { _ in
                Work<Int> { context, complete in
                    context.onCancel { log("cancel") }
                    kept = complete
                }
            })
        let task = stage.start()
        stage.harness.advance(to: 20)
        #expect(kept != nil && !task.isFinished)
        kept = nil
        #expect(task.isFinished)
        #expect(log.entries.isEmpty)
        #expect(stage.results == [])
        stage.expectNothingLeft()
        #if DEBUG
            #expect(stage.harness.reports.map(\.kind) == [.completerDropped])
        #endif
    }

    // ERR-13
    @Test func whatCannotCompleteInAPartEndsTheWhole() {
        let log = Log()
        let lost = Work<Int> { _, _ in }
        for operation: Work<[Int]> in [
            .all([.probe("a", log, 1, after: 100), lost]),
            lost.retry(.immediately(limit: 3)).map { [$0] },
        ] {
            let stage = OperationStage(operation)
            #expect(stage.start().isFinished)
            #expect(stage.results == [])
            stage.expectNothingLeft()
        }
        #expect(log.entries == ["a.start", "a.cancel"])
        #expect(
            OperationStage(lost.timeout(after: milliseconds(50), error: Broken(code: 7))).run()
                == ["50:failed 7"])
    }

    @Test func whatAStepHoldsGoesWithIt() {
        var alive = 0
        func step(_ number: Int) -> Work<Int> {
            Work { context, complete in
                alive += 1
                let sentinel = Sentinel { alive -= 1 }
                context.onCancel { sentinel.touch() }
                context.after(.seconds(100)) { sentinel.touch() }
                context.after(milliseconds(10)) {
                    sentinel.touch()
                    complete(.success(number))
                }
            }
        }
        let stage = OperationStage(step(1).flatMap { step($0 + 1) }.flatMap { step($0 + 1) })
        stage.start()
        for time in [0, 10, 20] {
            stage.harness.advance(to: time)
            #expect(alive == 1)
            #expect(stage.harness.clock.armedTimerCount == 2)
        }
        stage.harness.advance(to: 30)
        #expect(alive == 0)
        #expect(stage.results == ["30:got 3"])
        stage.start()
        stage.stop()
        #expect(alive == 0)
        stage.expectNothingLeft()
    }

    // FIN-04
    @Test(arguments: [true, false]) func whoKeepsACompletionKeepsNothingElse(cancels: Bool) {
        var alive = 1
        var kept: ((Result<Int, Broken>) -> Void)?
        let harness: Harness<String>
        do {
            var sentinel: Sentinel? = Sentinel { alive -= 1 }
            harness = Harness<String> { action in
                switch action {
                case "X":
                    defer { sentinel = nil }
                    return Work<Int> { _, complete in kept = complete }
                        .map { [sentinel] value in
                            sentinel?.touch()
                            return value
                        }
                        .effect { [sentinel] _ in
                            sentinel?.touch()
                            return "done"
                        }.cancellable(id: "k")
                case "stop": return .cancel(id: "k")
                default: return .none
                }
            }
        }
        harness.send("X")
        #expect(alive == 1)
        if cancels { harness.send("stop") } else { kept?(.success(1)) }
        #expect(alive == 0)
        kept = nil
    }

    @Test func aStepThatIsCompletedWithinAReducerIsFollowedATurnLater() {
        let log = Log()
        var kept: ((Result<Int, Broken>) -> Void)?
        let operation = Work<Int> { _, complete in kept = complete }
            .flatMap { value in
                log("second")
                return Work.success(value)
            }
        let harness = Harness<String> { action in
            log(action)
            if action == "X" { return operation.effect { _ in "done" } }
            if action == "complete" {
                kept?(.success(1))
                log("reduced")
            }
            return .none
        }
        harness.send("X")
        harness.send("complete")
        #expect(log.entries == ["X", "complete", "reduced"])
        harness.clock.run()
        #expect(log.entries == ["X", "complete", "reduced", "second", "done"])
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

/// Surroundings of a layer above the core follow every step.
@Suite struct OperationContextTests {
    private final class Place {}

    @Test func everyStepIsInTheContextOfTheEffect() {
        var current: Place?
        let place = Place()
        let context = EffectContext(place) { next in
            defer { current = next as? Place }
            return current
        }
        let log = Log()
        func note(_ name: String) { log("\(name) \(current === place)") }
        var kept: ((Result<Int, Broken>) -> Void)?
        let operation = Work<Int> { context, complete in
            note("first")
            context.after(milliseconds(10)) {
                note("wait")
                complete(.success(1))
            }
        }
        .flatMap { _ in
            note("transform")
            return Work<Int> { context, complete in
                context.onCancel { note("cancel") }
                kept = complete
            }
        }
        .map { value in
            note("map")
            return value
        }
        let harness = Harness<String> { action in
            switch action {
            case "X":
                return operation.effect { _ in
                    note("action")
                    return "done"
                }.inContext(context).cancellable(id: "k")
            case "stop": return .cancel(id: "k")
            default: return .none
            }
        }
        harness.send("X")
        harness.clock.run()
        kept?(.success(2))
        #expect(
            log.entries == [
                "first true", "wait true", "transform true", "map true", "action true",
            ])
        harness.send("X")
        harness.clock.run()
        harness.send("stop")
        #expect(log.entries.last == "cancel true")
        #expect(current == nil)
    }

    @Test func whatGoesOnWithItselfIsReleased() {
        var alive = 1
        do {
            let sentinel = Sentinel { alive -= 1 }
            let operation = Work<Int> { () throws(Broken) in
                sentinel.touch()
                throw Broken(code: 1)
            }
            let stage = OperationStage(operation.flatMapError { _ in operation })
            #expect(stage.run() == ["0:failed 1"])
        }
        #expect(alive == 0)
    }
}
