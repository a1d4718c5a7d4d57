/// How exactly a loop meets its deadlines. Never early, in either way.
public enum TimerPrecision: Hashable, Sendable {
    /// At the first whole millisecond of waiting at or after the deadline. Deadlines that lie close
    /// together share one wake-up, so this is the cheapest for many timers.
    case millisecond
    /// At the deadline's nanosecond, as far as the kernel's scheduling allows, by a timer of the
    /// kernel (`timerfd`). Costs a descriptor, and a system call each time an earlier deadline comes
    /// up or the timer has fired. A deadline that was cancelled, or moved later, may still end one
    /// wait: the loop then finds nothing to do and waits again.
    case high
}
