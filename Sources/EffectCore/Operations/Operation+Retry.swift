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
            OperationSteps { context, _ in
                OperationAttempts<Success, Failure>(context, steps, policy, shouldRetry).start()
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
        context.onCancel { self.attempt?.cancel() }
        run()
    }

    private func run() {
        let attempt = context.child {
            self.ended($0)
        } onAbandon: {
            self.context.abandon()
        }
        self.attempt = attempt
        attempt.start(steps)
    }

    private func ended(_ outcome: OperationOutcome) {
        attempt = nil
        guard case .failure(let error) = outcome.result(as: Operation<Success, Failure>.self),
            !isCancellation(error), shouldRetry?(error) ?? true, let delay = counter.next()
        else { return context.complete(outcome) }
        context.after(delay) { self.run() }
    }
}
