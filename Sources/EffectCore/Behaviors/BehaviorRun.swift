/// What an action will do, as far as the next phases ask.
@usableFromInline
struct Decision: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var changes: Decision { Decision(rawValue: 1) }
    @inlinable static var produces: Decision { Decision(rawValue: 2) }
}

/// A behavior built for one store. What it decided about the action in hand waits in it from phase to
/// phase, so that an action costs no more than what the behavior itself makes.
@usableFromInline
final class BehaviorRun<Action, State> {
    @usableFromInline let decide: (Action, ActionSource) -> Decision
    @usableFromInline let change: (inout State) -> Void
    @usableFromInline let produce: (ActionSource, EffectSlot<Action>) -> Void
    /// Whether an action is for this behavior at all, as far as that is known; nil where all are.
    @usableFromInline let accepts: ((Action) -> Bool)?
    @usableFromInline let supervision: Supervision<State, Action>?

    @inlinable
    init(
        decide: @escaping (Action, ActionSource) -> Decision,
        change: @escaping (inout State) -> Void,
        produce: @escaping (ActionSource, EffectSlot<Action>) -> Void,
        accepts: ((Action) -> Bool)? = nil, supervision: Supervision<State, Action>? = nil
    ) {
        self.decide = decide
        self.change = change
        self.produce = produce
        self.accepts = accepts
        self.supervision = supervision
    }
}

/// A value that waits for the next phase.
@usableFromInline
final class InHand<Value> {
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

extension BehaviorRun {
    @inlinable
    static func handling<Environment>(
        _ handle:
            @escaping (Action, PreReducerContext<State>) ->
            Consequence<Action, State, Environment>,
        at site: BehaviorSite<Environment>
    ) -> BehaviorRun {
        let change = InHand<((inout State) -> Void)?>(nil)
        let production =
            InHand<((PostReducerContext<State, Environment>) -> Effect<Action>)?>(nil)
        return BehaviorRun(
            decide: { action, source in
                let consequence = handle(
                    action, PreReducerContext(source, site.window(), site.phase))
                var decision: Decision = []
                if let mutation = consequence.mutation {
                    change.value = mutation
                    decision.insert(.changes)
                }
                if let made = consequence.production {
                    production.value = made
                    decision.insert(.produces)
                }
                return decision
            },
            change: { state in
                guard let mutation = change.value else { return }
                change.value = nil
                mutation(&state)
            },
            produce: { source, effect in
                let make = production.value
                production.value = nil
                let context = PostReducerContext<State, Environment>(
                    site.environment(), source, site.window())
                effect.fill(make?(context) ?? .none)
            })
    }

    @inlinable
    static func reducing(_ change: @escaping (Action, inout State) -> Void) -> BehaviorRun {
        let hand = InHand<Action?>(nil)
        return BehaviorRun(
            decide: { action, _ in
                hand.value = action
                return .changes
            },
            change: { state in
                guard let action = hand.value else { return }
                hand.value = nil
                change(action, &state)
            },
            produce: { _, effect in effect.fill(.none) })
    }

    @inlinable
    static func producing<Environment>(
        _ make: @escaping (Action, PostReducerContext<State, Environment>) -> Effect<Action>,
        at site: BehaviorSite<Environment>
    ) -> BehaviorRun {
        let hand = InHand<Action?>(nil)
        return BehaviorRun(
            decide: { action, _ in
                hand.value = action
                return .produces
            },
            change: { _ in },
            produce: { source, effect in
                guard let action = hand.value else { return effect.fill(.none) }
                hand.value = nil
                let context = PostReducerContext<State, Environment>(
                    site.environment(), source, site.window())
                effect.fill(make(action, context))
            })
    }

    @inlinable
    static func supervising(_ supervision: Supervision<State, Action>) -> BehaviorRun {
        BehaviorRun(
            decide: { _, _ in [] }, change: { _ in }, produce: { _, effect in effect.fill(.none) },
            accepts: { _ in false }, supervision: supervision)
    }

    /// Several, phase by phase.
    @inlinable
    static func all(_ runs: [BehaviorRun]) -> BehaviorRun {
        let decisions = InHand([Decision](repeating: [], count: runs.count))
        let supervisions = runs.compactMap(\.supervision)
        var accepts: ((Action) -> Bool)?
        if runs.allSatisfy({ $0.accepts != nil }) {
            accepts = { action in runs.contains { $0.accepts?(action) ?? true } }
        }
        return BehaviorRun(
            decide: { action, source in
                var all: Decision = []
                for index in runs.indices {
                    let decision = runs[index].decide(action, source)
                    decisions.value[index] = decision
                    all.formUnion(decision)
                }
                return all
            },
            change: { state in
                for index in runs.indices where decisions.value[index].contains(.changes) {
                    runs[index].change(&state)
                }
            },
            produce: { source, effect in
                effect.fill(.none)
                for index in runs.indices where decisions.value[index].contains(.produces) {
                    effect.merge { runs[index].produce(source, $0) }
                }
            },
            accepts: accepts, supervision: .all(supervisions))
    }
}

extension EffectSlot {
    /// Puts in what another slot is filled with, in this one's terms.
    @inlinable
    func fill<Other>(
        from produce: (EffectSlot<Other>) -> Void, embed: (Effect<Other>) -> Effect<Action>
    ) {
        withUnsafeTemporaryAllocation(of: Effect<Other>.self, capacity: 1) { memory in
            guard let address = memory.baseAddress else { return }
            let other = EffectSlot<Other>(address)
            produce(other)
            fill(other.isNone ? .none : embed(other.take()))
        }
    }
}
