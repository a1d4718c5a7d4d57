extension Operation {
    /// Makes an effect of the operation: it sends one action with the result, and ends.
    ///
    /// Cancelling the effect, by an id or otherwise, cancels the step that runs, and starts no other.
    /// Waits use the store's scheduler.
    ///
    /// - Parameters:
    ///   - name: What the effect is called in lists of what runs.
    ///   - transform: Makes the action of the result.
    public func effect<Action>(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ transform: @escaping (Result<Success, Failure>) -> Action
    ) -> Effect<Action> {
        let steps = steps
        return .run(name: name, priority: priority, fileID: fileID, line: line) { send in
            let stack = OperationStack(send)
            let run = OperationRun(steps, on: stack) { outcome in
                send.finish(
                    with: send.inContext { transform(outcome.result(as: Operation.self)) },
                    fileID: fileID, line: line)
            } onAbandon: {
                send.finish()
                return nil
            }
            send.onCancel { run.cancel() }
            stack.start(run)
        }
    }
}
