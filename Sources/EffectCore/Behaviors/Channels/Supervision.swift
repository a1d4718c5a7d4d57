/// Which channels a state wants, built for one store.
public struct Supervision<State, Action> {
    /// Adds the channels that the state at an address wants.
    @usableFromInline let collect: (UnsafeRawPointer, inout [Channel<Action>]) -> Void

    /// Whether it gives the very same list again where nothing has changed.
    @usableFromInline let repeatsItself: Bool

    /// Makes another one that knows nothing of a state yet; nil where nothing is known of any.
    @usableFromInline let anew: (() -> Supervision)?

    @inlinable
    init(
        repeatsItself: Bool = false, anew: (() -> Supervision)? = nil,
        collect: @escaping (UnsafeRawPointer, inout [Channel<Action>]) -> Void
    ) {
        self.repeatsItself = repeatsItself
        self.anew = anew
        self.collect = collect
    }

    /// Creates a supervision from a closure.
    @inlinable
    public init(_ channels: @escaping (State) -> [Channel<Action>]) {
        self.init { state, wanted in
            let found = channels(state.assumingMemoryBound(to: State.self).pointee)
            if wanted.isEmpty { wanted = found } else { wanted += found }
        }
    }

    /// Creates a supervision that depends on a part of the state, and is not asked while it is equal.
    @inlinable
    public init<Slice: Equatable>(
        on slice: @escaping (State) -> Slice,
        _ channels: @escaping (Slice) -> [Channel<Action>]
    ) {
        let known = InHand<(slice: Slice, channels: [Channel<Action>])?>(nil)
        self.init(repeatsItself: true, anew: { Supervision(on: slice, channels) }) {
            state, wanted in
            let present = slice(state.assumingMemoryBound(to: State.self).pointee)
            if known.value?.slice != present { known.value = (present, channels(present)) }
            if let found = known.value?.channels {
                if wanted.isEmpty { wanted = found } else { wanted += found }
            }
        }
    }

    /// All of them, in order; nil if there are none.
    @inlinable
    static func all(_ supervisions: [Supervision]) -> Supervision? {
        guard supervisions.count > 1 else { return supervisions.first }
        var anew: (() -> Supervision)?
        if supervisions.contains(where: { $0.anew != nil }) {
            anew = { all(supervisions.map { $0.anew?() ?? $0 }) ?? Supervision { _, _ in } }
        }
        return Supervision(anew: anew) { state, wanted in
            for supervision in supervisions { supervision.collect(state, &wanted) }
        }
    }

    /// The same channels with their actions transformed.
    @inlinable
    func map<Other>(_ transform: @escaping (Action) -> Other) -> Supervision<State, Other> {
        let collect = collect
        return Supervision<State, Other>(
            anew: anew.map { anew in { anew().map(transform) } }
        ) { state, wanted in
            var found: [Channel<Action>] = []
            collect(state, &found)
            for channel in found { wanted.append(channel.map(transform)) }
        }
    }

    /// The channels of a child, in the terms of its parent.
    @inlinable
    func embedded<Parent, ParentAction>(
        in scope: EffectScope, dismissal: ParentAction? = nil,
        _ embed: @escaping (Action) -> ParentAction
    ) -> Supervision<Parent, ParentAction> {
        let collect = collect
        return Supervision<Parent, ParentAction>(
            anew: anew.map { anew in { anew().embedded(in: scope, dismissal: dismissal, embed) } }
        ) { state, wanted in
            scope.visit(state) { part in
                var found: [Channel<Action>] = []
                collect(part, &found)
                for channel in found {
                    wanted.append(channel.embedded(in: scope, dismissal, embed))
                }
            }
        }
    }

    /// The channels of an optional child, in the terms of the parent.
    @inlinable
    func ofOptional<Parent, ParentAction>(
        _ access: StateAccess<Parent, State?>,
        _ scope: @escaping (borrowing State) -> EffectScope, _ dismissal: ParentAction?,
        _ embed: @escaping (Action) -> ParentAction
    ) -> Supervision<Parent, ParentAction> {
        let collect = collect
        return Supervision<Parent, ParentAction>(
            anew: anew.map { anew in { anew().ofOptional(access, scope, dismissal, embed) } }
        ) { state, wanted in
            access.visit(state) { address in
                guard let child = address.assumingMemoryBound(to: State?.self).pointee else {
                    return
                }
                var found: [Channel<Action>] = []
                withUnsafePointer(to: child) { collect(UnsafeRawPointer($0), &found) }
                guard !found.isEmpty else { return }
                let place = scope(child)
                for channel in found {
                    wanted.append(channel.embedded(in: place, dismissal, embed))
                }
            }
        }
    }
}

extension Supervision {
    /// The same channels, wanted and run in the surroundings of a layer above.
    @usableFromInline
    package func inContext(_ context: @escaping () -> EffectContext) -> Supervision {
        let collect = collect
        return Supervision(anew: anew.map { anew in { anew().inContext(context) } }) {
            state, wanted in
            let context = context()
            let previous = context.swap(context.surroundings)
            var found: [Channel<Action>] = []
            collect(state, &found)
            _ = context.swap(previous)
            for channel in found {
                let start = channel.start
                wanted.append(Channel(channel.facts) { start($0).inContext(context) })
            }
        }
    }
}
