/// What a repeating timer does about ticks that fell due while the loop was busy or stopped.
public enum MissedTicks: Hashable, Sendable {
    /// One late tick, then on along the original grid; `Tick.missed` counts the ticks left out.
    case skip
    /// One late tick, and the next one a whole period after it was handled: a fixed delay.
    case delay
    /// Every missed tick, at once.
    case burst
}
