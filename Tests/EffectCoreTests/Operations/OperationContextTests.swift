import EffectCore
import EffectTesting
import Testing

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
