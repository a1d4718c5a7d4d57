/// A reducer with channels beside it; made by `supervise`.
public struct Supervise<Base: Reducer>: Reducer {
    @usableFromInline let base: Base
    /// Made for each store: what it knows of the last state is that of one.
    @usableFromInline let own: () -> Supervision<Base.State, Base.Action>

    @inlinable
    init(_ base: Base, _ own: @escaping () -> Supervision<Base.State, Base.Action>) {
        self.base = base
        self.own = own
    }

    /// Runs the reducer.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        base.reduce(into: &state, action: action)
    }

    /// The reducer, built once.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> { base.resolved() }

    /// The channels of the reducer, and then these.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        .all([base.channels(path), own()].compactMap { $0 })
    }

    /// It has.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool { true }
}

extension Reducer {
    /// This reducer, and channels that are open for as long as the state wants them; see ``Channel``.
    ///
    /// - Parameter channels: What is wanted; called after each action.
    @inlinable
    public func supervise(
        _ channels: @escaping (State) -> [Channel<Action>]
    ) -> Supervise<Self> {
        Supervise(self) { Supervision(channels) }
    }

    /// This reducer, and channels that depend on a part of the state; not asked while that is equal.
    @inlinable
    public func supervise<Slice: Equatable>(
        on slice: @escaping (State) -> Slice,
        _ channels: @escaping (Slice) -> [Channel<Action>]
    ) -> Supervise<Self> {
        Supervise(self) { Supervision(on: slice, channels) }
    }
}

/// The features that are being built on the way to one of them, so that a feature that contains itself
/// comes to an end.
public final class SupervisionPath {
    @usableFromInline var types: [ObjectIdentifier] = []

    /// Creates an empty path, for a reducer that wraps another one.
    @inlinable
    public init() {}

    /// The supervision of a child feature; the way back into a feature that contains itself is built
    /// when there is such a child.
    @inlinable
    func supervision<Child: Reducer>(of child: Child) -> Supervision<Child.State, Child.Action>? {
        guard Child.supervises(SupervisionPath()) else { return nil }
        let type = ObjectIdentifier(TypeTag<Child>.self)
        guard types.contains(type) else {
            types.append(type)
            defer { types.removeLast() }
            return child.supervision(self)
        }
        return Self.supervisionInside(child)
    }

    /// Built when there is such a child.
    @inlinable
    static func supervisionInside<Child: Reducer>(
        _ child: Child
    ) -> Supervision<Child.State, Child.Action> {
        let built = InHand<Supervision<Child.State, Child.Action>??>(nil)
        return Supervision(anew: { supervisionInside(child) }) { state, wanted in
            if built.value == nil { built.value = child.supervision(SupervisionPath()) }
            built.value??.collect(state, &wanted)
        }
    }

    /// Whether features of a type may have channels; not asked again on the way back into one.
    @inlinable
    func supervises<Child: Reducer>(_ child: Child.Type) -> Bool {
        let type = ObjectIdentifier(TypeTag<Child>.self)
        guard !types.contains(type) else { return false }
        types.append(type)
        defer { types.removeLast() }
        return Child.supervises(self)
    }
}
