/// Counts about an inbox since it was made.
public struct InboxStatistics: Hashable, Sendable {
    /// Actions that wait for the loop at present.
    public var waiting = 0
    /// Actions that were taken.
    public var posted: UInt64 = 0
    /// Actions that were not taken, because the inbox was full or closed.
    public var refused: UInt64 = 0
    /// How often a post woke the loop: at most once for each batch that it serves.
    public var wakeUps: UInt64 = 0

    /// Creates counts of zero.
    public init() {}
}

extension InboxStatistics: CustomStringConvertible {
    /// `waiting 0, posted 12, refused 0, wake-ups 3`
    public var description: String {
        "waiting " + String(waiting) + ", posted " + String(posted) + ", refused "
            + String(refused) + ", wake-ups " + String(wakeUps)
    }
}
