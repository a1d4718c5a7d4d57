/// Delivers signals of the process as callbacks: an event loop, or a fake in a test.
public protocol SignalSource: AnyObject {
    /// Watches a signal until the token is cancelled or released. Equal signals coalesce (POSIX).
    ///
    /// - Throws: `SystemError` where the signal cannot be caught (SIGKILL, SIGSTOP) or is unknown.
    func watch(
        signal number: Int32, onSignal: @escaping () -> Void
    ) throws(SystemError) -> WatchToken
}
