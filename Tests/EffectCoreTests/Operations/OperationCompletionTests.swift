import EffectCore
import EffectTesting
import Testing

/// Whoever completes a step, when, and how often.
@Suite struct OperationCompletionTests {
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
}
