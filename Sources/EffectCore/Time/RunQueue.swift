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
}

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

    @exclusivity(unchecked) private var monotonic = TimerHeap()
    @exclusivity(unchecked) private var boottime = TimerHeap()
    @exclusivity(unchecked) private var owners: [Owner?] = []
    @exclusivity(unchecked) private var bootOwners: [Owner?] = []
    @exclusivity(unchecked) private var firstUnstamped: Int32 = -1
    @exclusivity(unchecked) private var lastUnstamped: Int32 = -1
    @exclusivity(unchecked) private var nextSequence: UInt64 = 1
    /// Who asked for the next turn, and who is being told that this one has begun.
    @exclusivity(unchecked) private var waiting: [TurnTarget?] = []
    @exclusivity(unchecked) private var resuming: [TurnTarget?] = []
    @exclusivity(unchecked) private var isRunningTurn = false

    /// Whether code runs that the scheduler called: a drain is then bounded.
    @exclusivity(unchecked) @usableFromInline package private(set) var isInTurn = false

    /// The time at which the turn began, or at which a wait was last stamped if that was later.
    @exclusivity(unchecked) package private(set) var turnTime: Int64 = 0

    /// Whether the turn is over, or a callback of the driver runs before it: time has passed since.
    @exclusivity(unchecked) private var isTurnTimeStale = false

    /// Where stores on this scheduler report to unless told otherwise.
    public var reporter: Reporter = .silent

    /// Traps when the calling thread is not the scheduler's; called in debug builds.
    public var threadCheck: (() -> Void)?

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

    /// How many timers are armed.
    public var armedTimerCount: Int {
        stamp()
        return monotonic.count + boottime.count
    }

    /// Runs what is due: one turn. Returns how many callbacks ran.
    ///
    /// - Complexity: O(k log n) for k callbacks and n armed timers.
    @discardableResult
    public func runTurn() -> Int {
        require(!isRunningTurn, "RunQueue.runTurn: called from within a turn")
        stamp()
        isRunningTurn = true
        let outer = isInTurn
        isInTurn = true
        defer {
            isInTurn = outer
            isRunningTurn = false
            isTurnTimeStale = true
        }
        var callbacks = 0
        let limit = nextSequence
        let now = readClock()
        turnTime = now
        isTurnTimeStale = false
        if !waiting.isEmpty {
            swap(&waiting, &resuming)
            for index in resuming.indices {
                guard let target = resuming[index] else { continue }
                resuming[index] = nil
                callbacks += 1
                target.turnBegan()
            }
            resuming.removeAll(keepingCapacity: true)
        }
        for _ in 0..<Limits.timersPerTurn {
            // A callback may have postponed a timer that is due: it counts with its new deadline.
            stamp()
            guard monotonic.count + boottime.count > 0,
                let timer = popDue(at: now, registeredBefore: limit)
            else { break }
            callbacks += 1
            fire(timer)
        }
        return callbacks
    }

    /// Takes over a new time outside a turn: for clocks that are moved by hand.
    package func refreshTurnTime() {
        turnTime = readClock()
        isTurnTimeStale = false
    }

    /// The time for what starts now. Reads the clock once after each turn and each callback of the
    /// driver, before which the loop may have waited for hours.
    package var startTime: Int64 {
        if isTurnTimeStale { refreshTurnTime() }
        return turnTime
    }

    /// Runs a callback that the driver got from elsewhere (a descriptor, a signal) as part of a turn.
    @inlinable
    public func perform(_ callback: () -> Void) {
        let outer = enterTurn()
        callback()
        leaveTurn(outer)
    }

    @usableFromInline
    func enterTurn() -> Bool {
        let outer = isInTurn
        isInTurn = true
        return outer
    }

    @usableFromInline
    func leaveTurn(_ outer: Bool) {
        stamp()
        isInTurn = outer
        if !outer { isTurnTimeStale = true }
    }

    // MARK: For the engine

    /// Asks for `turnBegan` in the next turn, once.
    @usableFromInline
    package func resumeNextTurn(_ target: TurnTarget) {
        waiting.append(target)
    }

    package func withdraw(_ target: TurnTarget) {
        waiting.removeAll { $0 === target }
        for index in resuming.indices where resuming[index] === target { resuming[index] = nil }
    }

    package func reserveTimer(
        for target: TurnTarget, token: Int32, clock: TimerClock = .monotonic
    ) -> Int32 {
        switch clock {
        case .monotonic:
            let slot = monotonic.reserve(token: token)
            Self.set(Owner(target: target), at: slot, in: &owners)
            return slot << 1
        case .boottime:
            let slot = boottime.reserve(token: token)
            Self.set(Owner(target: target), at: slot, in: &bootOwners)
            return slot << 1 | 1
        }
    }

    private static func set(_ owner: Owner, at slot: Int32, in owners: inout [Owner?]) {
        if Int(slot) == owners.count {
            owners.append(owner)
        } else {
            owners[Int(slot)] = owner
        }
    }

    package func releaseTimer(_ timer: Int32) {
        unlink(timer)
        if timer & 1 == 0 {
            monotonic.release(timer >> 1)
        } else {
            boottime.release(timer >> 1)
        }
    }

    package func setToken(_ token: Int32, of timer: Int32) {
        if timer & 1 == 0 {
            monotonic.setToken(token, of: timer >> 1)
        } else {
            boottime.setToken(token, of: timer >> 1)
        }
    }

    /// Arms the timer, or postpones it, as a new registration.
    ///
    /// `limit` bounds the wait over all postponements since the timer was reserved. Negative waits
    /// count as zero; zero is the next turn.
    package func schedule(_ timer: Int32, after delay: Int64, limit: Int64 = -1) {
        withOwner(of: timer) { owner in
            owner.delay = max(0, delay)
            owner.sequence = nextSequence
            if owner.limit == .max, owner.limitDelay < 0, limit >= 0 {
                owner.limitDelay = limit
                owner.limitSequence = nextSequence
            }
        }
        nextSequence += 1
        link(timer)
    }

    /// Arms the timer for a known deadline, as a new registration.
    package func schedule(_ timer: Int32, at deadline: Int64) {
        unlink(timer)
        arm(timer, deadline: deadline, sequence: nextSequence)
        nextSequence += 1
    }

    /// Arms a repeating timer for its next deadline; it keeps its registration.
    package func rearm(_ timer: Int32, at deadline: Int64) {
        unlink(timer)
        arm(timer, deadline: deadline, sequence: sequence(of: timer))
    }

    private func sequence(of timer: Int32) -> UInt64 {
        timer & 1 == 0 ? monotonic.sequence(of: timer >> 1) : boottime.sequence(of: timer >> 1)
    }

    private func arm(_ timer: Int32, deadline: Int64, sequence: UInt64) {
        if timer & 1 == 0 {
            monotonic.arm(timer >> 1, deadline: deadline, sequence: sequence)
        } else {
            boottime.arm(timer >> 1, deadline: deadline, sequence: sequence)
        }
    }

    /// The deadline that a timer was last armed for.
    package func deadline(of timer: Int32) -> Int64 {
        timer & 1 == 0 ? monotonic.deadline(of: timer >> 1) : boottime.deadline(of: timer >> 1)
    }

    /// How long after its deadline a timer is by now. One read of the clock: callbacks that ran
    /// before in the turn may have taken long.
    package func lateness(of timer: Int32) -> Int64 {
        max(0, now(for: timer).subtractingSaturated(deadline(of: timer)))
    }

    /// The present time on the clock of a timer.
    package func now(for timer: Int32) -> Int64 {
        timer & 1 == 0 ? readClock() : readBootClock()
    }

    /// Stamps at the end of a drain, unless the callback around it will.
    @inlinable
    @inline(__always)
    package func stampAfterDrain() {
        if !isInTurn { stamp() }
    }

    /// Gives each wait that was asked for since the last call its deadline; one read of the clock.
    @usableFromInline
    package func stamp() {
        guard firstUnstamped >= 0 else { return }
        stampAll()
    }

    private func stampAll() {
        let now = readClock()
        turnTime = now
        isTurnTimeStale = false
        var timer = firstUnstamped
        firstUnstamped = -1
        lastUnstamped = -1
        while timer >= 0 {
            let base = timer & 1 == 0 ? now : readBootClock()
            var deadline: Int64 = 0
            var sequence: UInt64 = 0
            var next: Int32 = -1
            withOwner(of: timer) { owner in
                next = owner.next
                owner.isUnstamped = false
                owner.next = -1
                owner.previous = -1
                deadline = base.addingSaturated(owner.delay)
                sequence = owner.sequence
                if owner.limitDelay >= 0 {
                    owner.limit = base.addingSaturated(owner.limitDelay)
                    owner.limitDelay = -1
                }
                if owner.limit <= deadline {
                    deadline = owner.limit
                    sequence = owner.limitSequence
                }
            }
            arm(timer, deadline: deadline, sequence: sequence)
            timer = next
        }
    }

    // MARK: Two clocks, one order

    /// The first timer of both clocks, its deadline on the monotonic one.
    private var firstDue: (deadline: Int64, sequence: UInt64)? {
        let plain = monotonic.first()
        guard let boot = boottime.first() else { return plain.map { ($0.deadline, $0.sequence) } }
        let deadline = Self.monotonic(boot.deadline, suspended: readBootClock() - readClock())
        guard let plain, (plain.deadline, plain.sequence) < (deadline, boot.sequence) else {
            return (deadline, boot.sequence)
        }
        return (plain.deadline, plain.sequence)
    }

    private func popDue(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        guard boottime.count > 0 else {
            return monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
        }
        let suspended = readBootClock() - readClock()
        let bootNow = now.addingSaturated(suspended)
        if let boot = boottime.first(),
            let plain = monotonic.first(),
            (plain.deadline, plain.sequence)
                < (Self.monotonic(boot.deadline, suspended: suspended), boot.sequence)
        {
            return monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
        }
        return boottime.popDue(at: bootNow, registeredBefore: limit).map { $0 << 1 | 1 }
            ?? monotonic.popDue(at: now, registeredBefore: limit).map { $0 << 1 }
    }

    /// A deadline of the boot-time clock on the monotonic one; never stays never.
    private static func monotonic(_ deadline: Int64, suspended: Int64) -> Int64 {
        deadline == .max ? .max : deadline.subtractingSaturated(suspended)
    }

    private func fire(_ timer: Int32) {
        var target: TurnTarget?
        withOwner(of: timer) { target = $0.target }
        let token =
            timer & 1 == 0 ? monotonic.token(of: timer >> 1) : boottime.token(of: timer >> 1)
        target?.timerFired(token)
    }

    // MARK: The list of waits to stamp

    @inline(__always)
    private func withOwner(of timer: Int32, _ body: (inout Owner) -> Void) {
        if timer & 1 == 0 {
            body(&owners[Int(timer >> 1)]!)
        } else {
            body(&bootOwners[Int(timer >> 1)]!)
        }
    }

    private func link(_ timer: Int32) {
        var isLinked = false
        withOwner(of: timer) { isLinked = $0.isUnstamped }
        if isLinked {
            guard lastUnstamped != timer else { return }
            unlink(timer)
        }
        let last = lastUnstamped
        withOwner(of: timer) { owner in
            owner.isUnstamped = true
            owner.previous = last
            owner.next = -1
        }
        if last >= 0 {
            withOwner(of: last) { $0.next = timer }
        } else {
            firstUnstamped = timer
        }
        lastUnstamped = timer
    }

    private func unlink(_ timer: Int32) {
        var previous: Int32 = -1
        var next: Int32 = -1
        var isLinked = false
        withOwner(of: timer) { owner in
            isLinked = owner.isUnstamped
            previous = owner.previous
            next = owner.next
            owner.isUnstamped = false
            owner.previous = -1
            owner.next = -1
        }
        guard isLinked else { return }
        if previous >= 0 {
            withOwner(of: previous) { $0.next = next }
        } else {
            firstUnstamped = next
        }
        if next >= 0 {
            withOwner(of: next) { $0.previous = previous }
        } else {
            lastUnstamped = previous
        }
    }
}
