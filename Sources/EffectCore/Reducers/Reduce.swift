/// A reducer from a closure.
public struct Reduce<State, Action>: Reducer {
    @usableFromInline let function: (inout State, Action) -> Effect<Action>

    /// Creates a reducer that calls `function`.
    @inlinable
    public init(_ function: @escaping (inout State, Action) -> Effect<Action>) {
        self.function = function
    }

    /// Creates a reducer from another one, forgetting its type.
    @inlinable
    public init<R: Reducer<State, Action>>(_ reducer: R) {
        function = reducer.resolved()
    }

    /// Calls the closure.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        function(&state, action)
    }

    /// The closure itself.
    @inlinable
    public func resolved() -> (inout State, Action) -> Effect<Action> { function }
}
