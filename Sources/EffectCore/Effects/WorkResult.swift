/// Takes what blocking work returns from the thread that ran it to the loop.
///
/// Unchecked: the worker writes it once, before it hands the work back to its lane; the loop reads
/// it after the lane has handed it on. A lane keeps the two in this order; see ``BlockingLane``.
@usableFromInline
final class WorkResult<Value>: @unchecked Sendable {
    private var value: Value?

    @usableFromInline
    init() {}

    @usableFromInline
    func put(_ value: sending Value) { self.value = value }

    @usableFromInline
    func take() -> Value? {
        defer { value = nil }
        return value
    }
}
