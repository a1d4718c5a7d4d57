/// What becomes of the values that a batch holds when its source ends.
public enum BatchRest: Hashable, Sendable {
    /// They are a last batch.
    case flush
    /// They are dropped.
    case discard
}

/// Collects values that a source has, for an effect that sends them together.
///
/// Keep it for as long as there are values: the effect ends when the last reference is gone, or
/// earlier by ``finish()``. See ``Effect/batch(count:within:rest:_:fileID:line:source:)``.
public final class Batch<Value> {
    private let collector: Collector<Value>

    init(_ collector: Collector<Value>) { self.collector = collector }

    /// Adds a value. After the end of the effect it is dropped.
    ///
    /// - Complexity: amortised O(1).
    public func add(_ value: Value) { collector.add(value) }

    /// Sends what there is now. Does nothing when there is nothing.
    public func flush() { collector.flush(isEmptyBatch: false) }

    /// Ends the effect; what is left is sent or dropped, as the effect says.
    public func finish() { collector.finish() }

    /// Whether the effect still runs.
    public var isActive: Bool { collector.handle.isActive }

    /// Calls `action` once if the effect is cancelled; at once if it was cancelled already.
    public func onCancel(_ action: @escaping () -> Void) { collector.handle.onCancel(action) }

    /// Calls `action` once when the effect ends, in whatever way.
    public func onTermination(_ action: @escaping () -> Void) {
        collector.handle.onTermination(action)
    }

    deinit { collector.finish() }
}

/// The values of one run, and when they go.
final class Collector<Value> {
    enum Bound {
        /// A full batch, or the time since its first value.
        case count(Int, within: Int64?)
        /// A fixed grid.
        case grid(Int64, sendsEmpty: Bool)
    }

    let handle: EffectHandle
    private let bound: Bound
    private let rest: BatchRest
    private let deliver: ([Value]) -> Void
    private var values: [Value] = []
    private var window: NodeReference?

    init(
        _ handle: EffectHandle, _ bound: Bound, _ rest: BatchRest,
        _ deliver: @escaping ([Value]) -> Void
    ) {
        self.handle = handle
        self.bound = bound
        self.rest = rest
        self.deliver = deliver
    }

    /// Opens the first window of a grid.
    func begin() {
        guard case .grid(let period, _) = bound else { return }
        open(period) { $0.passGrid() }
    }

    func add(_ value: Value) {
        guard handle.isActive else { return }
        values.append(value)
        guard case .count(let count, let limit) = bound else { return }
        if values.count >= count {
            flush(isEmptyBatch: false)
        } else if values.count == 1, let limit {
            open(limit) { $0.flush(isEmptyBatch: false) }
        }
    }

    func flush(isEmptyBatch: Bool) {
        if case .count = bound { closeWindow() }
        guard handle.isActive, !values.isEmpty || isEmptyBatch else { return }
        let batch = values
        values = []
        deliver(batch)
    }

    func finish() {
        guard handle.isActive else { return }
        closeWindow()
        if rest == .flush { flush(isEmptyBatch: false) }
        values = []
        if handle.isActive { handle.finish() }
    }

    private func passGrid() {
        guard case .grid(let period, let sendsEmpty) = bound else { return }
        // Armed first, so that what the batch causes cannot shift the grid.
        open(period) { $0.passGrid() }
        flush(isEmptyBatch: sendsEmpty)
    }

    private func open(_ delay: Int64, _ pass: @escaping (Collector) -> Void) {
        guard handle.isActive, let engine = handle.link.engine else { return }
        window = engine.wait(delay, of: handle) {
            self.window = nil
            pass(self)
        }
    }

    private func closeWindow() {
        guard let window, let engine = handle.link.engine else { return }
        self.window = nil
        engine.endWait(window)
    }
}
