/// One run of an operation within an effect: a loop over its steps, of which one runs at a time.
///
/// A step that completes while the loop runs only leaves its outcome there; so the stack does not
/// grow with the length of a chain.
final class OperationRun {
    private struct Place {
        let steps: OperationSteps
        var next: Int
    }

    let handle: EffectHandle
    /// Dropped at the end: whoever still holds a completion shall not hold what they captured.
    private var onEnd: ((OperationOutcome) -> Void)?
    private var onAbandon: (() -> Void)?
    /// Where to go on, the innermost last. A place without a next step is left before its last one
    /// starts: an operation that ends with another one takes up no room for it.
    private var places: [Place] = []
    private var outcome: OperationOutcome?
    private var current: OperationContext?
    private var isLooping = false
    private var isOver = false

    /// - Parameters:
    ///   - onEnd: Takes the outcome of the last step.
    ///   - onAbandon: Called when a step can no longer complete.
    init(
        _ handle: EffectHandle, onEnd: @escaping (OperationOutcome) -> Void,
        onAbandon: @escaping () -> Void
    ) {
        self.handle = handle
        self.onEnd = onEnd
        self.onAbandon = onAbandon
    }

    func start(_ steps: OperationSteps) {
        push(steps)
        outcome = OperationOutcome()
        loop()
    }

    /// Cancels the step that runs; no other one starts.
    func cancel() {
        guard !isOver else { return }
        let context = close()
        context?.cancel()
    }

    // MARK: For the step that runs

    func complete(_ outcome: OperationOutcome) {
        guard !isOver else { return }
        current = nil
        self.outcome = outcome
        guard !isLooping else { return }
        if let engine = handle.link.engine, engine.isQuiet {
            // No step starts while a reducer, a hook or an observer runs.
            engine.wait(0, of: handle) { self.loop() }
        } else {
            loop()
        }
    }

    /// Goes on with the steps of another operation in the place of the present step.
    func goOn(with steps: OperationSteps) {
        guard !isOver else { return }
        push(steps)
        complete(OperationOutcome())
    }

    func abandon() {
        guard !isOver else { return }
        let onAbandon = onAbandon
        _ = close()
        onAbandon?()
    }

    // MARK: Parts

    private func push(_ steps: OperationSteps) { places.append(Place(steps: steps, next: 0)) }

    private func close() -> OperationContext? {
        isOver = true
        places = []
        outcome = nil
        onEnd = nil
        onAbandon = nil
        let context = current
        current = nil
        return context
    }

    private func loop() {
        guard !isLooping, handle.isActive else { return }
        isLooping = true
        handle.inContext {
            while !isOver, let input = outcome {
                outcome = nil
                guard let step = takeStep() else {
                    let onEnd = onEnd
                    _ = close()
                    onEnd?(input)
                    break
                }
                let context = OperationContext(self)
                current = context
                step(context, input)
            }
        }
        isLooping = false
    }

    private func takeStep() -> OperationStep? {
        guard let place = places.last else { return nil }
        if place.next + 1 == place.steps.count {
            places.removeLast()
        } else {
            places[places.count - 1].next += 1
        }
        return place.steps[place.next]
    }
}
