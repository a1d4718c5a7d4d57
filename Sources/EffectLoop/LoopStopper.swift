/// Stops an event loop from any thread: a door into the loop.
///
/// It outlives its loop safely: once the loop is closed or released, `stop()` does nothing.
public final class LoopStopper: Sendable {
    private let door: Door

    init(door: Door) { self.door = door }

    /// Asks the loop to return from ``EventLoop/run(_:)``: from any thread, at any time.
    ///
    /// A waiting loop wakes up; a busy one returns after its present turn. A loop that does not
    /// run now returns from its next `run()` after serving nothing, once. One return meets all
    /// requests that were made by then. Not for use in a POSIX signal handler: watch the signal on
    /// the loop instead.
    ///
    /// - Complexity: O(1); one lock, and one system call unless a wake-up is pending.
    public func stop() { door.requestStop() }
}
