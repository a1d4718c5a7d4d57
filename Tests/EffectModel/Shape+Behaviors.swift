import EffectCore

/// The layers as behaviors.
extension Layers {
    typealias Part = Behavior<Int, State, Void>

    /// A layer in the phases of a behavior: what its change answers is its effect.
    func part(_ number: Int) -> Part {
        .handle { action, _ in
            let answered = Answered()
            return .reduce { answered.effect = answer(number, action, &$0) }
                .produce { _ in answered.effect }
        }
    }

    private final class Answered { var effect = Effect<Int>.none }

    /// The layers put together to one behavior.
    var behavior: Part {
        let (a, b, c) = (part(0), part(1), part(2))
        return switch shape {
        case .behaviorsNestedFirst: .combine(.combine(a, b), c)
        case .behaviorsNestedLast: .combine(a, .combine(b, c))
        case .identityFirst: .combine(.identity, .combine([a, b, c]))
        case .identityLast: .combine(.combine([a, b, c]), .identity)
        case .identityBetween:
            .combine([a, .identity, b.combine(with: .identity), .combine(.identity, c)])
        case .lifted: .combine([a.everyLift, b.everyLift, c.everyLift])
        case .liftedWhole: Part.combine([a, b, c]).everyLift.everyLift
        case .liftedPart: .combine(a, Part.combine(b.liftedState, c).everyLift)
        case .optionalBehaviors: .combine(Part.combine(a, b), c).liftedOptional
        case .reducersInBehavior:
            .combine([Part(reducer: layer(0)), layer(1).asBehavior(), Part(reducer: layer(2))])
        case .reducerBetweenBehaviors: .combine([a, Part(reducer: layer(1)), c])
        case .inAndOut:
            .combine(Part(reducer: Part.combine(a, Part(reducer: layer(1))).reducer()), c)
        case .behaviorsReversed: .combine([c, b, a])
        default: .combine([a, b, c])
        }
    }
}

/// Lifts that change nothing.
extension Behavior where Action == Int, Environment == Void {
    fileprivate var everyLift: Behavior {
        liftAction(CasePath({ $0 }, { $0 })).liftedState.liftEnvironment { (_: Void) in }
    }

    fileprivate var liftedState: Behavior { liftState { whole, body in body(&whole) } }

    fileprivate var liftedOptional: Behavior {
        liftOptional().liftState { (whole: inout State, body: (inout State?) -> Void) in
            var part: State? = whole
            body(&part)
            if let part { whole = part }
        }
    }
}

extension Script {
    /// The same with the scopes that the lifts of a shape put around the effects of its layers.
    package func lifted(as shape: Shape) -> Script {
        var script = self
        for action in script.answers.indices {
            let layers = shape.layers(of: answers[action].effect)
            script.answers[action].effect = shape.lifted(layers)
            script.answers[action].around = shape.lifted([answers[action].around])
        }
        return script
    }
}

extension Shape {
    fileprivate func lifted(_ layers: [Sketch]) -> Sketch {
        func plain(_ effect: Sketch) -> Sketch { .scoped(effect, .plain, dismissal: nil) }
        let whole = Sketch.merge(layers, pairwise: true)
        switch self {
        case .lifted: return .merge(layers.map(plain), pairwise: true)
        case .liftedWhole: return plain(plain(whole))
        case .liftedPart:
            guard layers.count == 3 else { return whole }
            return .merge(
                [layers[0], plain(.merge([plain(layers[1]), layers[2]], pairwise: true))],
                pairwise: true)
        case .optionalBehaviors: return plain(.scoped(whole, .scope(9), dismissal: nil))
        default: return whole
        }
    }
}
