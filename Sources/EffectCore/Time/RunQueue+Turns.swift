/// What a driver runs: turns, and callbacks of its own as part of them.
extension RunQueue {
    /// Runs what is due: one turn. Returns how many callbacks ran.
    ///
    /// - Complexity: O(k log n) for k callbacks and n armed timers.
    @discardableResult
    public func runTurn() -> Int {
        require(!isRunningTurn, "RunQueue.runTurn: called from within a turn")
        isTurnTimeStale = true
        guard isPending else { return 0 }
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
        if wakeTime < 0 { wakeTime = now }
        callbackStart = now
        if let due = monotonic.nextWakeUp(), due <= now { lag.record(now - due) }
        if !waiting.isEmpty {
            swap(&waiting, &resuming)
            for index in resuming.indices {
                guard let target = resuming[index] else { continue }
                resuming[index] = nil
                callbacks += 1
                resume(target)
            }
            resuming.removeAll(keepingCapacity: true)
        }
        for _ in 0..<Limits.timersPerTurn {
            // A callback may have postponed a timer that is due: it counts with its new deadline.
            stamp()
            guard monotonic.count + boottime.count > 0,
                let timer = popShuffled(at: now, registeredBefore: limit)
            else { break }
            callbacks += 1
            fire(timer)
        }
        callbackCount &+= UInt64(callbacks)
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
    ///
    /// - Parameter subject: What a report about the callback names.
    @inlinable
    public func perform(for subject: CallbackSubject = .unnamed, _ callback: () -> Void) {
        let outer = enterTurn()
        callback()
        leaveTurn(outer, subject)
    }

    @usableFromInline
    func enterTurn() -> Bool {
        let outer = isInTurn
        isInTurn = true
        if !outer { noteCallback() }
        return outer
    }

    @usableFromInline
    func leaveTurn(_ outer: Bool, _ subject: CallbackSubject) {
        stamp()
        isInTurn = outer
        guard !outer else { return }
        isTurnTimeStale = true
        if isMeasuring { endMeasurement(of: subject) }
    }

    private func resume(_ target: TurnTarget) {
        guard isMeasuring else { return target.turnBegan() }
        let label = target.label(of: -1)
        target.turnBegan()
        endMeasurement(ofTurn: label)
    }

    private func fire(_ timer: Int32) {
        var target: TurnTarget?
        withOwner(of: timer) { target = $0.target }
        let token =
            timer & 1 == 0 ? monotonic.token(of: timer >> 1) : boottime.token(of: timer >> 1)
        guard isMeasuring, let target else {
            target?.timerFired(token)
            return
        }
        let label = target.label(of: token)
        target.timerFired(token)
        endMeasurement(ofTimer: label)
    }
}
