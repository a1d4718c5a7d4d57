/// Two clocks, one order.
extension RunQueue {
    /// The first timer of both clocks, its deadline on the monotonic one.
    var firstDue: (deadline: Int64, sequence: UInt64)? {
        let plain = monotonic.first()
        guard let boot = boottime.first() else { return plain.map { ($0.deadline, $0.sequence) } }
        let deadline = Self.monotonic(boot.deadline, suspended: readBootClock() - readClock())
        guard let plain, (plain.deadline, plain.sequence) < (deadline, boot.sequence) else {
            return (deadline, boot.sequence)
        }
        return (plain.deadline, plain.sequence)
    }

    /// The first end of a tolerance of both clocks, on the monotonic one.
    var firstWakeUp: Int64? {
        let plain = monotonic.nextWakeUp()
        guard let boot = boottime.nextWakeUp() else { return plain }
        let wakeUp = Self.monotonic(boot, suspended: readBootClock() - readClock())
        return min(plain ?? .max, wakeUp)
    }

    /// When a timer of one clock has to be served, on that clock: for drivers that wait on both.
    package func nextWakeUp(of clock: TimerClock) -> Int64? {
        stamp()
        switch clock {
        case .monotonic: return monotonic.nextWakeUp()
        case .boottime: return boottime.nextWakeUp()
        }
    }

    /// Whether the next turn is due at once.
    package var isTurnRequested: Bool { !waiting.isEmpty }

    /// Whether anything waits for a turn.
    package var isPending: Bool {
        stamp()
        return !waiting.isEmpty || monotonic.count + boottime.count > 0
    }

    func popDue(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        guard boottime.count > 0 else {
            return monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
        }
        let suspended = readBootClock() - readClock()
        let bootNow = now.addingSaturated(suspended)
        if let boot = boottime.first(),
            let plain = monotonic.first(),
            (plain.deadline, plain.sequence)
                < (Self.monotonic(boot.deadline, suspended: suspended), boot.sequence)
        {
            return monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
        }
        return boottime.popDue(at: bootNow, registeredBefore: limit).map { $0 << 1 | 1 }
            ?? monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
    }

    /// A deadline of the boot-time clock on the monotonic one; never stays never.
    private static func monotonic(_ deadline: Int64, suspended: Int64) -> Int64 {
        deadline == .max ? .max : deadline.subtractingSaturated(suspended)
    }
}
