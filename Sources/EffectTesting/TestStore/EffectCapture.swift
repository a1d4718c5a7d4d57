import EffectCore

/// The effects that a store in manual mode keeps, each with the action that it answers.
final class KeptEffects<Action> {
    var effects: [(action: Action, effect: Effect<Action>)] = []
    /// The effect that the next action carries to the engine.
    var replayed: Effect<Action>?

    /// The effect that an action carries, if one was kept and runs now.
    func takeReplayed() -> Effect<Action>? {
        defer { replayed = nil }
        return replayed
    }
}

/// A reducer whose effects are kept instead of started. Its channels are not kept: they follow from the
/// state.
struct EffectCapture<Base: Reducer>: Reducer {
    let base: Base
    let kept: KeptEffects<Base.Action>?

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        base.reduce(into: &state, action: action)
    }

    func resolved() -> Reduction<Base.State, Base.Action> {
        guard let kept else { return base.resolved() }
        let base = base.erased()
        return { state, action, slot in
            if let effect = kept.takeReplayed() { return slot.fill(effect) }
            let effect = base.reduce(into: &state, action: action)
            slot.fill(.none)
            if !effect.isNone { kept.effects.append((action, effect)) }
        }
    }

    func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        base.supervision(path)
    }

    static func supervises(_ path: SupervisionPath) -> Bool { Base.supervises(path) }
}

extension Behavior {
    /// This behavior, its effects kept instead of started.
    func capturing(_ kept: KeptEffects<Action>?) -> Behavior {
        guard let kept else { return self }
        return intercepted { _ in
            kept.takeReplayed()
        } _: { action, effect in
            kept.effects.append((action, effect))
            return .none
        }
    }
}
