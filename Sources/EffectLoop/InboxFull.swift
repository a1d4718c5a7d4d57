/// Why an inbox did not take an action.
public struct InboxFull: Error, Hashable, Sendable {
    /// How many actions the inbox holds at most.
    public var capacity: Int
    /// Whether the store or the loop is gone, so that the inbox takes nothing any more. Otherwise
    /// it was full, and takes actions again when the loop has served it.
    public var isClosed: Bool

    /// Creates the error.
    public init(capacity: Int, isClosed: Bool) {
        self.capacity = capacity
        self.isClosed = isClosed
    }
}
