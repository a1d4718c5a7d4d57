/// Operations that run side by side as one step.
final class OperationGroup {
    private let context: OperationContext
    private let parts: [OperationSteps]
    private let limit: Int
    /// The outcome of the whole that the outcome of a part decides, if it does.
    private let decides: (OperationOutcome) -> OperationOutcome?
    private let whole: ([OperationOutcome?]) -> OperationOutcome
    private var outcomes: [OperationOutcome?]
    private var runs: [OperationRun?]
    private var next = 0
    private var running = 0
    private var isStarting = false

    init(
        _ context: OperationContext, _ parts: [OperationSteps], limit: Int,
        decides: @escaping (OperationOutcome) -> OperationOutcome?,
        whole: @escaping ([OperationOutcome?]) -> OperationOutcome
    ) {
        self.context = context
        self.parts = parts
        self.limit = limit
        self.decides = decides
        self.whole = whole
        outcomes = Array(repeating: nil, count: parts.count)
        runs = Array(repeating: nil, count: parts.count)
    }

    func start() {
        context.onCancel { self.cancel() }
        startMore()
    }

    /// A loop and no recursion: parts may end at once.
    private func startMore() {
        guard !isStarting else { return }
        isStarting = true
        while context.isActive, running < limit, next < parts.count {
            let number = next
            next += 1
            running += 1
            let run = context.child {
                self.ended(number, $0)
            } onAbandon: {
                self.abandoned(number)
            }
            runs[number] = run
            run.start(parts[number])
        }
        isStarting = false
        if context.isActive, running == 0 { context.complete(whole(outcomes)) }
    }

    private func ended(_ number: Int, _ outcome: OperationOutcome) {
        runs[number] = nil
        running -= 1
        if let decision = decides(outcome) {
            cancel()
            context.complete(decision)
            return
        }
        outcomes[number] = outcome
        startMore()
    }

    private func abandoned(_ number: Int) {
        runs[number] = nil
        cancel()
        context.abandon()
    }

    private func cancel() {
        let left = runs
        runs = []
        for run in left { run?.cancel() }
    }
}
