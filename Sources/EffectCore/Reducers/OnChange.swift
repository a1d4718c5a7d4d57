/// Runs another reducer when a value of the state has changed; made by `onChange`.
public struct OnChange<Base: Reducer, Value, Change: Reducer<Base.State, Base.Action>>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let value: (Base.State) -> Value
    @usableFromInline let isSame: (Value, Value) -> Bool
    @usableFromInline let change: (Value, Value) -> Change

    @inlinable
    init(
        _ base: Base, _ value: @escaping (Base.State) -> Value,
        _ isSame: @escaping (Value, Value) -> Bool, _ change: @escaping (Value, Value) -> Change
    ) {
        self.base = base
        self.value = value
        self.isSame = isSame
        self.change = change
    }

    /// Runs the reducer it was added to, and then the one for the change, if there was one.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        let old = value(state)
        let effect = base.reduce(into: &state, action: action)
        let new = value(state)
        if isSame(old, new) { return effect }
        return effect.merge(with: change(old, new).reduce(into: &state, action: action))
    }

    /// The reducer it was added to is built once, the one for a change at each change.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> {
        let base = base.resolved()
        let (value, isSame, change) = (value, isSame, change)
        return { state, action, effect in
            let old = value(state)
            base(&state, action, effect)
            let new = value(state)
            if !isSame(old, new) {
                effect.merge { change(old, new).resolved()(&state, action, $0) }
            }
        }
    }

    /// The channels of the reducer; those of a change are not asked for.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        base.channels(path)
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Base.supervises(path)
    }
}

extension Reducer {
    /// Runs another reducer after this one, in the same action, when a value of the state has changed.
    ///
    /// - Parameters:
    ///   - value: The value to watch; cheap, for it is asked twice for each action.
    ///   - reducer: Makes the reducer from the value before and the value after.
    @inlinable
    public func onChange<Value: Equatable, Change: Reducer<State, Action>>(
        of value: @escaping (State) -> Value,
        @ReducerBuilder<State, Action> _ reducer: @escaping (_ old: Value, _ new: Value) -> Change
    ) -> OnChange<Self, Value, Change> {
        OnChange(self, value, ==, reducer)
    }

    /// As the form for equatable values, with a rule of its own for what is no change.
    @inlinable
    public func onChange<Value, Change: Reducer<State, Action>>(
        of value: @escaping (State) -> Value,
        removeDuplicates isSame: @escaping (Value, Value) -> Bool,
        @ReducerBuilder<State, Action> _ reducer: @escaping (_ old: Value, _ new: Value) -> Change
    ) -> OnChange<Self, Value, Change> {
        OnChange(self, value, isSame, reducer)
    }
}
