/// The parts that behaviors are made of. Each is there as a behavior of its own and as an addition to
/// another one.
extension Behavior {
    /// Decides for each action what it changes and which effects it has.
    ///
    /// - Parameter handle: Gets the action, and the state before it.
    @inlinable
    public static func handle(
        _ handle:
            @escaping (Action, PreReducerContext<State>) ->
            Consequence<Action, State, Environment>
    ) -> Behavior {
        Behavior(handle: handle)
    }

    /// Changes the state. Every action counts as one that does.
    @inlinable
    public static func reduce(_ change: @escaping (Action, inout State) -> Void) -> Behavior {
        Behavior { _ in .reducing(change) }
    }

    /// Makes the effect of each action, after all changes, with the environment.
    @inlinable
    public static func produce(
        _ make: @escaping (Action, PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Behavior {
        Behavior { site in .producing(make, at: site) }
    }

    /// Keeps channels open for as long as the state wants them.
    ///
    /// - Parameter channels: What is wanted; called after each action that changed something.
    /// - Complexity: After an action, one comparison for each channel, and no more for those that are
    ///   the same.
    @inlinable
    public static func supervise(
        _ channels: @escaping (State, Environment) -> [Channel<Action>]
    ) -> Behavior {
        Behavior { site in
            let environment = site.environment
            return .supervising(Supervision { channels($0, environment()) })
        }
    }

    /// Keeps channels open that depend on a part of the state; not asked while that part is equal.
    @inlinable
    public static func supervise<Slice: Equatable>(
        on slice: @escaping (State) -> Slice,
        _ channels: @escaping (Slice, Environment) -> [Channel<Action>]
    ) -> Behavior {
        Behavior { site in
            let environment = site.environment
            return .supervising(Supervision(on: slice) { channels($0, environment()) })
        }
    }

    /// This behavior, and then what a closure decides.
    @inlinable
    public func handle(
        _ handle:
            @escaping (Action, PreReducerContext<State>) ->
            Consequence<Action, State, Environment>
    ) -> Behavior {
        .combine(self, .handle(handle))
    }

    /// This behavior, and then a change.
    @inlinable
    public func reduce(_ change: @escaping (Action, inout State) -> Void) -> Behavior {
        .combine(self, .reduce(change))
    }

    /// This behavior, and then an effect.
    @inlinable
    public func produce(
        _ make: @escaping (Action, PostReducerContext<State, Environment>) -> Effect<Action>
    ) -> Behavior {
        .combine(self, .produce(make))
    }

    /// This behavior, and channels beside it.
    @inlinable
    public func supervise(
        _ channels: @escaping (State, Environment) -> [Channel<Action>]
    ) -> Behavior {
        .combine(self, .supervise(channels))
    }

    /// This behavior, and channels beside it that depend on a part of the state.
    @inlinable
    public func supervise<Slice: Equatable>(
        on slice: @escaping (State) -> Slice,
        _ channels: @escaping (Slice, Environment) -> [Channel<Action>]
    ) -> Behavior {
        .combine(self, .supervise(on: slice, channels))
    }
}
