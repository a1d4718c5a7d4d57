extension Effect {
    /// Runs effects side by side until one of them sends an action or ends; the others are cancelled.
    ///
    /// The winner runs on. The others are cancelled before its action is reduced, and one that has not
    /// started yet never does. An effect that fails, or is cancelled by an id of its own, has ended:
    /// handle the failure where another one should win.
    ///
    /// ```swift
    /// return .race(ask(primary), ask(secondary).delay(for: .milliseconds(200)))
    /// ```
    ///
    /// - Complexity: O(n) to start and once to decide.
    public static func race(_ effects: Effect...) -> Effect { race(effects) }

    /// Runs effects side by side until one of them sends an action or ends; the others are cancelled.
    ///
    /// One effect is itself, an empty list is ``none``. To take no part, leave an effect out: ``none``
    /// ends at once, and wins.
    public static func race(_ effects: [Effect]) -> Effect {
        guard effects.count > 1 else { return effects.first ?? .none }
        return Effect(
            .mapped {
                let race = Race(count: effects.count)
                var parts = [Effect.run { send in race.begin(send) }]
                for (number, effect) in effects.enumerated() {
                    parts.append(runner(number, effect, in: race))
                }
                return .merge(EffectList(parts))
            })
    }

    private static func runner(_ number: Int, _ effect: Effect, in race: Race) -> Effect {
        Effect(
            .mapped {
                if race.isDecided { return .none }
                let run = effect.map { action in
                    race.win(number)
                    return action
                }
                let whole = Effect.concatenate([run, .fireAndForget { race.win(number) }])
                return .boxed(EffectBox(whole.cancellable(id: race.id(of: number))))
            })
    }
}

/// One run of a race. Its runners are reached by ids that nothing else has.
private final class Race {
    private struct Runner: Hashable {
        let race: ObjectIdentifier
        let number: Int
    }

    private let count: Int
    private var handle: EffectHandle?
    private(set) var isDecided = false

    init(count: Int) { self.count = count }

    func begin(_ handle: EffectHandle) { self.handle = handle }

    func id(of number: Int) -> EffectID {
        EffectID(Runner(race: ObjectIdentifier(self), number: number))
    }

    func win(_ number: Int) {
        guard !isDecided else { return }
        isDecided = true
        guard let handle else { return }
        self.handle = nil
        for other in 0..<count where other != number { handle.cancel(id: id(of: other)) }
        handle.finish()
    }
}
