internal import CLibUV

/// A value that threads share, behind a mutex, with a condition to wait for.
///
/// Everything of this module that is used from several threads keeps its state in one of these.
/// Of libuv and not of the Synchronization module, whose `Mutex` Embedded Swift does not have.
///
/// Unchecked: the value is reached only while the mutex is held, and lives behind a pointer. What
/// a body returns must be its own: a part of the value that is not `Sendable` may not leave.
@safe
final class Monitor<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<uv_mutex_t>
    private let condition: UnsafeMutablePointer<uv_cond_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initial: Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initial)
        let status = unsafe uv_mutex_init(mutex) | uv_cond_init(condition)
        require(status == 0, "Monitor.init: the system has no memory for a mutex")
    }

    deinit {
        unsafe uv_cond_destroy(condition)
        unsafe uv_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
        unsafe value.deallocate()
    }

    /// Gives `body` the value, and no other thread meanwhile. Not to be nested.
    func withLock<Outcome, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        unsafe uv_mutex_lock(mutex)
        defer { unsafe uv_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }

    /// Waits until `body` has an outcome: asks it at once, and after each ``wakeOne()`` or
    /// ``wakeAll()``; with the mutex held, as in ``withLock(_:)``.
    ///
    /// - Parameter timeout: Nanoseconds after which to give up; negative counts as zero.
    /// - Returns: Nil when the time was over and `body` still had no outcome.
    func wait<Outcome>(atMost timeout: Int64, for body: (inout Value) -> Outcome?) -> Outcome? {
        unsafe uv_mutex_lock(mutex)
        defer { unsafe uv_mutex_unlock(mutex) }
        let start = Int64(bitPattern: uv_hrtime())
        while true {
            if let outcome = unsafe body(&value.pointee) { return outcome }
            let left = timeout.subtractingSaturated(
                Int64(bitPattern: uv_hrtime()) - start)
            guard left > 0 else { return nil }
            unsafe uv_cond_timedwait(condition, mutex, UInt64(left))
        }
    }

    /// Lets one of the waiting threads ask again.
    func wakeOne() { unsafe uv_cond_signal(condition) }

    /// Lets all waiting threads ask again.
    func wakeAll() { unsafe uv_cond_broadcast(condition) }
}
