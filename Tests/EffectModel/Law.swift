/// A law of effects: two ways to write the same one, over any three effects.
package enum Law: String, CaseIterable, Sendable {
    case mergeIdentityFirst, mergeIdentityLast, mergeOfOne, mergeAssociativity, mergeFlattening
    case mergePairwise, mergePairwiseFlattening
    case concatenateIdentityFirst, concatenateIdentityLast, concatenateOfOne
    case concatenateAssociativity, concatenateFlattening, concatenatePairwise
    case concatenatePairwiseFlattening
    case mapIdentity, mapComposition, mapOverMerge, mapOverConcatenate
    /// Not laws, and so to be found out.
    case mergeCommutativity, concatenateCommutativity, mapCommutativity, mergeIdempotence
    case mergeIsConcatenate

    /// Whether it holds.
    package var isTrue: Bool {
        switch self {
        case .mergeCommutativity, .concatenateCommutativity, .mapCommutativity, .mergeIdempotence,
            .mergeIsConcatenate:
            false
        default: true
        }
    }

    /// Both ways to write it.
    func sides(_ parts: [Sketch]) -> (Sketch, Sketch) {
        let (a, b, c) = (parts[0], parts[1], parts[2])
        // They do not commute.
        let f = Mapping(adding: 1)
        let g = Mapping(atLeast: 4)
        func merge(_ parts: Sketch...) -> Sketch { .merge(parts, pairwise: false) }
        func mergeEach(_ parts: Sketch...) -> Sketch { .merge(parts, pairwise: true) }
        func concatenate(_ parts: Sketch...) -> Sketch { .concatenate(parts, pairwise: false) }
        func concatenateEach(_ parts: Sketch...) -> Sketch { .concatenate(parts, pairwise: true) }
        return switch self {
        case .mergeIdentityFirst: (merge(.none, a), a)
        case .mergeIdentityLast: (merge(a, .none), a)
        case .mergeOfOne: (merge(a), a)
        case .mergeAssociativity: (merge(merge(a, b), c), merge(a, merge(b, c)))
        case .mergeFlattening: (merge(merge(a, b), merge(c, merge())), merge(a, b, c))
        case .mergePairwise: (mergeEach(a, b, c), merge(a, b, c))
        case .mergePairwiseFlattening: (mergeEach(mergeEach(a, b), merge(c, a)), merge(a, b, c, a))
        case .concatenateIdentityFirst: (concatenate(.none, a), a)
        case .concatenateIdentityLast: (concatenate(a, .none), a)
        case .concatenateOfOne: (concatenate(a), a)
        case .concatenateAssociativity:
            (concatenate(concatenate(a, b), c), concatenate(a, concatenate(b, c)))
        case .concatenateFlattening:
            (concatenate(concatenate(a, b), concatenate(c, concatenate())), concatenate(a, b, c))
        case .concatenatePairwise: (concatenateEach(a, b, c), concatenate(a, b, c))
        case .concatenatePairwiseFlattening:
            (
                concatenateEach(concatenateEach(a, b), concatenate(c, a)),
                concatenate(a, b, c, a)
            )
        case .mapIdentity: (.map(a, .identity), a)
        case .mapComposition: (.map(.map(a, f), g), .map(a, f.followed(by: g)))
        case .mapOverMerge:
            (.map(merge(a, b, c), f), merge(.map(a, f), .map(b, f), .map(c, f)))
        case .mapOverConcatenate:
            (.map(concatenate(a, b, c), f), concatenate(.map(a, f), .map(b, f), .map(c, f)))
        case .mergeCommutativity: (merge(a, b), merge(b, a))
        case .concatenateCommutativity: (concatenate(a, b), concatenate(b, a))
        case .mapCommutativity: (.map(.map(a, f), g), .map(.map(a, g), f))
        case .mergeIdempotence: (merge(a, a), a)
        case .mergeIsConcatenate: (merge(a, b), concatenate(a, b))
        }
    }
}

extension Script {
    /// The same script with every law in it written one way, and the other way.
    package var sides: (Script, Script) { (written { $0.0 }, written { $0.1 }) }

    private func written(_ side: ((Sketch, Sketch)) -> Sketch) -> Script {
        var script = self
        script.initial = initial.written(side)
        for index in answers.indices {
            script.answers[index].effect = answers[index].effect.written(side)
        }
        return script
    }
}

extension Sketch {
    fileprivate func written(_ side: ((Sketch, Sketch)) -> Sketch) -> Sketch {
        if case .either(let law, let parts) = self {
            return side(law.sides(parts.map { $0.written(side) }))
        }
        return with(parts: parts.map { $0.written(side) })
    }
}
