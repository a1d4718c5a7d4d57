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
        context.holds { self.takeRuns() }
        startMore()
    }

    /// One after another: each may end at once.
    private func startMore() {
        guard !isStarting, context.isActive else { return }
        guard running < limit, next < parts.count else {
            if running == 0 { context.complete(whole(outcomes)) }
            return
        }
        let number = next
        next += 1
        running += 1
        let run = context.part(parts[number]) {
            self.ended(number, $0)
        } onAbandon: {
            self.abandoned(number)
        }
        runs[number] = run
        isStarting = true
        context.start(run) {
            self.isStarting = false
            self.startMore()
        }
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

    private func abandoned(_ number: Int) -> OperationContext? {
        runs[number] = nil
        cancel()
        return context
    }

    private func cancel() { for run in takeRuns() { run.cancel() } }

    private func takeRuns() -> [OperationRun] {
        let left = runs.compactMap { $0 }
        runs = []
        return left
    }
}
