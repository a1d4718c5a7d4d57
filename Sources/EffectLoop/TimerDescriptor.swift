internal import CEffectShims
internal import CLibUV

/// A timer of the kernel (`timerfd`) on one clock, behind a poll handle of libuv.
///
/// It only ever ends the wait; which deadlines have come is decided after the poll, on the run
/// queue's clock. Re-armed when the deadline moves earlier and after it has fired: a deadline that
/// moves later costs one wake-up more at the old one, instead of a system call for each move.
@safe
final class TimerDescriptor {
    private let fileDescriptor: Int32
    private let handle: UnsafeMutablePointer<uv_poll_t>
    /// What the kernel was told; the end of time once that has passed.
    private var deadline = Int64.max
    /// Whether it holds the loop: something waits for it.
    private(set) var isArmed = false
    /// Whether it is readable, until it is armed or disarmed anew.
    private var hasFired = false

    init(clock: TimerClock, eventLoop: EventLoop) throws(SystemError) {
        let descriptor = effect_timer_create(clock == .boottime)
        guard descriptor >= 0 else {
            throw SystemError(code: descriptor, operation: "timerfd_create")
        }
        eventLoop.retireWatcher(of: descriptor)
        let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        let status = unsafe uv_poll_init(eventLoop.loop, handle, descriptor)
        guard status == 0 else {
            unsafe handle.deallocate()
            effect_timer_close(descriptor)
            throw SystemError(code: status, operation: "watch", subject: "timerfd")
        }
        fileDescriptor = descriptor
        unsafe self.handle = handle
        unsafe handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        unsafe uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            guard let context = unsafe handle?.pointee.data else { return }
            let timer = unsafe Unmanaged<TimerDescriptor>.fromOpaque(context)
            unsafe timer.takeUnretainedValue().fired()
        }
        unsafe unreference(handle)
    }

    /// Wakes the loop at a time of the clock, or a little before where it was armed for that.
    func arm(for wakeUp: Int64) {
        if !isArmed {
            isArmed = true
            unsafe reference(handle)
        }
        guard hasFired || wakeUp < deadline else { return }
        hasFired = false
        deadline = wakeUp
        effect_timer_arm(fileDescriptor, wakeUp)
    }

    /// Wakes nobody and holds nothing.
    func disarm() {
        if isArmed {
            isArmed = false
            unsafe unreference(handle)
        }
        guard hasFired || deadline != .max else { return }
        hasFired = false
        deadline = .max
        effect_timer_disarm(fileDescriptor)
    }

    func close() {
        unsafe uv_poll_stop(handle)
        unsafe closeAndFree(handle)
        effect_timer_close(fileDescriptor)
    }

    /// Arming clears it in the kernel, so there is no need to read from it.
    private func fired() {
        deadline = .max
        hasFired = true
    }
}
