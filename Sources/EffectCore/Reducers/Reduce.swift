/// A reducer from a closure.
public struct Reduce<State, Action>: Reducer {
    @usableFromInline let function: (inout State, Action) -> Effect<Action>

    /// Creates a reducer that calls `function`.
    @inlinable
    public init(_ function: @escaping (inout State, Action) -> Effect<Action>) {
        self.function = function
    }

    /// Calls the closure.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        function(&state, action)
    }

    /// The closure, built once.
    @inlinable
    public func resolved() -> Reduction<State, Action> {
        let function = function
        return { state, action, effect in effect.fill(function(&state, action)) }
    }
}

extension Reducer {
    /// The same reducer, built once, without its type. Its channels are not part of it: put
    /// ``supervise(_:)`` around what was erased.
    @inlinable
    public func erased() -> Reduce<State, Action> {
        let reduction = resolved()
        return Reduce { state, action in
            withUnsafeTemporaryAllocation(of: Effect<Action>.self, capacity: 1) { memory in
                guard let address = memory.baseAddress else { return .none }
                reduction(&state, action, EffectSlot(address))
                return address.move()
            }
        }
    }
}
