/// When the driver has to wake up for timers that may come late.
///
/// Of each timer it is the deadline and its tolerance; the earliest of these counts. At a wake-up
/// everything whose deadline has come is run, so that timers share it. The order stays as it is.
extension TimerHeap {
    static var unknown: Int64 { .min }

    /// Sets how much later than its deadline the slot may be served, until it is released.
    package mutating func setTolerance(_ tolerance: Int64, of slot: Int32) {
        if slots[Int(slot)].tolerance > 0 { tolerantSlots -= 1 }
        if tolerance > 0 { tolerantSlots += 1 }
        slots[Int(slot)].tolerance = max(0, tolerance)
        wakeUp = TimerHeap.unknown
    }

    /// The earliest end of a tolerance, or nil when nothing is armed.
    ///
    /// - Complexity: O(1) where no timer has a tolerance, and where nothing has changed; otherwise
    ///   O(k) for the k timers that are due by then, which share the wake-up.
    package mutating func nextWakeUp() -> Int64? {
        guard let first = first() else { return nil }
        guard tolerantSlots > 0 else { return first.deadline }
        if wakeUp == TimerHeap.unknown { wakeUp = earliestEnd(at: 0, before: .max) }
        return wakeUp
    }

    /// A child's deadline is never before its parent's: what lies below a late one is skipped. A
    /// postponed timer is found by the deadline it had and counts with the one it has.
    private func earliestEnd(at position: Int, before bound: Int64) -> Int64 {
        guard position < count, entries[position].deadline < bound else { return bound }
        var bound = min(bound, end(of: entries[position].slot))
        for child in position * 4 + 1...position * 4 + 4 {
            bound = earliestEnd(at: child, before: bound)
        }
        return bound
    }

    /// The last moment at which the slot may be served.
    func end(of slot: Int32) -> Int64 {
        slots[Int(slot)].deadline.addingSaturated(slots[Int(slot)].tolerance)
    }

    /// An armed slot is about to move: what was found holds unless this one decided it.
    mutating func forgetEnd(of slot: Int32) {
        if slots[Int(slot)].position >= 0, end(of: slot) <= wakeUp { wakeUp = TimerHeap.unknown }
    }

    /// A slot has been armed.
    mutating func noteEnd(of slot: Int32) {
        if wakeUp != TimerHeap.unknown { wakeUp = min(wakeUp, end(of: slot)) }
    }
}
