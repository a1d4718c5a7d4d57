/// One run of an operation within an effect: a loop over its steps, of which one runs at a time.
///
/// A step that completes while the loop runs only leaves its outcome there; so the stack does not
/// grow with the length of a chain. Nor does it with runs within runs: see ``OperationStack``.
final class OperationRun {
    private struct Place {
        let steps: [OperationStep]
        var next = 0
    }

    let stack: OperationStack
    /// Dropped at the end: whoever still holds a completion shall not hold what they captured.
    private var onEnd: ((OperationOutcome) -> Void)?
    private var onAbandon: (() -> OperationContext?)?
    /// Where to go on, the innermost last. A place without a next step is left before its last one
    /// starts: an operation that ends with another one takes up no room for it.
    private var places: [Place]
    private var outcome: OperationOutcome? = OperationOutcome()
    private var current: OperationContext?
    private var isLooping = false
    private var isOver = false

    /// - Parameters:
    ///   - onEnd: Takes the outcome of the last step.
    ///   - onAbandon: Called when a step can no longer complete; answers the step of which that is
    ///     the end as well.
    init(
        _ steps: OperationSteps, on stack: OperationStack,
        onEnd: @escaping (OperationOutcome) -> Void,
        onAbandon: @escaping () -> OperationContext?
    ) {
        self.stack = stack
        self.onEnd = onEnd
        self.onAbandon = onAbandon
        places = [Place(steps: steps.inOrder)]
    }

    var handle: EffectHandle { stack.handle }

    /// Cancels the step that runs, and those that run as parts of it; no other one starts.
    func cancel() {
        var pending = [self]
        while let run = pending.popLast() {
            guard !run.isOver, let context = run.close() else { continue }
            pending += context.cancel().reversed()
        }
    }

    // MARK: For the step that runs

    func complete(_ outcome: OperationOutcome) {
        guard !isOver else { return }
        current = nil
        self.outcome = outcome
        guard !isLooping else { return }
        if let engine = handle.link.engine, engine.isQuiet {
            // No step starts while a reducer, a hook or an observer runs.
            engine.wait(0, of: handle) { self.stack.goOn(with: self) }
        } else {
            stack.goOn(with: self)
        }
    }

    /// Goes on with the steps of another operation in the place of the present step.
    func goOn(with steps: OperationSteps) {
        guard !isOver else { return }
        places.append(Place(steps: steps.inOrder))
        complete(OperationOutcome())
    }

    /// The step that runs can no longer complete: nor can the one that the run is a part of.
    func abandon() {
        var next: OperationRun? = self
        while let run = next, !run.isOver {
            let onAbandon = run.onAbandon
            _ = run.close()
            next = onAbandon?()?.end()
        }
    }

    // MARK: Parts

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

    func loop() {
        guard !isLooping, handle.isActive else { return }
        isLooping = true
        while !isOver, let input = outcome {
            outcome = nil
            guard let step = takeStep() else {
                let onEnd = onEnd
                _ = close()
                stack.handOver { onEnd?(input) }
                break
            }
            let context = OperationContext(self)
            current = context
            step(context, input)
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
