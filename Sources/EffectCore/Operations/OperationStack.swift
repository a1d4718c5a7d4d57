/// What is to be done for the operations of one effect, the innermost last: a stack of its own, so that
/// operations within operations do not use the thread's.
final class OperationStack {
    private enum Item {
        case run(OperationRun)
        case then(() -> Void)
    }

    let handle: EffectHandle
    private var items: [Item] = []
    private var isWorking = false
    /// Whether one run tells another one its outcome: nobody's code is in between.
    private var isHandingOver = false

    init(_ handle: EffectHandle) { self.handle = handle }

    /// Starts a run, and does something when it first waits, or has ended. Within a step all that comes
    /// after the step.
    func start(_ run: OperationRun, then: (() -> Void)? = nil) {
        if let then { items.append(.then(then)) }
        items.append(.run(run))
        if !isWorking { work(above: 0) }
    }

    /// Goes on with a run whose step has completed.
    func goOn(with run: OperationRun) {
        let base = items.count
        items.append(.run(run))
        // Completed by a callback or by the step of another run: what follows is done at once.
        if !isHandingOver { work(above: base) }
    }

    func handOver(_ body: () -> Void) {
        let wasHandingOver = isHandingOver
        isHandingOver = true
        body()
        isHandingOver = wasHandingOver
    }

    private func work(above base: Int) {
        let (wasWorking, wasHandingOver) = (isWorking, isHandingOver)
        (isWorking, isHandingOver) = (true, false)
        handle.inContext {
            while items.count > base, let item = items.popLast() {
                switch item {
                case .run(let run): run.loop()
                case .then(let action): action()
                }
            }
        }
        (isWorking, isHandingOver) = (wasWorking, wasHandingOver)
    }
}
