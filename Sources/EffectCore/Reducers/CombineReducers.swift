/// Groups reducers, so that one operator applies to all of them.
public struct CombineReducers<State, Action, Reducers: Reducer>: Reducer
where Reducers.State == State, Reducers.Action == Action {
    @usableFromInline let reducers: Reducers

    /// Creates a group of the reducers in the block.
    @inlinable
    public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
        self.reducers = reducers()
    }

    /// Runs the group in order.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        reducers.reduce(into: &state, action: action)
    }

    /// The group, built once.
    @inlinable
    public func resolved() -> Reduction<State, Action> { reducers.resolved() }

    /// The channels of all.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<State, Action>? {
        reducers.channels(path)
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Reducers.supervises(path)
    }
}
