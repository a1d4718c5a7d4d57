extension Store {
    /// Creates a store around a behavior whose reducers, effects and channels have the dependencies in
    /// force around this call, some overridden; for layers above.
    package convenience init<Environment>(
        initial: () -> State, behavior: () -> Behavior<Action, State, Environment>,
        environment: @escaping () -> Environment, on scheduler: some Scheduler,
        withDependencies prepare: ((inout DependencyValues) -> Void)?
    ) {
        guard let enclosure = Enclosure.ofStore(on: scheduler.runQueue, prepare) else {
            self.init(
                initial: initial(), initialEffect: .none, behavior: behavior(),
                environment: environment, on: scheduler)
            return
        }
        let previous = Surroundings.exchange(enclosure.surroundings)
        let state = initial()
        let built = behavior()
        _ = Surroundings.exchange(previous)
        self.init(
            initial: state, initialEffect: .none, behavior: built.inContext(enclosure.context),
            environment: environment, on: scheduler)
    }
}
