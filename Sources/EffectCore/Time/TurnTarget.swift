/// What a timer or a postponed piece of work calls back.
///
/// Subclasses override what they use. A target takes its timers out of the queue before it goes.
open class TurnTarget {
    /// Creates a target.
    public init() {}

    /// A timer of this target has fired and is no longer armed.
    open func timerFired(_ token: Int32) {}

    /// The next turn, which this target asked for, has begun.
    open func turnBegan() {}

    /// What a slow callback of a timer is reported as, or that of `turnBegan` for a negative token.
    func label(of token: Int32) -> RunLabel { .unknown }
}
