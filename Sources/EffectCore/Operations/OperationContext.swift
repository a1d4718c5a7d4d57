/// What a step of an operation has while it runs: time, and a word when it is cancelled.
///
/// All of it ends when the step completes: hooks are dropped and waits end.
public final class OperationContext {
    private enum State {
        case running
        case completed
        case cancelled
    }

    private let run: OperationRun
    private var state = State.running
    private var hooks: [() -> Void] = []
    /// The runs that are parts of this step.
    private var parts: () -> [OperationRun] = { [] }
    private var waits: [NodeReference] = []

    init(_ run: OperationRun) { self.run = run }

    /// Whether the step still runs: neither completed nor cancelled.
    public var isActive: Bool { state == .running && run.handle.isActive }

    /// Calls `action` once if the operation is cancelled while this step runs; at once if it was
    /// cancelled already.
    public func onCancel(_ action: @escaping () -> Void) {
        switch state {
        case .running: hooks.append(action)
        case .cancelled: action()
        case .completed: break
        }
    }

    /// Calls `perform` after a wait, unless the step ends before.
    ///
    /// - Parameter delay: Zero and less mean the next turn.
    /// - Complexity: O(w) for w waits of this step at a time.
    public func after(_ delay: Duration, perform: @escaping () -> Void) {
        guard isActive, let engine = run.handle.link.engine else { return }
        var wait: NodeReference?
        let reference = engine.wait(delay.roundedNanoseconds, of: run.handle) {
            if let wait { self.waits.removeAll { $0.isSame(as: wait) } }
            perform()
        }
        wait = reference
        waits.append(reference)
    }

    // MARK: For steps that run operations

    /// A run of another operation as a part of this step.
    func part(
        _ steps: OperationSteps, onEnd: @escaping (OperationOutcome) -> Void,
        onAbandon: @escaping () -> OperationContext?
    ) -> OperationRun {
        OperationRun(steps, on: run.stack, onEnd: onEnd, onAbandon: onAbandon)
    }

    /// Starts a part, and does something when it first waits, or has ended.
    func start(_ part: OperationRun, then: (() -> Void)? = nil) {
        run.stack.start(part, then: then)
    }

    /// Says what a cancel of this step cancels.
    func holds(_ parts: @escaping () -> [OperationRun]) {
        if state == .running { self.parts = parts }
    }

    // MARK: The end of the step

    func complete(_ outcome: OperationOutcome) {
        guard state == .running else { return }
        end(.completed)
        run.complete(outcome)
    }

    /// Goes on with another operation in the place of this step.
    func goOn(with steps: OperationSteps) {
        guard state == .running else { return }
        end(.completed)
        run.goOn(with: steps)
    }

    /// The step can no longer complete.
    func abandon() { end()?.abandon() }

    /// Ends the step without an outcome; answers its run, unless the step has ended already.
    func end() -> OperationRun? {
        guard state == .running else { return nil }
        end(.completed)
        return run
    }

    /// Answers the runs that are to be cancelled with the step.
    func cancel() -> [OperationRun] {
        guard state == .running else { return [] }
        let (hooks, parts) = (hooks, parts())
        end(.cancelled)
        for hook in hooks { hook() }
        return parts
    }

    private func end(_ ending: State) {
        state = ending
        hooks = []
        parts = { [] }
        let waits = waits
        self.waits = []
        guard !waits.isEmpty, let engine = run.handle.link.engine else { return }
        for wait in waits { engine.endWait(wait) }
    }

    /// For debug builds; see ``Report/Kind/completedTwice`` and ``Report/Kind/completerDropped``.
    func note(_ kind: Report.Kind, _ message: String) {
        if state != .cancelled { run.handle.note(kind, message) }
    }
}

/// The way of a step's result to its context, once.
final class OperationCompletion<Success, Failure: Error> {
    private let context: OperationContext
    private var isUsed = false

    init(_ context: OperationContext) { self.context = context }

    func callAsFunction(_ result: Result<Success, Failure>) {
        if isUsed {
            context.note(.completedTwice, "a step of an operation completed again")
            return
        }
        isUsed = true
        context.complete(OperationResult(result))
    }

    deinit {
        guard !isUsed, context.isActive else { return }
        context.note(.completerDropped, "a step of an operation can no longer complete")
        context.abandon()
    }
}
