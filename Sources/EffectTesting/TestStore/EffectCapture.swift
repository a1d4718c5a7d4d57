import EffectCore

/// The effects that a store in manual mode keeps, each with the action that it answers.
final class KeptEffects<Action> {
    var effects: [(action: Action, effect: Effect<Action>)] = []
    /// The effect that the next action carries to the engine.
    var replayed: Effect<Action>?
}

/// A reducer whose effects are kept instead of started.
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
            if let effect = kept.replayed {
                kept.replayed = nil
                slot.fill(effect)
                return
            }
            let effect = base.reduce(into: &state, action: action)
            slot.fill(.none)
            if !effect.isNone { kept.effects.append((action, effect)) }
        }
    }

    func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        Base.supervises(SupervisionPath()) ? base.supervision(path) : nil
    }

    static func supervises(_ path: SupervisionPath) -> Bool { Base.supervises(path) }
}
