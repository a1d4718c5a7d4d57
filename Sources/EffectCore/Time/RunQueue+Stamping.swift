/// Waits become deadlines: all that one drain asked for by one read of the clock.
extension RunQueue {
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

    // MARK: The list of waits to stamp

    @inline(__always)
    func withOwner(of timer: Int32, _ body: (inout Owner) -> Void) {
        if timer & 1 == 0 {
            body(&owners[Int(timer >> 1)]!)
        } else {
            body(&bootOwners[Int(timer >> 1)]!)
        }
    }

    func link(_ timer: Int32) {
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

    func unlink(_ timer: Int32) {
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
