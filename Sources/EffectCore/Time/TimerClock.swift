/// The clock that a timer's deadlines are measured on.
public enum TimerClock: Hashable, Sendable {
    /// Does not count the time in which the machine is suspended (`CLOCK_MONOTONIC`).
    case monotonic
    /// Counts the time in which the machine is suspended (`CLOCK_BOOTTIME`).
    case boottime
}
