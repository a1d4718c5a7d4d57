/// What layers above put around a whole behavior.
extension Behavior {
    /// This behavior, with every effect passing through a closure before it starts.
    ///
    /// - Parameters:
    ///   - replace: Asked first about each action. Where it answers an effect, that is the action's: the
    ///     behavior does not see the action, and nothing changes.
    ///   - pass: Gets each other effect that the behavior made, with its action, and answers the one to
    ///     start.
    package func intercepted(
        _ replace: @escaping (Action) -> Effect<Action>?,
        _ pass: @escaping (Action, Effect<Action>) -> Effect<Action>
    ) -> Behavior {
        Behavior { site in
            let run = resolved(at: site)
            let hand = InHand<(action: Action, replacement: Effect<Action>?)?>(nil)
            return BehaviorRun(
                decide: { action, source in
                    if let replacement = replace(action) {
                        hand.value = (action, replacement)
                        return .produces
                    }
                    let decision = run.decide(action, source)
                    if decision.contains(.produces) { hand.value = (action, nil) }
                    return decision
                },
                change: run.change,
                produce: { source, effect in
                    guard let (action, replacement) = hand.value else { return effect.fill(.none) }
                    hand.value = nil
                    if let replacement { return effect.fill(replacement) }
                    run.produce(source, effect)
                    if !effect.isNone { effect.fill(pass(action, effect.take())) }
                },
                accepts: run.accepts, supervision: run.supervision)
        }
    }

    /// This behavior in surroundings that follow its effects and channels.
    package func inContext(_ context: EffectContext) -> Behavior {
        Behavior { site in
            let previous = context.swap(context.surroundings)
            let run = resolved(at: site)
            _ = context.swap(previous)
            return BehaviorRun(
                decide: { action, source in
                    let previous = context.swap(context.surroundings)
                    defer { _ = context.swap(previous) }
                    return run.decide(action, source)
                },
                change: { state in
                    let previous = context.swap(context.surroundings)
                    run.change(&state)
                    _ = context.swap(previous)
                },
                produce: { source, effect in
                    let previous = context.swap(context.surroundings)
                    run.produce(source, effect)
                    _ = context.swap(previous)
                    effect.put(in: context)
                },
                accepts: run.accepts, supervision: run.supervision?.inContext { context })
        }
    }
}
