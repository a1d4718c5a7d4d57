public import EffectCore
import Testing

/// A clock on which nobody waits: each wait completes in the next turn, and `now` moves to its
/// deadline.
///
/// For tests that care about what happens and not about when. Time only moves forward, and work
/// completes in the order of its deadlines: waits of 3 s and of 1 s complete at 1 s and at 3 s.
///
/// A store's `send` returns before any wait completes; the turns run in ``runUntilIdle()``.
///
/// ```swift
/// let clock = ImmediateClock()
/// let store = Store(initialState: .init(), on: clock) { Feature() }
/// store.send(.refresh)
/// clock.runUntilIdle()
/// ```
///
/// It does not make endless work end: a timer without a count runs into the step limit.
public final class ImmediateClock: Scheduler {
    private let time: VirtualTime

    /// Creates a clock at zero.
    ///
    /// - Parameter stepLimit: How many callbacks one call of ``runUntilIdle()`` may run before it
    ///   gives up and records an issue.
    public init(stepLimit: Int = Limits.clockSteps) {
        time = VirtualTime(stepLimit: stepLimit)
    }

    /// The timers and the work of the next turn.
    public var runQueue: RunQueue { time.runQueue }

    /// The deadline of the wait that completed last.
    public var now: Instant { time.now }

    /// Whether anything waits for a turn.
    public var hasPendingWork: Bool { runQueue.nextDeadline != nil }

    /// Runs turn after turn until nothing waits.
    public func runUntilIdle(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        time.step(
            upTo: .distantFuture,
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Runs turn after turn until nothing waits: the same as ``runUntilIdle()``, under the name that
    /// it has on a `TestClock`.
    public func run(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        runUntilIdle(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
