/// Runs work that blocks on a thread of its own: a lane of an event loop, or a fake in a test.
public protocol BlockingLane: AnyObject {
    /// Puts work in line, to run off the loop, and calls back on the loop when it has returned.
    ///
    /// `onReturn` is called once, in a later turn and never before this call returns; all that the
    /// work wrote is then visible. Work that waits is served in the order in which it came.
    ///
    /// Cancelling or releasing the token is immediate: work that waits never runs, and `onReturn`
    /// is not called any more. Work that has started cannot be cancelled; it runs on.
    ///
    /// The lane keeps `work`, and so what it captures, until it has returned or is taken out of the
    /// line, and then lets go of it on the loop's thread.
    ///
    /// - Throws: `SystemError` where no thread can be had for it.
    func submit(
        _ work: @escaping @Sendable () -> Void, onReturn: @escaping () -> Void
    ) throws(SystemError) -> WatchToken
}
