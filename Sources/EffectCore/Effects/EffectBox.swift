/// An effect inside another one, on the heap.
@usableFromInline
final class EffectBox<Action> {
    @usableFromInline private(set) var effect: Effect<Action>
    @usableFromInline let source: ActionSource

    @inlinable
    init(_ effect: Effect<Action>) {
        self.effect = effect
        source = effect.body.source
    }

    @inlinable
    deinit {
        if effect.isNested { Effect.takeApart(([take()], nil)) }
    }

    @inlinable
    func take() -> Effect<Action> {
        let taken = effect
        effect = .none
        return taken
    }
}

/// Releasing a deep nesting would recurse once a level. So whoever goes first takes what is below it
/// apart in a loop.
extension Effect {
    @inlinable
    var isNested: Bool { box != nil || segment != nil }

    @inlinable
    var box: EffectBox<Action>? {
        switch body {
        case .boxed(let box), .timeout(let box, _, _, _), .dismissible(let box, _, _): box
        case .none, .send, .sequence, .after, .sleep, .timer, .plannedTimer, .run, .merge,
            .concatenate, .series, .cancel, .cancelEach, .cancelAll, .dismiss, .missingChild,
            .mapped:
            nil
        }
    }

    @inlinable
    var segment: EffectList<Action>.Segment? {
        switch body {
        case .merge(let list), .concatenate(let list): list.last
        case .none, .send, .sequence, .after, .sleep, .timer, .plannedTimer, .run, .series,
            .cancel, .cancelEach, .cancelAll, .timeout, .dismissible, .dismiss, .missingChild,
            .boxed,
            .mapped:
            nil
        }
    }

    /// Releases effects that nobody else holds, from the outside inwards.
    @usableFromInline
    static func takeApart(
        _ held: consuming (effects: [Effect], previous: EffectList<Action>.Segment?)
    ) {
        var pending = held.effects
        var segment = held.previous
        held = ([], nil)
        while true {
            while segment != nil, isKnownUniquelyReferenced(&segment) {
                guard let (inner, previous) = segment?.take() else { break }
                pending += inner.filter { $0.isNested }
                segment = previous
            }
            guard var next = pending.popLast() else { return }
            var box = next.box
            segment = next.segment
            next = .none
            if box != nil, isKnownUniquelyReferenced(&box) {
                if let inner = box?.take(), inner.isNested { pending.append(inner) }
            }
        }
    }
}
