/// What one action changes and which effects it has; nothing of it has happened yet.
///
/// ```swift
/// .reduce { $0.isLoading = true }.produce { context in context.environment.fetch() }
/// ```
public struct Consequence<Action, State, Environment> {
    /// Nil where nothing changes, so that nobody is notified.
    @usableFromInline let mutation: ((inout State) -> Void)?
    @usableFromInline let production: ((PostReducerContext<State, Environment>) -> Effect<Action>)?

    @inlinable
    init(
        _ mutation: ((inout State) -> Void)?,
        _ production: ((PostReducerContext<State, Environment>) -> Effect<Action>)?
    ) {
        self.mutation = mutation
        self.production = production
    }

    /// No change and no effect.
    @inlinable
    public static var doNothing: Consequence { Consequence(nil, nil) }

    /// A change of the state.
    @inlinable
    public static func reduce(_ change: @escaping (inout State) -> Void) -> Consequence {
        Consequence(change, nil)
    }

    /// An effect, made when all changes of the action are.
    @inlinable
    public static func produce(
        _ make: @escaping (PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Consequence {
        Consequence(nil, make)
    }

    /// Both: changes in order, effects merged in order.
    @inlinable
    public static func combine(_ first: Consequence, _ second: Consequence) -> Consequence {
        var mutation = first.mutation ?? second.mutation
        if let before = first.mutation, let after = second.mutation {
            mutation = { state in
                before(&state)
                after(&state)
            }
        }
        var production = first.production ?? second.production
        if let before = first.production, let after = second.production {
            production = { context in before(context).merge(with: after(context)) }
        }
        return Consequence(mutation, production)
    }

    /// This, and then a change.
    @inlinable
    public func reduce(_ change: @escaping (inout State) -> Void) -> Consequence {
        .combine(self, .reduce(change))
    }

    /// This, and an effect.
    @inlinable
    public func produce(
        _ make: @escaping (PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Consequence {
        .combine(self, .produce(make))
    }
}
