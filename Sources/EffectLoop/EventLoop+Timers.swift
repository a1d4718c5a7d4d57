internal import CLibUV

/// One timer of libuv, armed for the earliest deadline of the run queue, only ever ends the wait.
/// Which deadlines have come is decided after the poll, on the run queue's own clock: so the order
/// of input and timers is the same on every libuv, and no rounding makes a timer early.
extension EventLoop {
    /// No timer of libuv is armed: the loop waits for input alone.
    static var disarmed: Int64 { -1 }

    /// Arms what ends the wait for what is due next, if that has changed. Whether something is due
    /// already.
    @discardableResult
    func arm(at now: Int64) -> Bool {
        let isBootTimeWatched = armBootTimer()
        if runQueue.isTurnRequested {
            armMilliseconds(0)
            return true
        }
        let wakeUp =
            isBootTimeWatched
            ? runQueue.nextWakeUp(of: .monotonic) : runQueue.nextWakeUp?.nanoseconds
        guard let wakeUp else {
            preciseTimer?.disarm()
            disarmMilliseconds()
            return false
        }
        // The wait is rounded up from the present time: rounding the deadline as well, and libuv's own
        // time down, would add up to two milliseconds.
        let left = max(0, wakeUp.subtractingSaturated(now))
        if let preciseTimer, left > 0 {
            preciseTimer.arm(for: wakeUp)
            disarmMilliseconds()
        } else {
            armMilliseconds(Self.roundedUpToMilliseconds(left))
        }
        return left == 0
    }

    private func armMilliseconds(_ wait: Int64) {
        unsafe uv_update_time(loop)
        let millisecond = Int64(bitPattern: unsafe uv_now(loop)).addingSaturated(wait)
        guard millisecond != armedMillisecond else { return }
        armedMillisecond = millisecond
        unsafe uv_timer_start(
            timer,
            { handle in unsafe EventLoop.of(handle?.pointee.data)?.timerDidFire() },
            UInt64(wait), 0)
    }

    private func disarmMilliseconds() {
        guard armedMillisecond != Self.disarmed else { return }
        unsafe uv_timer_stop(timer)
        armedMillisecond = Self.disarmed
    }

    /// Not a turn: before libuv 1.45 this comes before the poll, and input would come second.
    private func timerDidFire() { armedMillisecond = Self.disarmed }

    /// How long the next poll waits, in milliseconds, as libuv is told; -1 without an end.
    package var pollTimeoutMilliseconds: Int32 {
        arm(at: runQueue.now.nanoseconds)
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
        if !unpolledWatchers.isEmpty || !retiredWatchers.isEmpty { failLostWatchers() }
        var now = runQueue.now.nanoseconds
        var isDue = arm(at: now)
        // A timer that the kernel has just made may have taken over the number of a watch.
        while !retiredWatchers.isEmpty {
            failLostWatchers()
            now = runQueue.now.nanoseconds
            isDue = arm(at: now)
        }
        meter.willPoll(at: now, mayWait: !isDue && !isStopRequested)
        runQueue.willWait()
    }

    /// After each poll, and so once a turn. What is armed is also what tells libuv that the loop
    /// goes on; for when exactly is decided before the next poll.
    func didPoll() {
        runQueue.runTurn()
        meter.didPoll(at: runQueue.timeOfWaking())
        if runQueue.isPending != isArmed { arm(at: runQueue.now.nanoseconds) }
    }

    private var isArmed: Bool {
        armedMillisecond != Self.disarmed || preciseTimer?.isArmed == true
            || bootTimer?.isArmed == true
    }
}
