internal import CLibUV

/// Timers on the boot-time clock fall due while the machine is suspended. A wait that was begun
/// before does not notice; a timer of the kernel on that clock ends it on resume.
extension EventLoop {
    /// Arms the boot-time clock's own timer. False when there is none: then the monotonic clock has
    /// to do, which is right except after a suspend.
    func armBootTimer() -> Bool {
        guard let wakeUp = runQueue.nextWakeUp(of: .boottime) else {
            bootTimer?.disarm()
            return bootTimer != nil
        }
        guard let timer = bootTimer ?? makeBootTimer() else { return false }
        timer.arm(for: preciseTimer == nil ? Self.nextMillisecond(wakeUp) : wakeUp)
        return true
    }

    func closeTimerDescriptors() {
        preciseTimer?.close()
        bootTimer?.close()
        preciseTimer = nil
        bootTimer = nil
    }

    /// Made when the first timer needs it, which has no way to fail: a refusal is reported once, and
    /// tried again at each turn.
    private func makeBootTimer() -> TimerDescriptor? {
        do throws(SystemError) {
            bootTimer = try TimerDescriptor(clock: .boottime, eventLoop: self)
        } catch {
            guard !isBootTimerRefused else { return nil }
            isBootTimerRefused = true
            runQueue.reporter(
                Report(
                    kind: .systemError,
                    message: "boot-time timers wait on the monotonic clock: " + error.description,
                    source: ActionSource(fileID: #fileID, line: #line)))
        }
        return bootTimer
    }

    /// The deadline rounded up, so that deadlines of one millisecond share a wake-up.
    private static func nextMillisecond(_ nanoseconds: Int64) -> Int64 {
        let (end, overflow) = roundedUpToMilliseconds(nanoseconds)
            .multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : end
    }
}
