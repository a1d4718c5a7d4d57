internal import CEffectShims
internal import CLibUV

/// The signals that have arrived for a loop, one flag a number: set by the handler of the process on
/// whatever thread it runs, taken by the loop.
///
/// Not libuv's signals, which come through a pipe: what arrives while it is full is lost, also the
/// one SIGTERM behind thousands of others.
@safe
final class SignalFlags {
    private let flags: OpaquePointer

    /// - Throws: `SystemError` ENOMEM when there is no memory.
    init(wakeUp: UnsafeMutablePointer<uv_async_t>) throws(SystemError) {
        guard let flags = unsafe effect_signal_flags_open(wakeUp) else {
            throw SystemError(code: UV_ENOMEM.rawValue, operation: "watch", subject: "signals")
        }
        unsafe self.flags = flags
    }

    /// Sets the flag of a signal whenever it arrives, and wakes the loop.
    ///
    /// - Throws: `SystemError` EINVAL where the signal cannot be caught or is unknown.
    func watch(_ number: Int32) throws(SystemError) {
        let status = unsafe effect_signal_flags_watch(flags, number)
        guard status == 0 else {
            throw SystemError(code: status, operation: "watch", subject: "signal \(number)")
        }
    }

    func unwatch(_ number: Int32) { unsafe effect_signal_flags_unwatch(flags, number) }

    /// Whether the signal has arrived since the last call.
    func take(_ number: Int32) -> Bool { unsafe effect_signal_flags_take(flags, number) }

    /// When this returns, no handler wakes the loop any more. Nothing may be watched.
    func close() { unsafe effect_signal_flags_close(flags) }
}
