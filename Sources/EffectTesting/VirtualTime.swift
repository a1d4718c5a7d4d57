import EffectCore
import Testing

/// What the clocks of tests are made of: a time that only moves when told, and the work that waits
/// for it.
final class VirtualTime {
    /// The last instant a clock can stand at; what waits for a later one waits for ever.
    static var end: Int64 { Instant.distantFuture.nanoseconds - 1 }

    private final class Reading {
        var monotonic: Int64 = 0
        var suspended: Int64 = 0
    }

    let runQueue: RunQueue
    let stepLimit: Int
    private let reading: Reading
    private var isStepping = false

    init(stepLimit: Int) {
        let reading = Reading()
        self.reading = reading
        self.stepLimit = stepLimit
        runQueue = RunQueue(
            clock: { reading.monotonic },
            bootClock: { min(reading.monotonic.addingSaturated(reading.suspended), Self.end) })
        runQueue.reporter = .standardErrorOfTests
    }

    var now: Instant { Instant(nanoseconds: reading.monotonic) }

    /// Lets time pass without running anything. Never moves back.
    func move(to instant: Instant) {
        reading.monotonic = max(reading.monotonic, min(instant.nanoseconds, Self.end))
    }

    func suspend(for duration: Duration) {
        reading.suspended = reading.suspended.addingSaturated(max(0, duration.roundedNanoseconds))
    }

    /// Steps from deadline to deadline, the target included, and then moves to where it should end.
    ///
    /// Called from within one of its own callbacks, it only lets time pass.
    func step(upTo target: Instant, thenMoveTo end: Instant? = nil, _ location: SourceLocation) {
        guard !isStepping else { return move(to: end ?? now) }
        isStepping = true
        defer { isStepping = false }
        let target = min(target, Instant(nanoseconds: Self.end))
        var steps = 0
        while let next = runQueue.nextDeadline, next <= max(target, now) {
            move(to: next)
            steps += max(1, runQueue.runTurn())
            guard steps <= stepLimit else { return giveUp(location) }
        }
        if let end { move(to: end) }
        runQueue.refreshTurnTime()
    }

    private func giveUp(_ location: SourceLocation) {
        Issue.record(
            """
            The clock gave up at \(now.nanoseconds) ns after \(stepLimit) steps; \
            \(runQueue.armedTimerCount) timers still wait. Cancel what repeats for ever, or raise \
            the step limit.
            """,
            sourceLocation: location)
    }
}
