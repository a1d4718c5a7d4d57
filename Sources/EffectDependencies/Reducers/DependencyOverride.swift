/// A reducer with other dependencies; made by `dependency` and `transformDependency`.
public struct DependencyOverride<Base: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let derived: DerivedSurroundings

    init(_ base: Base, _ write: @escaping (inout DependencyValues) -> Void) {
        self.base = base
        derived = DerivedSurroundings(write)
    }

    /// Runs the reducer with its dependencies, and puts its effect in them.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        let present = derived.present
        let previous = Surroundings.exchange(present.surroundings)
        defer { _ = Surroundings.exchange(previous) }
        return base.reduce(into: &state, action: action).inContext(present.context)
    }

    /// The reducer, built once, with the dependencies in force meanwhile.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> {
        let derived = derived
        let previous = Surroundings.exchange(derived.present.surroundings)
        let reduction = base.resolved()
        _ = Surroundings.exchange(previous)
        return { state, action, effect in
            derived.present.reduce(by: reduction, &state, action, effect)
        }
    }

    /// The channels of the reducer, with its dependencies.
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        guard Base.supervises(SupervisionPath()) else { return nil }
        let derived = derived
        let previous = Surroundings.exchange(derived.present.surroundings)
        let supervision = base.supervision(path)
        _ = Surroundings.exchange(previous)
        return supervision?.inContext { derived.present.context }
    }

    /// Whether the reducer may have channels.
    public static func supervises(_ path: SupervisionPath) -> Bool { Base.supervises(path) }
}

extension Reducer {
    /// Overrides a dependency of this reducer and of its effects. The innermost override wins.
    ///
    /// ```swift
    /// Feature().dependency(\.date, .constant(.epoch))
    /// ```
    ///
    /// - Complexity: O(1) an action, without an allocation for one that answers `.none`.
    public func dependency<Value>(
        _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
    ) -> DependencyOverride<Self> {
        DependencyOverride(self) { $0[keyPath: keyPath] = value }
    }

    /// Changes a dependency of this reducer and of its effects.
    ///
    /// The change is made to what is in force around the reducer, and made again only when something
    /// else is: not for each action.
    public func transformDependency<Value>(
        _ keyPath: WritableKeyPath<DependencyValues, Value>,
        _ transform: @escaping (inout Value) -> Void
    ) -> DependencyOverride<Self> {
        DependencyOverride(self) { transform(&$0[keyPath: keyPath]) }
    }
}
