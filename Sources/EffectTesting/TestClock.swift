public import EffectCore
import Testing

/// A clock that stands still until a test moves it. It drives a real `Store`.
///
/// Advancing steps from deadline to deadline: each due callback, and every turn it causes, runs with
/// `now` at its own deadline before time goes on. The target is included. Everything happens before
/// the call returns; there is nothing to await.
///
/// ```swift
/// let clock = TestClock()
/// let store = Store(initialState: .init(), on: clock) { Feature() }
/// store.send(.start)
/// clock.advance(by: .seconds(1))
/// ```
///
/// Reports of stores on the clock go to standard error; a test that should fail on them sets
/// `clock.runQueue.reporter = .recordingIssues` before it makes a store.
public final class TestClock: Scheduler {
    private let time: VirtualTime

    /// Creates a clock at zero.
    ///
    /// - Parameters:
    ///   - stepLimit: How many callbacks one call of `advance` or `run` may run. A timer that
    ///     repeats for ever would otherwise hang the test.
    ///   - seed: Where given, timers of one deadline fire in an order that the seed determines, and not
    ///     in that of their registration. A feature that works in every order does not rely on it.
    public init(stepLimit: Int = Limits.clockSteps, shuffling seed: UInt64? = nil) {
        time = VirtualTime(stepLimit: stepLimit)
        guard let seed else { return }
        var order = TieOrder(seed: seed)
        time.runQueue.shuffle = { order.next() }
    }

    /// The timers and the work of the next turn.
    public var runQueue: RunQueue { time.runQueue }

    /// How many callbacks one call may run before it gives up, where it stands, and records an issue.
    public var stepLimit: Int { time.stepLimit }

    /// The present virtual time.
    public var now: Instant { time.now }

    /// How many timers are armed.
    public var armedTimerCount: Int { runQueue.armedTimerCount }

    /// Whether anything waits for the clock to move, or for the next turn.
    public var hasPendingWork: Bool { runQueue.nextDeadline != nil }

    /// Moves the clock on, running what falls due on the way, the end included.
    ///
    /// Zero runs what is due now. Called from within a callback, it only lets time pass: a callback
    /// that takes that long.
    public func advance(
        by duration: Duration, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        advance(
            to: now.advanced(by: duration), fileID: fileID, filePath: filePath, line: line,
            column: column)
    }

    /// Moves the clock to an instant, running what falls due on the way, the end included.
    ///
    /// Never moves back: an instant in the past leaves the time as it is and runs what is due. Never
    /// reaches `Instant.distantFuture`: what waits for that waits for ever.
    public func advance(
        to target: Instant, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        time.step(
            upTo: target, thenMoveTo: target,
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Moves the clock from deadline to deadline until nothing waits.
    public func run(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        time.step(
            upTo: .distantFuture,
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Runs what is due at the present time, and the turns that it causes, without moving the clock.
    public func runUntilIdle(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        time.step(
            upTo: now,
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Lets time pass without running anything: a loop that is blocked for that long.
    public func stall(for duration: Duration) { time.move(to: now.advanced(by: duration)) }

    /// Suspends the machine: only timers on the boot-time clock see the time pass.
    ///
    /// What fell due meanwhile runs when the clock is advanced next.
    public func suspend(for duration: Duration) { time.suspend(for: duration) }
}
