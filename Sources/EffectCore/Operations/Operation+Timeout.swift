extension Operation {
    /// Cancels the operation and fails if it has not completed after a while.
    ///
    /// The limit is armed right after the operation has started, so that of two equal deadlines the
    /// one that its first step armed at once wins, and one armed later loses. A limit around
    /// ``retry(_:if:)`` covers all attempts; one within it covers each. A step that can no longer
    /// complete fails when the time is over.
    ///
    /// - Parameters:
    ///   - duration: Zero and less mean the next turn.
    ///   - error: What it then fails with.
    public func timeout(
        after duration: Duration, error: @autoclosure @escaping () -> Failure
    ) -> Operation {
        let steps = steps
        return Operation(
            OperationSteps(of: [steps]) { context, parts in
                let work = context.part(parts[0]) {
                    context.complete($0)
                } onAbandon: {
                    nil
                }
                context.holds { [work] }
                context.start(work) {
                    context.after(duration) {
                        work.cancel()
                        context.complete(OperationResult<Success, Failure>(.failure(error())))
                    }
                }
            })
    }
}
