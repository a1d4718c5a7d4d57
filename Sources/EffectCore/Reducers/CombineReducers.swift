/// Groups reducers, so that one operator applies to all of them.
public struct CombineReducers<Reducers: Reducer>: Reducer {
    @usableFromInline let reducers: Reducers

    /// Creates a group of the reducers in the block.
    @inlinable
    public init(@ReducerBuilder<Reducers.State, Reducers.Action> _ reducers: () -> Reducers) {
        self.reducers = reducers()
    }

    /// Runs the group in order.
    @inlinable
    public func reduce(
        into state: inout Reducers.State, action: Reducers.Action
    ) -> Effect<Reducers.Action> {
        reducers.reduce(into: &state, action: action)
    }

    /// The group, built once.
    @inlinable
    public func resolved() -> Reduction<Reducers.State, Reducers.Action> {
        reducers.resolved()
    }
}
