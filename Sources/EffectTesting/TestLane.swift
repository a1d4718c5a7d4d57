public import EffectCore

/// A lane without threads: work runs when a test says so, on the test's own thread.
///
/// Work runs in the order in which it came. The two moments of a real lane, when work runs and when
/// its result arrives, are two steps here, so that a test can look, or cancel, in between.
///
/// ```swift
/// let lane = TestLane()
/// let store = Store(initialState: .init(), on: clock) { Thermostat(sensor: .fake, disk: lane) }
/// store.send(.save)
/// lane.runNext()
/// ```
///
/// With a mode other than `.manual`, work needs no telling: `.nextTurn` is what a fast lane looks
/// like to a feature. It has no threads, so it cannot show a data race in the work.
public final class TestLane: BlockingLane {
    /// When work runs and its result arrives.
    public enum Mode {
        /// When the test says so: ``runNext()``, or ``startNext()`` and ``returnNext()``.
        case manual
        /// In the next turn of this scheduler, work and result, as a fast lane would.
        case nextTurn(of: any Scheduler)
        /// At once: the result is there before the action that asked for it is done with.
        ///
        /// A real lane never does that. For tests that do not care about order.
        case immediate
    }

    private final class Job {
        var work: (@Sendable () -> Void)?
        var onReturn: (() -> Void)?

        init(work: @escaping @Sendable () -> Void, onReturn: @escaping () -> Void) {
            self.work = work
            self.onReturn = onReturn
        }
    }

    private let mode: Mode
    private var waiting: [Job] = []
    private var running: [Job] = []
    private var turn: LaneTurn?
    private var isTurnAskedFor = false

    /// How much work was submitted, up to now.
    public private(set) var submittedCount = 0
    /// How much work has run.
    public private(set) var startedCount = 0
    /// How many results have arrived.
    public private(set) var returnedCount = 0
    /// How much work was cancelled before it ran.
    public private(set) var withdrawnCount = 0
    /// How many results were dropped, since the work was cancelled after it had run.
    public private(set) var droppedCount = 0

    /// Creates a lane.
    public init(_ mode: Mode = .manual) { self.mode = mode }

    deinit {
        if case .nextTurn(let scheduler) = mode, let turn { scheduler.runQueue.withdraw(turn) }
    }

    /// How much work waits to run.
    public var waitingCount: Int { waiting.count }

    /// How much work has run without its result having arrived, cancelled or not.
    public var heldCount: Int { running.count }

    /// Refuses new work with this error for as long as it is set: a system without threads.
    public var refusal: SystemError?

    /// Puts work in line.
    public func submit(
        _ work: @escaping @Sendable () -> Void, onReturn: @escaping () -> Void
    ) throws(SystemError) -> WatchToken {
        if let refusal { throw refusal }
        submittedCount += 1
        let job = Job(work: work, onReturn: onReturn)
        waiting.append(job)
        switch mode {
        case .manual: break
        case .immediate: runAll()
        case .nextTurn(let scheduler):
            let next = turn ?? LaneTurn { [unowned self] in runTurn() }
            turn = next
            if !isTurnAskedFor { scheduler.runQueue.resumeNextTurn(next) }
            isTurnAskedFor = true
        }
        return WatchToken { self.cancel(job) }
    }

    /// Runs the work that has waited longest and lets its result arrive. False when none waits.
    @discardableResult
    public func runNext() -> Bool {
        guard let job = start() else { return false }
        finish(job)
        return true
    }

    /// Runs all that waits, what is submitted meanwhile included. Returns how much that was.
    @discardableResult
    public func runAll() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }

    /// Runs the work that has waited longest and holds its result back. False when none waits.
    @discardableResult
    public func startNext() -> Bool { start() != nil }

    /// Lets the result arrive that has been held back longest. False when none is.
    @discardableResult
    public func returnNext() -> Bool {
        guard let job = running.first else { return false }
        finish(job)
        return true
    }

    /// Runs what was there when the turn began; what comes meanwhile waits for the next one.
    private func runTurn() {
        isTurnAskedFor = false
        for _ in 0..<waiting.count { runNext() }
    }

    private func start() -> Job? {
        guard !waiting.isEmpty else { return nil }
        let job = waiting.removeFirst()
        running.append(job)
        startedCount += 1
        job.work?()
        return job
    }

    private func finish(_ job: Job) {
        running.removeAll { $0 === job }
        job.work = nil
        guard let onReturn = job.onReturn else {
            droppedCount += 1
            return
        }
        job.onReturn = nil
        returnedCount += 1
        onReturn()
    }

    private func cancel(_ job: Job) {
        guard job.onReturn != nil else { return }
        job.onReturn = nil
        guard let index = waiting.firstIndex(where: { $0 === job }) else { return }
        waiting.remove(at: index)
        job.work = nil
        withdrawnCount += 1
    }
}

/// The lane's place in the next turn of a scheduler.
private final class LaneTurn: TurnTarget {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    override func turnBegan() { body() }
}
