/// A drain that reduced more actions than its store allows without comment.
public struct RunawayDrain: Sendable {
    /// How many actions the drain has taken from the queue, the one to come included.
    public var drained: Int
    /// The limit that was passed.
    public var limit: Int
    /// Where the action to come was sent from.
    public var source: ActionSource

    @usableFromInline
    init(drained: Int, limit: Int, source: ActionSource) {
        self.drained = drained
        self.limit = limit
        self.source = source
    }
}

/// What a store does about a runaway drain.
public enum RunawayResponse: Hashable, Sendable {
    /// Goes on; the drain is not asked about again.
    case `continue`
    /// Drops the action to come and all that are queued.
    case dropQueue
}
