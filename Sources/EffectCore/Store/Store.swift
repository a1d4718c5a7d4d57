/// Holds the state of a feature, reduces its actions one at a time, and runs its effects.
///
/// Loop-bound: a store is not `Sendable`, and everything it calls is called on its scheduler's
/// thread. Releasing it cancels every effect, runs their teardowns in reverse order of start, and
/// leaves nothing behind on the scheduler. Effects do not keep it alive.
///
/// ```swift
/// let store = Store(initialState: Counter.State(), on: loop) { Counter() }
/// store.send(.increment)
/// ```
public final class Store<State, Action> {
    @usableFromInline let core: StoreCore<State, Action>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - initialState: The state to begin with.
    ///   - initialEffect: Started in the first turn, or right before the first send is reduced.
    ///   - scheduler: Drives timers and turns: an `EventLoop`, or a clock in a test.
    ///   - reducer: Built once, here.
    @inlinable
    @_disfavoredOverload
    public convenience init<R: Reducer>(
        initialState: State, initialEffect: Effect<Action> = .none, on scheduler: some Scheduler,
        @ReducerBuilder<State, Action> reducer: () -> R
    ) where R.State == State, R.Action == Action {
        let reducer = reducer()
        self.init(
            initialState: initialState, initialEffect: initialEffect, on: scheduler,
            reduction: reducer.resolved(), supervision: reducer.channels(SupervisionPath()))
    }

    /// Creates a store around a reducer that is built already, for layers above the core. One with a
    /// form of its own for every store is taken before the one here; so that is disfavored.
    @inlinable
    package convenience init(
        initialState: State, initialEffect: Effect<Action>, on scheduler: some Scheduler,
        reduction: @escaping Reduction<State, Action>,
        supervision: Supervision<State, Action>? = nil
    ) {
        let core = StoreCore(
            state: initialState, initialEffect: initialEffect, queue: scheduler.runQueue,
            reduction: reduction)
        if let supervision { core.supervise(supervision) }
        self.init(core: core)
    }

    /// Embedded Swift has no generic initializers of classes but for convenient ones.
    @inlinable
    init(core: StoreCore<State, Action>) { self.core = core }

    deinit { core.shutDown() }

    /// The present state.
    ///
    /// Reading it in this store's own reducer traps: the reducer has it in hand.
    @inlinable
    public var state: State {
        core.checkReadable()
        return core.state.pointee
    }

    /// Reduces an action, starts its effects, and does the same for all that they send at once.
    ///
    /// During a drain the action is queued instead. Inside a loop turn a drain reduces at most
    /// ``Limits/actionsPerTurn`` actions; the rest, and what is sent meanwhile, follow in the next turn.
    /// On a stopped store an action is reported and dropped.
    ///
    /// - Returns: A handle on everything the action causes.
    /// - Complexity: No allocation for an action that starts nothing.
    @inlinable
    @discardableResult
    public func send(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> StoreTask {
        let source = ActionSource(fileID: fileID, line: line)
        guard let task = core.receiveFromOutside(action, source, nil) else { return .finished }
        return StoreTask(link: core.link, reference: task)
    }

    /// Sends an action with metadata for its observers.
    @inlinable
    @discardableResult
    public func send(
        _ action: Action, transaction: Transaction, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> StoreTask {
        let source = ActionSource(fileID: fileID, line: line)
        guard let task = core.receiveFromOutside(action, source, transaction.entry) else {
            return .finished
        }
        return StoreTask(link: core.link, reference: task)
    }

    /// Sends an action. SwiftRex's word for ``send(_:fileID:line:)``.
    @inlinable
    @discardableResult
    public func dispatch(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> StoreTask {
        send(action, fileID: fileID, line: line)
    }

    /// Cancels every effect and refuses further actions. The state stays readable.
    public func stop() { core.stop() }

    /// Takes actions again after a ``stop()``: tells the observers the state, and runs the initial
    /// effect in the next turn, or right before the first send. Called while an action is being
    /// reduced, it waits for the next turn. Does nothing on a store that runs.
    public func start() { core.start() }

    /// Puts another state in place of the present one. Only a stopped store takes it: its effects were
    /// started by the old one. On a store that runs, and in the store's own reducer, the call is
    /// reported and nothing changes.
    public func replaceState(
        _ state: State, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.replaceState(state, ActionSource(fileID: fileID, line: line))
    }

    /// Where this store reports to: the scheduler's reporter, unless set.
    public var reporter: Reporter {
        get { core.reporter }
        set { core.reporter = newValue }
    }

    /// After how many actions a drain counts as a runaway; see ``onRunaway``.
    public var runawayLimit: Int {
        get { core.runawayLimit }
        set { core.runawayLimit = newValue }
    }

    /// Asked once per drain that passes ``runawayLimit``; when nil, such a drain is reported.
    ///
    /// It must not send to this store.
    public var onRunaway: ((RunawayDrain) -> RunawayResponse)? {
        get { core.onRunaway }
        set { core.onRunaway = newValue }
    }
}

extension StoreCore {
    @inlinable
    @inline(__always)
    func checkReadable() {
        require(
            phase != .reducing,
            "Store.state: read inside the store's own reducer; use the reducer's state parameter")
        checkThread()
    }

    @usableFromInline
    func stop() {
        startsNextTurn = false
        guard !isStopped else { return }
        checkThread()
        beginStep()
        isStopped = true
        initialEffect = .none
        awaitsStart = false
        // First: what is closed may start the store again, and open others.
        supervised?.forget()
        cancelEverything()
        if isSuspended {
            isSuspended = false
            queue.withdraw(self)
        }
        endStep()
    }

    @usableFromInline
    func start() {
        guard isStopped, !isShutDown else { return }
        checkThread()
        guard !isDraining else {
            // What the present action returns belongs to the life that was stopped.
            startsNextTurn = true
            queue.resumeNextTurn(self)
            return
        }
        beginStep()
        startsNextTurn = false
        isStopped = false
        initialEffect = firstEffect
        awaitsStart = !initialEffect.isNone || supervised != nil
        if awaitsStart { queue.resumeNextTurn(self) }
        stage?.hasUnseenChange = true
        notifyObservers()
        settle()
        endStep()
    }

    @usableFromInline
    func replaceState(_ next: State, _ source: ActionSource) {
        checkThread()
        guard isStopped else {
            report(.replacedWhileRunning, "the state of a store that runs was not replaced", source)
            return
        }
        // A store may be stopped by its own reducer, which has the state in hand.
        guard phase != .reducing else {
            report(
                .replacedWhileRunning,
                "the state of a store was not replaced while its reducer changes it", source)
            return
        }
        state.pointee = next
    }

    /// The store is gone: everything ends, and nothing reaches the core any more.
    @usableFromInline
    func shutDown() {
        beginStep()
        defer { endStep() }
        isStopped = true
        isShutDown = true
        initialEffect = .none
        awaitsStart = false
        supervised?.forget()
        cancelEverything()
        dropWindows()
        queue.withdraw(self)
        spareSend = nil
        emit = { _, _ in }
        willHooks.removeAll()
        didHooks.removeAll()
        actionHooks.removeAll()
        observers.removeAll()
        link.cut()
    }
}
