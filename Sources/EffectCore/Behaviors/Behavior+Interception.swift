extension Behavior {
    /// The same, with its effects given away instead of returned, for the stores of tests.
    ///
    /// - Parameters:
    ///   - replay: An effect that the next action carries to the engine, instead of being handled.
    ///   - keep: Takes the effect of an action.
    package func intercepted(
        replay: @escaping () -> Effect<Action>?, keep: @escaping (Action, Effect<Action>) -> Void
    ) -> Behavior {
        Behavior { site in
            let run = resolved(at: site)
            let hand = InHand<(action: Action, replayed: Effect<Action>?, decision: Decision)?>(nil)
            return BehaviorRun(
                decide: { action, source in
                    if let effect = replay() {
                        hand.value = (action, effect, [])
                        return .produces
                    }
                    let decision = run.decide(action, source)
                    hand.value = (action, nil, decision)
                    return decision
                },
                change: run.change,
                produce: { source, slot in
                    guard let present = hand.value else { return slot.fill(.none) }
                    hand.value = nil
                    if let effect = present.replayed { return slot.fill(effect) }
                    run.produce(source, slot)
                    if slot.isNone { return }
                    keep(present.action, slot.take())
                    slot.fill(.none)
                },
                accepts: run.accepts, supervision: run.supervision)
        }
    }
}
