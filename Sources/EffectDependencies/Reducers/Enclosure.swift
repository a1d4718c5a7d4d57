/// Surroundings for a reducer and for the effects it returns.
@usableFromInline
final class Enclosure {
    @usableFromInline let surroundings: Surroundings
    /// What puts them around the callbacks of effects.
    @usableFromInline let context: EffectContext

    init(_ values: DependencyValues) {
        surroundings = Surroundings(values)
        context = EffectContext(surroundings, swap: Surroundings.exchange)
    }

    /// Runs a reduction in the surroundings, and puts its effect in them.
    @inlinable
    func reduce<State, Action>(
        by reduction: Reduction<State, Action>, _ state: inout State, _ action: Action,
        _ effect: EffectSlot<Action>
    ) {
        let previous = Surroundings.exchange(surroundings)
        reduction(&state, action, effect)
        effect.put(in: context)
        _ = Surroundings.exchange(previous)
    }
}

extension Enclosure {
    /// That of a store, if it needs one.
    @usableFromInline
    static func ofStore(
        on queue: RunQueue, _ prepare: ((inout DependencyValues) -> Void)?
    ) -> Enclosure? {
        guard prepare != nil || Surroundings.current != nil else { return nil }
        var values = DependencyValues.current
        values.queue = queue
        if let prepare { values = values.preparing(prepare) }
        return Enclosure(values)
    }
}
