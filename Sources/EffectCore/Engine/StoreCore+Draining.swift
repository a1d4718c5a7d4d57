/// The queue of actions and its draining.
extension StoreCore {
    /// Takes an action from outside: reduces it, and all that follows, or queues it during a drain.
    @inlinable
    func receiveFromOutside(
        _ action: Action, _ source: ActionSource, _ transaction: TransactionEntry?
    ) -> NodeReference? {
        checkThread()
        // What the initial effect sends may stop the store, or fill the turn.
        if awaitsStart, !isDraining { startInitialEffect() }
        guard !isStopped else {
            reportStopped(action, source)
            return nil
        }
        if isDraining || isSuspended {
            let task = addTask()
            retainTask(task)
            queued.append(
                QueuedAction(action: action, source: source, transaction: transaction, task: task))
            return nodes.reference(to: task)
        }
        return drain(action, source, transaction, task: -1)
    }

    /// Takes an action from an effect.
    @inlinable
    func receive(
        _ action: Action, _ source: ActionSource, _ transaction: TransactionEntry?, task: Int32
    ) {
        guard !isStopped, !isShutDown else { return }
        if isDraining || isSuspended {
            retainTask(task)
            queued.append(
                QueuedAction(action: action, source: source, transaction: transaction, task: task))
            return
        }
        _ = drain(action, source, transaction, task: task)
    }

    /// Reduces an action and then whatever is queued, until nothing is, or the turn is full.
    @inlinable
    func drain(
        _ action: Action, _ source: ActionSource, _ transaction: TransactionEntry?, task: Int32
    ) -> NodeReference? {
        let context = beginDrain()
        if task >= 0 { retainTask(task) }
        let started = reduce(action, source, transaction, task: task)
        if !queued.isEmpty || needsSettling || hasObservers { drainRest(reduced: 1) }
        endDrain(context)
        return started
    }

    @inlinable
    func resumeDrain() {
        guard !queued.isEmpty, !isDraining else { return }
        let context = beginDrain()
        drainRest(reduced: 0)
        endDrain(context)
    }

    /// Goes on with the queue after `count` actions of this drain.
    @inlinable
    func drainRest(reduced count: Int) {
        var count = count
        var isReported = false
        settle()
        while !isShutDown {
            if queued.isEmpty {
                notifyObservers()
                settle()
                if queued.isEmpty { return }
            }
            if queue.isInTurn, count >= Limits.actionsPerTurn {
                suspend()
                return
            }
            let next = queued.removeFirst()
            if count >= runawayLimit, !isReported {
                isReported = true
                if isRunaway(next, after: count) {
                    endRunaway()
                    return
                }
            }
            count += 1
            _ = reduce(next.action, next.source, next.transaction, task: next.task)
            if needsSettling { settle() }
        }
    }

    /// Reduces one action and starts its effect; answers the task if something was started.
    @inlinable
    func reduce(
        _ action: Action, _ source: ActionSource, _ transaction: TransactionEntry?, task: Int32
    ) -> NodeReference? {
        if hasHooks || transaction != nil {
            return reduceObserved(action, source, transaction, task)
        }
        phase = .reducing
        reduction(&state.pointee, action, returned)
        phase = .open
        return startReturnedEffect(of: source, task: task)
    }

    /// As ``reduce(_:_:_:task:)``, where hooks, behaviors or channels take part.
    @inlinable
    func reduceObserved(
        _ action: Action, _ source: ActionSource, _ transaction: TransactionEntry?, _ task: Int32
    ) -> NodeReference? {
        self.transaction = transaction
        #if DEBUG
            forgetMissedBroadcasts()
        #endif
        var hasChanged = true
        if let stage {
            hasChanged = perform(stage, action, source)
        } else {
            phase = .notifying
            willHooks.forEach { $0() }
            phase = .reducing
            reduction(&state.pointee, action, returned)
            phase = .notifying
            actionHooks.forEach { $0(action, source) }
            didHooks.forEach { $0() }
            phase = .open
        }
        self.transaction = nil
        let started = startReturnedEffect(of: source, task: task)
        if hasChanged, supervised != nil { reconcile(source) }
        return started
    }

    @inlinable
    func startReturnedEffect(of source: ActionSource, task: Int32) -> NodeReference? {
        if hasRemovableScopes { removeAbsent(UnsafeRawPointer(state)) }
        if returned.isNone {
            // `.none` holds nothing, so there is nothing to destroy. A stop in the reducer has ended
            // all tasks, this one too.
            if task >= 0, !isStopped { releaseTask(nodes.reference(to: task)) }
            return nil
        }
        let (body, modifier) = returned.takeParts()
        return startRoot(body, modifier, of: source, task: task)
    }

    @usableFromInline
    func startInitialEffect() {
        guard awaitsStart, !isStopped else { return }
        awaitsStart = false
        let effect = initialEffect
        initialEffect = .none
        let context = beginDrain()
        if !effect.isNone { _ = startRoot(effect.body, effect.modifier, of: .unknown, task: -1) }
        if supervised != nil { reconcile(.unknown) }
        drainRest(reduced: 0)
        endDrain(context)
    }

    // MARK: Contexts

    /// A drain inside an effect's callback is a context of its own: effects it starts do not mix with
    /// those that wait outside.
    @inlinable
    func beginDrain() -> (wasStarting: Bool, base: Int, arrivals: Int) {
        beginStep()
        leaveContexts()
        let context = (isStarting, workBase, arrivalsBase)
        isDraining = true
        isStarting = false
        workBase = queuedWork
        arrivalsBase = queuedWork
        return context
    }

    @inlinable
    func endDrain(_ context: (wasStarting: Bool, base: Int, arrivals: Int)) {
        returnToContexts()
        isDraining = false
        isStarting = context.wasStarting
        workBase = min(context.base, queuedWork)
        arrivalsBase = min(context.arrivals, queuedWork)
        queue.stampAfterDrain()
        endStep()
    }

    @usableFromInline
    func suspend() {
        notifyObservers()
        settle()
        guard !queued.isEmpty, !isShutDown else { return }
        isSuspended = true
        queue.resumeNextTurn(self)
    }

    // MARK: Observers

    @inlinable
    func notifyObservers() {
        if hasObservers { notifyPresentObservers() }
    }

    @usableFromInline
    func notifyPresentObservers() {
        if let stage {
            guard stage.hasUnseenChange else { return }
            stage.hasUnseenChange = false
        }
        phase = .notifying
        observers.forEach { $0(state.pointee) }
        phase = .open
    }

    // MARK: Reports

    @usableFromInline
    func isRunaway(_ next: QueuedAction<Action>, after count: Int) -> Bool {
        let drain = RunawayDrain(drained: count + 1, limit: runawayLimit, source: next.source)
        guard let onRunaway else {
            report(
                .runawayDrain, "one drain reduced more than " + String(runawayLimit) + " actions",
                next.source)
            return false
        }
        switch onRunaway(drain) {
        case .continue: return false
        case .dropQueue:
            releaseTask(nodes.reference(to: next.task))
            dropQueue()
            return true
        }
    }

    /// Observers learn how a runaway ended; what they send belongs to it and is dropped as well.
    @usableFromInline
    func endRunaway() {
        notifyObservers()
        settle()
        dropQueue()
    }

    private func dropQueue() {
        while !queued.isEmpty {
            releaseTask(nodes.reference(to: queued.removeFirst().task))
        }
    }

    @usableFromInline
    func reportStopped(_ action: Action, _ source: ActionSource) {
        #if hasFeature(Embedded)
            let message = "an action was sent to a stopped store"
        #else
            let message = "\(action) was sent to a stopped store"
        #endif
        report(.sentAfterStop, message, source)
    }
}
