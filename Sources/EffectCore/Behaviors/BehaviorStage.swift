/// A behavior at the root of a store.
@usableFromInline
final class BehaviorStage<State, Action> {
    @usableFromInline let run: BehaviorRun<Action, State>
    @usableFromInline let phase: BehaviorPhase
    /// Whether something has changed that coalesced observers have not seen.
    @exclusivity(unchecked) @usableFromInline var hasUnseenChange = false

    @inlinable
    init(_ run: BehaviorRun<Action, State>, _ phase: BehaviorPhase) {
        self.run = run
        self.phase = phase
    }
}

extension Store {
    /// Creates a store around a behavior.
    ///
    /// - Parameters:
    ///   - initial: The state to begin with. Channels that it wants open in the first turn, or right
    ///     before the first send is reduced.
    ///   - initialEffect: Started before those channels open.
    ///   - behavior: Built once, here.
    ///   - environment: What effects and channels are made with.
    ///   - scheduler: Drives timers and turns: an `EventLoop`, or a clock in a test.
    @inlinable
    public convenience init<Environment>(
        initial: State, initialEffect: Effect<Action> = .none,
        behavior: Behavior<Action, State, Environment>, environment: Environment,
        on scheduler: some Scheduler
    ) {
        self.init(
            initial: initial, initialEffect: initialEffect, behavior: behavior,
            environment: { environment }, on: scheduler)
    }

    /// Creates a store around a behavior without an environment.
    @inlinable
    public convenience init(
        initial: State, initialEffect: Effect<Action> = .none,
        behavior: Behavior<Action, State, Void>, on scheduler: some Scheduler
    ) {
        self.init(
            initial: initial, initialEffect: initialEffect, behavior: behavior, environment: (),
            on: scheduler)
    }

    /// Creates a store whose environment is asked for each time it is needed, for layers above.
    @inlinable
    package convenience init<Environment>(
        initial: State, initialEffect: Effect<Action>,
        behavior: Behavior<Action, State, Environment>,
        environment: @escaping () -> Environment, on scheduler: some Scheduler
    ) {
        let core = StoreCore<State, Action>(
            state: initial, initialEffect: initialEffect, queue: scheduler.runQueue,
            reduction: { _, _, effect in effect.fill(.none) })
        core.perform(behavior, environment)
        self.init(core: core)
    }
}

extension StoreCore {
    /// Makes a behavior what the store runs, instead of its reduction.
    @inlinable
    func perform<Environment>(
        _ behavior: Behavior<Action, State, Environment>,
        _ environment: @escaping () -> Environment
    ) {
        let phase = BehaviorPhase()
        let window = stateWindow()
        let run = behavior.resolved(
            at: BehaviorSite(environment: environment, window: { window }, phase: phase))
        stage = BehaviorStage(run, phase)
        hasHooks = true
        if let supervision = run.supervision { supervise(supervision) }
    }

    /// The state at the root, for as long as the store is there. Not by way of the core: effects keep it.
    @inlinable
    func stateWindow() -> StateWindow {
        let link = link
        return StateWindow { body in
            guard let engine = link.engine else { return }
            let core = StoreCore<State, Action>.of(engine)
            core.checkReadable()
            body(UnsafeRawPointer(core.state))
        }
    }

    /// The phases of one action; answers whether it changed the state.
    @inlinable
    func perform(
        _ stage: BehaviorStage<State, Action>, _ action: Action, _ source: ActionSource
    ) -> Bool {
        phase = .notifying
        stage.phase.number &+= 1
        let decision = stage.run.decide(action, source)
        // What was decided with may be read no more.
        stage.phase.number &+= 1
        if decision.contains(.changes) {
            willHooks.forEach { $0() }
            phase = .reducing
            stage.run.change(&state.pointee)
            phase = .notifying
            stage.hasUnseenChange = true
        }
        actionHooks.forEach { $0(action, source) }
        if decision.contains(.changes) { didHooks.forEach { $0() } }
        if decision.contains(.produces) {
            stage.run.produce(source, returned)
        } else {
            returned.fill(.none)
        }
        phase = .open
        return decision.contains(.changes)
    }
}
