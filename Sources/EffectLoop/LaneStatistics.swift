/// Figures about a lane: how deep it is, and how long work waits in it.
public struct LaneStatistics: Hashable, Sendable {
    /// Work that waits for a thread at present.
    public var waiting = 0
    /// Work that has started and not returned, cancelled or not: a worker that hangs shows here.
    public var running = 0
    /// Threads that the lane has at present, idle ones included.
    public var threads = 0
    /// Work that has returned since the lane was made.
    public var returned: UInt64 = 0
    /// The longest time that work has waited for a thread, the one that waits now included.
    public var longestWait: Duration = .zero

    /// Creates figures of zero.
    public init() {}
}

extension LaneStatistics: CustomStringConvertible {
    /// `waiting 0, running 1, threads 1, returned 12, longest wait 1.25ms`
    public var description: String {
        "waiting " + String(waiting) + ", running " + String(running) + ", threads "
            + String(threads) + ", returned " + String(returned) + ", longest wait "
            + longestWait.text
    }
}
