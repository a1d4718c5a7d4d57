/// Everything that is due later on one scheduler: timers, and work for the next turn.
///
/// Timers are ordered by deadline, then by registration, over all users of the scheduler. A turn
/// runs what was due and registered when it began; what is added meanwhile waits for the next one.
///
/// Deadlines asked for during a drain are stamped together by one read of the clock when it ends;
/// inside a turn, when the callback ends that the drain is part of. So no wait is ever shorter than
/// asked, however long the code before it took.
public final class RunQueue {
    struct Owner {
        unowned(unsafe) var target: TurnTarget
        /// The wait that is not stamped yet.
        var delay: Int64 = 0
        /// The longest wait over all postponements, not stamped yet, or negative.
        var limitDelay: Int64 = -1
        var limit: Int64 = .max
        var limitSequence: UInt64 = 0
        var sequence: UInt64 = 0
        var previous: Int32 = -1
        var next: Int32 = -1
        var isUnstamped = false
    }

    let readClock: () -> Int64
    let readBootClock: () -> Int64

    @exclusivity(unchecked) var monotonic = TimerHeap()
    @exclusivity(unchecked) var boottime = TimerHeap()
    @exclusivity(unchecked) var owners: [Owner?] = []
    @exclusivity(unchecked) var bootOwners: [Owner?] = []
    @exclusivity(unchecked) var firstUnstamped: Int32 = -1
    @exclusivity(unchecked) var lastUnstamped: Int32 = -1
    @exclusivity(unchecked) var nextSequence: UInt64 = 1
    /// Who asked for the next turn, and who is being told that this one has begun.
    @exclusivity(unchecked) var waiting: [TurnTarget?] = []
    @exclusivity(unchecked) var resuming: [TurnTarget?] = []
    @exclusivity(unchecked) var isRunningTurn = false

    /// Whether code runs that the scheduler called: a drain is then bounded.
    @exclusivity(unchecked) @usableFromInline package internal(set) var isInTurn = false

    /// The time at which the turn began, or at which a wait was last stamped if that was later.
    @exclusivity(unchecked) package internal(set) var turnTime: Int64 = 0

    /// Whether the turn is over, or a callback of the driver runs before it: time has passed since.
    @exclusivity(unchecked) var isTurnTimeStale = false

    /// Where stores on this scheduler report to unless told otherwise.
    public var reporter: Reporter = .silent

    /// Whether the driver lets go of its callbacks because it goes itself. Who waits for one then
    /// has not finished: it waits until its store goes.
    @exclusivity(unchecked) package var isClosing = false

    /// Traps when the calling thread is not the scheduler's; called in debug builds.
    public var threadCheck: (() -> Void)?

    /// Gives random bits where timers of one deadline are to come in another order; for tests.
    @exclusivity(unchecked) package var shuffle: (() -> UInt64)?

    /// How many callbacks ran, how many timers were armed at most, and how late turns were.
    @exclusivity(unchecked) package internal(set) var callbackCount: UInt64 = 0
    @exclusivity(unchecked) package internal(set) var armedTimersMax = 0
    @exclusivity(unchecked) package internal(set) var lag = LagHistogram()
    /// When the driver's wait ended, or negative while nothing has run since.
    @exclusivity(unchecked) var wakeTime: Int64 = 0
    @exclusivity(unchecked) var callbackStart: Int64 = 0
    @exclusivity(unchecked) var slowLimit: Int64 = .max
    /// Whether callbacks are timed, and who sent last in the present one.
    @exclusivity(unchecked) @usableFromInline var isMeasuring = false
    @exclusivity(unchecked) var lastSender = RunLabel.unknown
    /// When the delivery began that is at hand, how long the longest of its callback took, and whose.
    @exclusivity(unchecked) var deliveryStart: Int64 = 0
    @exclusivity(unchecked) var longestDelivery: Int64 = -1
    @exclusivity(unchecked) var longestSender = RunLabel.unknown
    /// Set while a callback of an effect runs in surroundings of its own.
    @exclusivity(unchecked) @usableFromInline var contextExit: ContextExit?
    /// What drains that are under way have left.
    @exclusivity(unchecked) var leftContexts: [LeftContext] = []
    @exclusivity(unchecked) @usableFromInline var hasLeftContexts = false

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - clock: Reads the monotonic clock, in nanoseconds.
    ///   - bootClock: Reads the clock that counts suspended time; the monotonic one when left out.
    public init(clock: @escaping () -> Int64, bootClock: (() -> Int64)? = nil) {
        readClock = clock
        readBootClock = bootClock ?? clock
        turnTime = clock()
    }

    /// The present time. One read of the clock.
    public var now: Instant { Instant(nanoseconds: readClock()) }

    // MARK: For the driver

    /// When the next turn is due, or nil when nothing waits. Complexity: amortised O(1).
    public var nextDeadline: Instant? {
        stamp()
        if !waiting.isEmpty { return now }
        return firstDue.map { Instant(nanoseconds: $0.deadline) }
    }

    /// When a driver has to run the next turn, or nil when nothing waits.
    ///
    /// Later than ``nextDeadline`` where timers tolerate it: a driver that waits for this instant
    /// wakes up less often. Complexity: amortised O(1).
    public var nextWakeUp: Instant? {
        stamp()
        if !waiting.isEmpty { return now }
        return firstWakeUp.map { Instant(nanoseconds: $0) }
    }

    /// How many timers are armed.
    public var armedTimerCount: Int {
        stamp()
        return monotonic.count + boottime.count
    }
}
