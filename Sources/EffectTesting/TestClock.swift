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
    private final class Time {
        var monotonic: Int64 = 0
        var suspended: Int64 = 0
    }

    private let time: Time
    /// The timers and the work of the next turn.
    public let runQueue: RunQueue
    /// How many callbacks one call may run before it gives up and records an issue.
    public let stepLimit: Int
    private var isAdvancing = false

    /// Creates a clock at zero.
    ///
    /// - Parameter stepLimit: How many callbacks one call of `advance` or `run` may run. A timer that
    ///   repeats for ever would otherwise hang the test.
    public init(stepLimit: Int = Limits.clockSteps) {
        let time = Time()
        self.time = time
        self.stepLimit = stepLimit
        runQueue = RunQueue(
            clock: { time.monotonic }, bootClock: { time.monotonic.addingSaturated(time.suspended) }
        )
        runQueue.reporter = .standardErrorOfTests
    }

    /// The present virtual time.
    public var now: Instant { Instant(nanoseconds: time.monotonic) }

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
    /// Never moves back: an instant in the past leaves the time as it is and runs what is due.
    public func advance(
        to target: Instant, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        let location = SourceLocation(
            fileID: fileID, filePath: filePath, line: line, column: column)
        step(upTo: target, location)
        if target > now { time.monotonic = target.nanoseconds }
        runQueue.refreshTurnTime()
    }

    /// Moves the clock from deadline to deadline until nothing waits.
    public func run(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        step(
            upTo: Instant(nanoseconds: .max - 1),
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Runs what is due at the present time, and the turns that it causes, without moving the clock.
    public func runUntilIdle(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        step(
            upTo: now,
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Lets time pass without running anything: a loop that is blocked for that long.
    public func stall(for duration: Duration) {
        time.monotonic = max(time.monotonic, now.advanced(by: duration).nanoseconds)
    }

    /// Suspends the machine: only timers on the boot-time clock see the time pass.
    ///
    /// What fell due meanwhile runs when the clock is advanced next.
    public func suspend(for duration: Duration) {
        time.suspended = time.suspended.addingSaturated(max(0, duration.roundedNanoseconds))
    }

    private func step(upTo target: Instant, _ location: SourceLocation) {
        guard !isAdvancing else {
            time.monotonic = max(time.monotonic, target.nanoseconds)
            return
        }
        isAdvancing = true
        defer { isAdvancing = false }
        var steps = 0
        while let next = runQueue.nextDeadline, next <= max(target, now) {
            time.monotonic = max(time.monotonic, next.nanoseconds)
            steps += max(1, runQueue.runTurn())
            guard steps <= stepLimit else {
                Issue.record(
                    """
                    The clock gave up at \(now.nanoseconds) ns after \(stepLimit) steps; \
                    \(armedTimerCount) timers still wait. Cancel what repeats for ever, or raise \
                    the step limit.
                    """,
                    sourceLocation: location)
                return
            }
        }
    }
}
