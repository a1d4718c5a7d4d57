/// What a loop has done since it was created: a copy of its counters.
///
/// The counters have a fixed size and cost at most one read of the clock a turn and one a call of
/// ``EventLoop/run(_:)``. What the turn at hand has done is counted when it ends.
public struct LoopStatistics: Sendable {
    /// How many turns the loop made.
    public var turns: UInt64
    /// How many callbacks it made: of descriptors, signals, timers, and of work that waited for a
    /// turn.
    public var callbacks: UInt64
    /// How many waits ended. A wait that something ready ended at once counts too; a turn with work
    /// due is none.
    public var wakeUps: UInt64
    /// How long the loop waited with nothing to do.
    public var timeWaiting: Duration
    /// How long it did anything else, while it was run.
    public var timeRunning: Duration
    /// How late turns began, from the earliest deadline that was due, its tolerance included: one
    /// value for each turn with a timer due. Timers on the boot-time clock do not count.
    public var lag: LagHistogram
    /// How many timers were armed at most.
    public var armedTimersMax: Int

    /// The part of the time in which the loop waited, from 0 to 1; 1 before it was run.
    public var idleShare: Double {
        let waiting = Double(timeWaiting.roundedNanoseconds)
        let all = waiting + Double(timeRunning.roundedNanoseconds)
        return all > 0 ? waiting / all : 1
    }
}

extension LoopStatistics: CustomStringConvertible {
    /// Two lines: what the loop did, and how late its turns were.
    ///
    /// ```text
    /// turns 130, callbacks 300, wake-ups 120, idle 99.8 % (waited 9.98s, ran 20ms), timers at most 4
    /// lag: count 110, median 65.5µs, p99 131µs, max 140µs
    /// ```
    public var description: String {
        // Not `rounded()`: a program that links nothing else would have to link the library of mathematics.
        let tenths = Int(idleShare * 1_000 + 0.5)
        let idle = String(tenths / 10) + "." + String(tenths % 10) + " %"
        let counts =
            "turns " + String(turns) + ", callbacks " + String(callbacks) + ", wake-ups "
            + String(wakeUps)
        let times =
            ", idle " + idle + " (waited " + timeWaiting.text + ", ran " + timeRunning.text + ")"
        return counts + times + ", timers at most " + String(armedTimersMax) + "\nlag: "
            + lag.description
    }
}
