/// A child's reduction, built when the first action for it comes: so a feature can contain itself.
@usableFromInline
final class LazyReduction<Child: Reducer> {
    @usableFromInline var child: Child?
    /// Held by hand, and not counted when it is called: whoever reduces holds the whole tree.
    @exclusivity(unchecked) @usableFromInline var built: Unmanaged<BuiltReduction<Child>>?

    @inlinable
    init(_ child: Child) { self.child = child }

    deinit { built?.release() }

    /// Calls the child's reduction.
    @inlinable
    @inline(__always)
    func callAsFunction(
        _ state: inout Child.State, _ action: Child.Action, _ effect: EffectSlot<Child.Action>
    ) {
        (built ?? build())._withUnsafeGuaranteedRef { $0.reduction(&state, action, effect) }
    }

    @usableFromInline
    func build() -> Unmanaged<BuiltReduction<Child>> {
        guard let child else { fatalError("LazyReduction: a reducer ran while it was built") }
        let built = Unmanaged.passRetained(BuiltReduction<Child>(child.resolved()))
        self.built = built
        self.child = nil
        return built
    }
}

@usableFromInline
final class BuiltReduction<Child: Reducer> {
    @usableFromInline let reduction: Reduction<Child.State, Child.Action>

    init(_ reduction: @escaping Reduction<Child.State, Child.Action>) {
        self.reduction = reduction
    }
}

extension LazyReduction {
    /// Runs the child, by `run`, and puts its effect in the parent's terms.
    ///
    /// - Parameters:
    ///   - run: Reduces the child's state, if it is there, and says whether it was. Gives the scope of
    ///     the child where it has an effect.
    ///   - embed: Puts an effect of the child in the parent's terms; called only if there is one.
    /// - Returns: Whether the child was there.
    @inlinable
    @inline(__always)
    func reduce<Action>(
        into effect: EffectSlot<Action>,
        run: (EffectSlot<Child.Action>, inout EffectScope?) -> Bool,
        embed: (Effect<Child.Action>, EffectScope) -> Effect<Action>
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Effect<Child.Action>.self, capacity: 1) { memory in
            guard let address = memory.baseAddress else { return false }
            let slot = EffectSlot(address)
            slot.fill(.none)
            var place: EffectScope?
            let isThere = run(slot, &place)
            effect.fill(place.map { embed(slot.take(), $0) } ?? .none)
            return isThere
        }
    }
}

extension Effect {
    /// An effect of a child that may go away, and that may ask for it where there is an action for that.
    @inlinable
    func inFeature(_ scope: EffectScope, dismissal: Action?) -> Effect {
        guard let dismissal else { return modified(by: .scope(scope)) }
        return isNone ? self : Effect(.dismissible(EffectBox(self), scope, dismissal))
    }
}
