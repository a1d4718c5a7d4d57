/// How long a call of ``EventLoop/run(_:)`` goes on.
public enum RunMode: Hashable, Sendable {
    /// Until no timer, no watch and no pending work holds the loop, or until it is stopped.
    case untilIdle
    /// Until it is stopped, idle or not.
    case untilStopped
    /// One turn; waits until something is due. Returns at once when nothing holds the loop.
    case once
    /// One turn with what is due already; never waits.
    case noWait
}
