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
        if effect.isNested { Effect.takeApart([take()]) }
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
    var isNested: Bool { box != nil || buffer != nil }

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
    var buffer: EffectList<Action>.Buffer? {
        switch body {
        case .merge(let list), .concatenate(let list): list.buffer
        case .none, .send, .sequence, .after, .sleep, .timer, .plannedTimer, .run, .series,
            .cancel, .cancelEach, .cancelAll, .timeout, .dismissible, .dismiss, .missingChild,
            .boxed,
            .mapped:
            nil
        }
    }

    /// Releases effects that nobody else holds, from the outside inwards.
    @usableFromInline
    static func takeApart(_ effects: consuming [Effect]) {
        var pending = effects
        while var next = pending.popLast() {
            var box = next.box
            var buffer = next.buffer
            next = .none
            if box != nil, isKnownUniquelyReferenced(&box) {
                if let inner = box?.take(), inner.isNested { pending.append(inner) }
            }
            if buffer != nil, isKnownUniquelyReferenced(&buffer) {
                if let inner = buffer?.take() { pending += inner.filter { $0.isNested } }
            }
        }
    }
}
