/// The part of a feature that has effects and changes nothing: SwiftRex's word for it.
///
/// ```swift
/// let search = Middleware<Action, State, API>.produce { action, context in
///     guard case .search(let text) = action else { return .none }
///     return context.environment.search(text)
/// }
/// ```
public struct Middleware<Action, State, Environment> {
    @usableFromInline let behavior: Behavior<Action, State, Environment>

    @inlinable
    init(_ behavior: Behavior<Action, State, Environment>) { self.behavior = behavior }

    /// Decides with the state before an action; what it answers makes the effect, after the changes.
    @inlinable
    public static func handle(
        _ handle:
            @escaping (Action, PreReducerContext<State>) -> (
                (PostReducerContext<State, Environment>) -> Effect<Action>
            )?
    ) -> Middleware {
        Middleware(Behavior { action, context in Consequence(nil, handle(action, context)) })
    }

    /// Makes the effect of each action, after all changes.
    @inlinable
    public static func produce(
        _ make: @escaping (Action, PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Middleware {
        Middleware(.produce(make))
    }

    /// Keeps channels open for as long as the state wants them.
    @inlinable
    public static func supervise(
        _ channels: @escaping (State, Environment) -> [Channel<Action>]
    ) -> Middleware {
        Middleware(.supervise(channels))
    }

    /// The middleware that does nothing.
    @inlinable
    public static var identity: Middleware { Middleware(.identity) }

    /// Both: their effects are merged in order.
    @inlinable
    public static func combine(_ first: Middleware, _ second: Middleware) -> Middleware {
        Middleware(.combine(first.behavior, second.behavior))
    }

    /// This middleware, and an effect of each action.
    @inlinable
    public func produce(
        _ make: @escaping (Action, PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Middleware {
        Middleware(behavior.produce(make))
    }

    /// This middleware, and channels beside it.
    @inlinable
    public func supervise(
        _ channels: @escaping (State, Environment) -> [Channel<Action>]
    ) -> Middleware {
        Middleware(behavior.supervise(channels))
    }

    /// The same as a behavior, to be combined with others and lifted.
    @inlinable
    public func asBehavior() -> Behavior<Action, State, Environment> { behavior }
}

extension Behavior {
    /// A reducer and a middleware together.
    @inlinable
    public init<R: Reducer>(reducer: R, middleware: Middleware<Action, State, Environment>)
    where R.State == State, R.Action == Action {
        self = .combine(Behavior(reducer: reducer), middleware.behavior)
    }
}
