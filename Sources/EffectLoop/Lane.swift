internal import CLibUV

/// A named place for work that blocks: files on a slow disk, name lookups, old libraries.
///
/// A lane of width 1 runs one piece of work after the other, in the order in which it came; one of
/// width n runs up to n at a time. Lanes never starve each other: each has threads of its own,
/// started when they are needed and ended when they had nothing to do for
/// ``EventLoop/Configuration/laneIdleTime``. Work that hangs holds up its own lane and no other.
///
/// Work that has started cannot be cancelled. When its effect is cancelled, its result is dropped;
/// the work and what it captures are kept until it returns, and are then released on the loop's
/// thread. Work that returns after the loop has closed is released where it ran.
///
/// Work that waits or runs for an effect keeps the loop alive; work that was cancelled does not.
/// Loop-bound. A thread of a lane blocks the signals that the loop's thread blocks when it starts
/// it, no more: a program that work starts inherits that, and ends by SIGTERM as any other. So a
/// signal handler may run on a lane. The one of the loop's watches is over in an instant, and the
/// system call it interrupts goes on, except for those that never do, such as `sleep` and `poll`.
///
/// ```swift
/// let disk = loop.lane("disk")
/// return .blocking(on: disk, { [setpoint] in writeSetpoint(setpoint) }) { _ in .saved }
/// ```
@safe
public final class Lane: BlockingLane {
    let name: [UInt8]
    private let queue: LaneQueue
    /// Unowned: the loop closes its lanes before it goes, and a closed lane does not call it.
    private unowned(unsafe) let eventLoop: EventLoop
    private var isOpen = true
    private var callbacks: [UInt64: () -> Void] = [:]
    private var nextTicket: UInt64 = 0
    private var returned: [LaneJob] = []

    init(name: [UInt8], width: Int, key: Int, eventLoop: EventLoop) {
        self.name = name
        unsafe self.eventLoop = eventLoop
        queue = LaneQueue(
            name: name, width: width,
            idleTime: eventLoop.configuration.laneIdleTime.roundedNanoseconds,
            door: eventLoop.door, key: key)
    }

    /// How deep the lane is, and how long work waits in it. From the loop's thread.
    public var statistics: LaneStatistics { queue.statistics }

    /// Puts work in line, to run on a thread of the lane, and calls back on the loop.
    ///
    /// Features use ``EffectCore/Effect/blocking(on:name:fileID:line:_:_:refused:)``.
    ///
    /// - Throws: `SystemError` EAGAIN when the system has no thread and the lane has none either,
    ///   ECANCELED once the loop is closed.
    /// - Complexity: O(1); starts a thread when all are busy and the width allows it.
    public func submit(
        _ work: @escaping @Sendable () -> Void, onReturn: @escaping () -> Void
    ) throws(SystemError) -> WatchToken {
        guard isOpen else {
            throw .loopIsClosed("submit", String(decoding: name, as: UTF8.self))
        }
        unsafe eventLoop.checkThread()
        unsafe eventLoop.binding.checkProcess()
        let ticket = nextTicket
        let now = unsafe eventLoop.now.nanoseconds
        let job = LaneJob(ticket: ticket, submittedAt: now, work: work)
        let refusal = queue.submit(job)
        guard refusal == 0 else {
            job.release()
            throw SystemError(
                code: refusal, operation: "start thread",
                subject: String(decoding: name, as: UTF8.self))
        }
        nextTicket += 1
        callbacks[ticket] = onReturn
        unsafe eventLoop.hold()
        return WatchToken { self.cancel(ticket) }
    }

    private func cancel(_ ticket: UInt64) {
        if isOpen { unsafe eventLoop.checkThread() }
        // The captures go last, when nothing of the lane is in the middle of a change.
        guard let callback = callbacks.removeValue(forKey: ticket) else { return }
        if isOpen {
            unsafe eventLoop.letGo()
            queue.withdraw(ticket)
        }
        _ = callback
    }

    /// Work has returned. What returns meanwhile waits for the next turn.
    func receive() {
        queue.takeReturned(&returned)
        guard !returned.isEmpty else { return }
        let runQueue = unsafe eventLoop.runQueue
        for job in returned {
            runQueue.perform {
                if let callback = callbacks.removeValue(forKey: job.ticket) {
                    unsafe eventLoop.letGo()
                    callback()
                }
                job.release()
            }
        }
        returned.removeAll(keepingCapacity: true)
    }

    // MARK: Closing, in two steps, so that all lanes of a loop share one grace

    /// Callbacks are not called any more, and are kept until they are cancelled.
    func beginClosing() {
        isOpen = false
        queue.beginClosing()
    }

    func finishClosing(within grace: Int64) { queue.finishClosing(within: grace) }
}

/// What the loop's table has for a lane.
final class LaneReceiver: Receiver {
    private var lane: Lane?

    func open(_ lane: Lane) { self.lane = lane }

    override func receive() { lane?.receive() }

    override func close() { lane = nil }
}
