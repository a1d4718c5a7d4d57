/// The seam between the engine and whatever drives it: a loop, or a clock in a test.
///
/// A scheduler owns one ``RunQueue`` and calls ``RunQueue/runTurn()`` whenever
/// ``RunQueue/nextDeadline`` has come, or ``RunQueue/nextWakeUp`` where it shares wake-ups. That is all
/// the engine needs of the world.
public protocol Scheduler: AnyObject {
    /// The present time on the scheduler's monotonic clock.
    var now: Instant { get }

    /// The timers and the work of the next turn of everything that runs on this scheduler.
    var runQueue: RunQueue { get }
}
