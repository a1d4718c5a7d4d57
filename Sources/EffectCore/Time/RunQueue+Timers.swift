/// What the engine asks of the queue: turns, and timers on either clock.
///
/// A timer is a number: the slot in the heap of its clock, and the clock in the lowest bit.
extension RunQueue {
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

    /// Lets a timer come later than due, so that it shares a wake-up with others.
    package func setTolerance(_ tolerance: Int64, of timer: Int32) {
        if timer & 1 == 0 {
            monotonic.setTolerance(tolerance, of: timer >> 1)
        } else {
            boottime.setTolerance(tolerance, of: timer >> 1)
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

    func arm(_ timer: Int32, deadline: Int64, sequence: UInt64) {
        if timer & 1 == 0 {
            monotonic.arm(timer >> 1, deadline: deadline, sequence: sequence)
        } else {
            boottime.arm(timer >> 1, deadline: deadline, sequence: sequence)
        }
        armedTimersMax = max(armedTimersMax, monotonic.count + boottime.count)
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
}
