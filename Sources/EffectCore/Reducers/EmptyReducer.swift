/// A reducer that changes nothing and has no effects.
public struct EmptyReducer<State, Action>: Reducer {
    /// Creates the reducer.
    @inlinable
    public init() {}

    /// Does nothing.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
