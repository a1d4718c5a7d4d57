internal import CLibUV

/// One timer of libuv, armed for the earliest deadline of the run queue, only ever ends the wait.
/// Which deadlines have come is decided after the poll, on the run queue's own clock: so the order
/// of input and timers is the same on every libuv, and no rounding makes a timer early.
extension EventLoop {
    /// No timer of libuv is armed: the loop waits for input alone.
    static var disarmed: Int64 { -1 }

    /// Arms the timer of libuv for what is due next, if that has changed.
    func arm() {
        guard let deadline = runQueue.nextDeadline?.nanoseconds else {
            if armedMillisecond != Self.disarmed {
                unsafe uv_timer_stop(timer)
                armedMillisecond = Self.disarmed
            }
            return
        }
        // The wait is rounded up from the present time: rounding the deadline as well, and libuv's own
        // time down, would add up to two milliseconds.
        unsafe uv_update_time(loop)
        let left = max(0, deadline.subtractingSaturated(runQueue.now.nanoseconds))
        let wait = Self.roundedUpToMilliseconds(left)
        let millisecond = Int64(bitPattern: unsafe uv_now(loop)).addingSaturated(wait)
        guard millisecond != armedMillisecond else { return }
        armedMillisecond = millisecond
        unsafe uv_timer_start(
            timer,
            { handle in unsafe EventLoop.of(handle?.pointee.data)?.timerDidFire() },
            UInt64(wait), 0)
    }

    /// Not a turn: before libuv 1.45 this comes before the poll, and input would come second.
    private func timerDidFire() { armedMillisecond = Self.disarmed }

    /// How long the next poll waits, in milliseconds, as libuv is told; -1 without an end.
    package var pollTimeoutMilliseconds: Int32 {
        arm()
        unsafe uv_update_time(loop)
        return unsafe uv_backend_timeout(loop)
    }

    /// The first whole millisecond at or after a deadline, which may lie at the end of time.
    package static func roundedUpToMilliseconds(_ nanoseconds: Int64) -> Int64 {
        let (milliseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest > 0 ? milliseconds + 1 : milliseconds
    }

    /// Before each poll.
    func willPoll() {
        if !unpolledWatchers.isEmpty { failClosedWatchers() }
        arm()
    }

    /// After each poll, and so once a turn. An armed timer is also what tells libuv that the loop
    /// goes on; for when exactly is decided before the next poll.
    func didPoll() {
        runQueue.runTurn()
        let waits = runQueue.nextDeadline != nil
        if waits != (armedMillisecond != Self.disarmed) { arm() }
    }
}
