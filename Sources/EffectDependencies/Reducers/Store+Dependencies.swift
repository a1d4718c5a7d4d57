extension Store {
    /// Creates a store whose feature has the dependencies in force around this call, some overridden.
    ///
    /// The initial state, the initial effect, the reducer and its effects all have them, wherever the
    /// store is used later:
    ///
    /// ```swift
    /// let store = Store(initialState: Feature.State(), on: clock) {
    ///     Feature()
    /// } withDependencies: {
    ///     $0.uuid = .incrementing
    /// }
    /// ```
    ///
    /// Unless overridden, `\.now` and `\.continuousClock` are the scheduler's, and reports go to its
    /// reporter. Without `withDependencies` and where nothing is in force, the store is one that knows
    /// nothing of dependencies and pays nothing for them; an empty closure makes it one that does.
    ///
    /// - Parameters:
    ///   - initialState: The state to begin with.
    ///   - initialEffect: Started in the first turn, or right before the first send is reduced.
    ///   - scheduler: Drives timers and turns: an `EventLoop`, or a clock in a test.
    ///   - reducer: Built once, here.
    ///   - prepare: Overrides dependencies.
    @inlinable
    public convenience init<R: Reducer>(
        initialState: @autoclosure () -> State,
        initialEffect: @autoclosure () -> Effect<Action> = .none, on scheduler: some Scheduler,
        @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepare: ((inout DependencyValues) -> Void)? = nil
    ) where R.State == State, R.Action == Action {
        guard let enclosure = Enclosure.ofStore(on: scheduler.runQueue, prepare) else {
            let reducer = reducer()
            self.init(
                initialState: initialState(), initialEffect: initialEffect(), on: scheduler,
                reduction: reducer.resolved(), supervision: reducer.channels(SupervisionPath()))
            return
        }
        let previous = Surroundings.exchange(enclosure.surroundings)
        let state = initialState()
        let effect = initialEffect().inContext(enclosure.context)
        let reducer = reducer()
        let reduction = reducer.resolved()
        let supervision = reducer.channels(SupervisionPath())
        _ = Surroundings.exchange(previous)
        self.init(
            initialState: state, initialEffect: effect, on: scheduler,
            reduction: { state, action, effect in
                enclosure.reduce(by: reduction, &state, action, effect)
            }, supervision: supervision?.inContext { enclosure.context })
    }
}
