/// A child's reduction, built when the first action for it comes: so a feature can contain itself.
@usableFromInline
final class LazyReduction<Child: Reducer> {
    @usableFromInline var child: Child?
    @exclusivity(unchecked) @usableFromInline var reduction: Reduction<Child.State, Child.Action>?

    @inlinable
    init(_ child: Child) { self.child = child }

    @inlinable
    func callAsFunction() -> Reduction<Child.State, Child.Action> {
        reduction ?? build()
    }

    @usableFromInline
    func build() -> Reduction<Child.State, Child.Action> {
        guard let child else { return { _, _, effect in effect.fill(.none) } }
        let built = child.resolved()
        reduction = built
        self.child = nil
        return built
    }
}

extension LazyReduction {
    /// Runs the child, and puts its effect in the parent's terms.
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
        run: (
            Reduction<Child.State, Child.Action>, EffectSlot<Child.Action>, inout EffectScope?
        ) -> Bool,
        embed: (Effect<Child.Action>, EffectScope) -> Effect<Action>
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Effect<Child.Action>.self, capacity: 1) { memory in
            guard let address = memory.baseAddress else { return false }
            let slot = EffectSlot(address)
            slot.fill(.none)
            var place: EffectScope?
            let isThere = run(self(), slot, &place)
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
