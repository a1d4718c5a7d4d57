internal import CLibUV

/// Stops an event loop from any thread: a door into the loop.
///
/// It outlives its loop safely: once the loop is closed or released, `stop()` does nothing.
///
/// Unchecked: all mutable state lies behind `mutex`, and the wake-up handle is used only while it
/// is held. `detach()` takes the handle away, under the same mutex, before the loop closes it.
@safe
public final class LoopStopper: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<uv_mutex_t>
    private var wakeUp: UnsafeMutablePointer<uv_async_t>?
    private var isRequested = false

    init(wakeUp: UnsafeMutablePointer<uv_async_t>) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe self.wakeUp = wakeUp
        let status = unsafe uv_mutex_init(mutex)
        precondition(status == 0, "LoopStopper.init: the system has no memory for a mutex")
    }

    deinit {
        unsafe uv_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Asks the loop to return from ``EventLoop/run(_:)``: from any thread, at any time.
    ///
    /// A waiting loop wakes up; a busy one returns after its present turn. A loop that does not
    /// run now returns from its next `run()` after serving nothing, once. Not for use in a POSIX
    /// signal handler: watch the signal on the loop instead.
    ///
    /// - Complexity: O(1); one lock, and one system call unless a wake-up is pending.
    public func stop() {
        unsafe uv_mutex_lock(mutex)
        defer { unsafe uv_mutex_unlock(mutex) }
        guard let wakeUp = unsafe wakeUp else { return }
        isRequested = true
        unsafe uv_async_send(wakeUp)
    }

    /// Whether a stop was asked for since the last call.
    func takeRequest() -> Bool {
        unsafe uv_mutex_lock(mutex)
        defer { unsafe uv_mutex_unlock(mutex) }
        let isTaken = isRequested
        isRequested = false
        return isTaken
    }

    /// Lets go of the loop for good, before it closes its handles.
    func detach() {
        unsafe uv_mutex_lock(mutex)
        unsafe wakeUp = nil
        isRequested = false
        unsafe uv_mutex_unlock(mutex)
    }
}
