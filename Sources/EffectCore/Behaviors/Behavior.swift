/// A feature as SwiftRex writes it: what an action changes, which effects it has, and what runs for as
/// long as the state wants it.
///
/// One action goes through all parts of a behavior in three phases. First every part decides, all
/// seeing the state as it was before the action. Then the changes are made, in order. Then effects are
/// made, with the environment and the changed state. An action that changes nothing notifies nobody.
///
/// ```swift
/// let loader = Behavior<Action, State, Environment>.handle { action, context in
///     switch action {
///     case .load:
///         .reduce { $0.isLoading = true }
///             .produce { context in context.environment.fetch() }
///     case .loaded(let items):
///         .reduce { $0.items = items }
///     }
/// }
/// ```
///
/// A behavior is a value. A store builds it once, and keeps what it needs between the phases.
public struct Behavior<Action, State, Environment> {
    /// Flat, so that a combination of many behaviors is one loop.
    @usableFromInline let parts: [BehaviorPart<Action, State, Environment>]

    @inlinable
    init(parts: [BehaviorPart<Action, State, Environment>]) { self.parts = parts }

    @inlinable
    init(_ build: @escaping (BehaviorSite<Environment>) -> BehaviorRun<Action, State>) {
        parts = [BehaviorPart(build)]
    }

    /// Creates a behavior that decides by a closure; see ``handle(_:)``.
    @inlinable
    public init(
        handle:
            @escaping (Action, PreReducerContext<State>) ->
            Consequence<Action, State, Environment>
    ) {
        self.init { site in .handling(handle, at: site) }
    }

    /// The behavior that does nothing: combined with another one, it is the other one.
    @inlinable
    public static var identity: Behavior { Behavior(parts: []) }

    /// Both, one after the other; see ``combine(_:)``.
    @inlinable
    public static func combine(_ first: Behavior, _ second: Behavior) -> Behavior {
        Behavior(parts: first.parts + second.parts)
    }

    /// All of them, in order; as from a list.
    @inlinable
    public static func combine(
        _ first: Behavior, _ second: Behavior, _ third: Behavior, _ others: Behavior...
    ) -> Behavior {
        combine([first, second, third] + others)
    }

    /// All of them: each sees the state before the action, changes are made in order, and the effects
    /// are merged in order. Channels are those of all.
    ///
    /// - Complexity: O(*n*) in the parts of all.
    @inlinable
    public static func combine(_ behaviors: [Behavior]) -> Behavior {
        Behavior(parts: behaviors.flatMap(\.parts))
    }

    /// This one, then another one.
    @inlinable
    public func combine(with other: Behavior) -> Behavior { .combine(self, other) }

    /// Everything built for one store.
    @inlinable
    func resolved(at site: BehaviorSite<Environment>) -> BehaviorRun<Action, State> {
        let runs = parts.map { $0.build(site) }
        return runs.count == 1 ? runs[0] : .all(runs)
    }
}

/// One part of a behavior, not built yet.
@usableFromInline
struct BehaviorPart<Action, State, Environment> {
    @usableFromInline let build: (BehaviorSite<Environment>) -> BehaviorRun<Action, State>

    @inlinable
    init(_ build: @escaping (BehaviorSite<Environment>) -> BehaviorRun<Action, State>) {
        self.build = build
    }
}
