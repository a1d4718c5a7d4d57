import EffectCore
import EffectTesting
import Testing

/// A store that runs one operation at `X` and notes its result, and cancels it at `stop`.
final class OperationStage<Success> {
    let harness: Harness<String>

    init(_ operation: Operation<Success, Broken>) {
        harness = Harness<String> { action in
            switch action {
            case "X":
                return operation.effect { result in
                    switch result {
                    case .success(let value): "got \(value)"
                    case .failure(let error): "failed \(error.code)"
                    }
                }.cancellable(id: "k")
            case "stop": return .cancel(id: "k")
            default: return .none
            }
        }
    }

    @discardableResult
    func start() -> StoreTask { harness.send("X") }

    func stop() { harness.send("stop") }

    /// Runs it to its end and answers what it sent, with times.
    func run() -> [String] {
        start()
        harness.clock.run()
        return results
    }

    var results: [String] {
        harness.received.filter { $0.action != "X" && $0.action != "stop" }
            .map { "\($0.time):\($0.action)" }
    }

    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(harness.store.tableCounts == (0, 0, 0), sourceLocation: sourceLocation)
        #expect(harness.clock.armedTimerCount == 0, sourceLocation: sourceLocation)
    }
}

typealias Work<Value> = Operation<Value, Broken>

extension Operation where Failure == Broken {
    /// Succeeds after a time.
    static func value(_ value: Success, after time: Int) -> Operation {
        Operation { context, complete in
            context.after(milliseconds(time)) { complete(.success(value)) }
        }
    }

    /// Fails after a time.
    static func broken(_ code: Int, after time: Int) -> Operation {
        Operation { context, complete in
            context.after(milliseconds(time)) { complete(.failure(Broken(code: code))) }
        }
    }

    /// Logs its start and its cancel, and succeeds after a time.
    static func probe(
        _ name: String, _ log: Log, _ value: Success, after time: Int
    ) -> Operation {
        Operation { context, complete in
            log("\(name).start")
            context.onCancel { log("\(name).cancel") }
            context.after(milliseconds(time)) { complete(.success(value)) }
        }
    }
}
