/// Describes how actions change a state, and which effects they have. TCA's protocol, without macros.
///
/// Implement either ``reduce(into:action:)`` or ``body``; where both are, `body` is what a store runs.
public protocol Reducer<State, Action> {
    /// What the feature remembers.
    associatedtype State
    /// What can happen to the feature.
    associatedtype Action
    /// The type of the reducer that ``body`` composes.
    associatedtype Body

    /// Changes the state and answers with the effect of the action.
    func reduce(into state: inout State, action: Action) -> Effect<Action>

    /// The feature composed of others.
    @ReducerBuilder<State, Action> var body: Body { get }

    /// The reducer as one function, with everything below it built. A store calls it once.
    func resolved() -> Reduction<State, Action>
}

extension Reducer where Body == Never {
    /// There is no body: the reducer implements ``reduce(into:action:)``.
    @inlinable
    public var body: Never { fatalError("Reducer.body: this reducer has no body") }

    /// The reducer's own function.
    @inlinable
    public func resolved() -> Reduction<State, Action> {
        { state, action, effect in effect.fill(self.reduce(into: &state, action: action)) }
    }
}

extension Reducer where Body: Reducer<State, Action> {
    /// Reduces by the body. It builds the body anew: a store uses ``resolved()`` instead.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        body.reduce(into: &state, action: action)
    }

    /// The function of the body, built once.
    @inlinable
    public func resolved() -> Reduction<State, Action> { body.resolved() }
}

/// The protocol of reducers with the state and the actions of another one: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
