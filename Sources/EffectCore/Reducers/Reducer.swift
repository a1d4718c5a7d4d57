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

    /// The channels that the state wants, of this feature and of those in it. A store asks once, and
    /// only where ``supervises(_:)`` says that there are any.
    func supervision(_ path: SupervisionPath) -> Supervision<State, Action>?

    /// Whether features of this type may have channels, by ``supervise(_:)`` or a behavior in them. Known
    /// from the type alone, so that a tree without channels pays nothing for them.
    static func supervises(_ path: SupervisionPath) -> Bool
}

extension Reducer {
    /// No channels.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<State, Action>? { nil }

    /// No channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool { false }

    /// The channels, without building what cannot have any.
    @inlinable
    package func channels(_ path: SupervisionPath) -> Supervision<State, Action>? {
        Self.supervises(SupervisionPath()) ? supervision(path) : nil
    }
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

    /// The channels of the body.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<State, Action>? {
        body.supervision(path)
    }

    /// Whether the body does.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool { Body.supervises(path) }
}

/// The protocol of reducers with the state and the actions of another one: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
