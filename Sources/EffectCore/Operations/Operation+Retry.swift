extension Operation {
    /// Runs the operation again after each failure, as far as the policy goes; then it fails with the
    /// last error, without a further delay.
    ///
    /// Each run has its own count. `EffectCancelled` is not tried again.
    ///
    /// - Parameters:
    ///   - policy: How often and after what delays. A delay of zero is the next turn.
    ///   - shouldRetry: Whether another attempt may help; nil for always.
    public func retry(
        _ policy: RetryPolicy, if shouldRetry: ((Failure) -> Bool)? = nil
    ) -> Operation {
        let steps = steps
        return Operation(
            OperationSteps(of: [steps]) { context, parts in
                OperationAttempts<Success, Failure>(context, parts[0], policy, shouldRetry).start()
            })
    }
}

/// The attempts of one run.
private final class OperationAttempts<Success, Failure: Error> {
    private let context: OperationContext
    private let steps: OperationSteps
    private let shouldRetry: ((Failure) -> Bool)?
    private var counter: RetryCounter
    private var attempt: OperationRun?

    init(
        _ context: OperationContext, _ steps: OperationSteps, _ policy: RetryPolicy,
        _ shouldRetry: ((Failure) -> Bool)?
    ) {
        self.context = context
        self.steps = steps
        self.shouldRetry = shouldRetry
        counter = policy.counter()
    }

    func start() {
        context.holds { self.attempt.map { [$0] } ?? [] }
        run()
    }

    private func run() {
        let attempt = context.part(steps) {
            self.ended($0)
        } onAbandon: {
            self.context
        }
        self.attempt = attempt
        context.start(attempt)
    }

    private func ended(_ outcome: OperationOutcome) {
        attempt = nil
        guard case .failure(let error) = outcome.result(as: Operation<Success, Failure>.self),
            !isCancellation(error), shouldRetry?(error) ?? true, let delay = counter.next()
        else { return context.complete(outcome) }
        context.after(delay) { self.run() }
    }
}
