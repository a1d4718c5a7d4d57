/// Two reducers in order; their effects are merged.
public struct ReducerSequence<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Runs the first, then the second on what the first left.
    @inlinable
    public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action>
    {
        let effect = first.reduce(into: &state, action: action)
        return effect.merge(with: second.reduce(into: &state, action: action))
    }

    /// Both, built once.
    @inlinable
    public func resolved() -> Reduction<First.State, First.Action> {
        let first = first.resolved()
        let second = second.resolved()
        return { state, action, effect in
            first(&state, action, effect)
            effect.merge { second(&state, action, $0) }
        }
    }

    /// The channels of both.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<First.State, First.Action>? {
        .all([first.channels(path), second.channels(path)].compactMap { $0 })
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        First.supervises(path) || Second.supervises(path)
    }
}

/// One of two reducers, as a condition chose.
public enum ReducerEither<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
    /// The first branch.
    case first(First)
    /// The second branch.
    case second(Second)

    /// Runs the chosen one.
    @inlinable
    public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action>
    {
        switch self {
        case .first(let reducer): reducer.reduce(into: &state, action: action)
        case .second(let reducer): reducer.reduce(into: &state, action: action)
        }
    }

    /// The chosen one, built once.
    @inlinable
    public func resolved() -> Reduction<First.State, First.Action> {
        switch self {
        case .first(let reducer): reducer.resolved()
        case .second(let reducer): reducer.resolved()
        }
    }

    /// The channels of the one that is there.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<First.State, First.Action>? {
        switch self {
        case .first(let reducer): reducer.channels(path)
        case .second(let reducer): reducer.channels(path)
        }
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        First.supervises(path) || Second.supervises(path)
    }
}

/// A reducer that may be absent, and then does nothing.
public struct ReducerOptional<Wrapped: Reducer>: Reducer {
    @usableFromInline let wrapped: Wrapped?

    @inlinable
    init(_ wrapped: Wrapped?) { self.wrapped = wrapped }

    /// Runs the reducer if there is one.
    @inlinable
    public func reduce(
        into state: inout Wrapped.State, action: Wrapped.Action
    ) -> Effect<Wrapped.Action> {
        wrapped?.reduce(into: &state, action: action) ?? .none
    }

    /// The reducer, built once, or nothing.
    @inlinable
    public func resolved() -> Reduction<Wrapped.State, Wrapped.Action> {
        wrapped?.resolved() ?? { _, _, effect in effect.fill(.none) }
    }

    /// The channels of the one that is there, if it is.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Wrapped.State, Wrapped.Action>?
    {
        wrapped?.channels(path)
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Wrapped.supervises(path)
    }
}

/// Equal reducers in order; their effects are merged.
///
/// Each has a place of its own, so that children which a loop puts in at one line are not taken for one.
public struct ReducerArray<Element: Reducer>: Reducer {
    @usableFromInline let elements: [Element]

    @inlinable
    init(_ elements: [Element]) { self.elements = elements }

    /// Runs them in order.
    @inlinable
    public func reduce(
        into state: inout Element.State, action: Element.Action
    ) -> Effect<Element.Action> {
        erased().reduce(into: &state, action: action)
    }

    /// All of them, built once.
    @inlinable
    public func resolved() -> Reduction<Element.State, Element.Action> {
        let parts = elements.enumerated().map { (EffectScope.position($0), $1.resolved()) }
        return { state, action, effect in
            effect.fill(.none)
            for (scope, reduction) in parts {
                effect.merge { slot in
                    reduction(&state, action, slot)
                    if !slot.isNone { slot.fill(slot.take().placingFeatures(in: scope)) }
                }
            }
        }
    }

    /// The channels of all.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Element.State, Element.Action>?
    {
        .all(
            elements.enumerated().compactMap { position, element in
                element.channels(path)?.embedded(in: .position(position)) { $0 }
            })
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Element.supervises(path)
    }
}

extension EffectScope {
    /// The place of one of several equal reducers: always there, and no namespace of its own.
    @usableFromInline
    static func position(_ position: Int) -> EffectScope {
        EffectScope(
            id: EffectID(ReducerPosition(position: position)), isTransparent: true,
            isStored: true, visit: { state, body in body(state) })
    }
}

extension Effect {
    /// Puts what belongs to features into a place; what does not stays as it is.
    @usableFromInline
    func placingFeatures(in place: EffectScope) -> Effect {
        switch modifier {
        case .scope: return modified(by: .scope(place))
        case .none, .context: break
        case .cancellable, .debounce, .plannedDebounce, .throttle, .skipIfRunning, .queued,
            .delay, .keyedDelay:
            return self
        }
        switch body {
        case .dismissible: return modified(by: .scope(place))
        case .merge(let list):
            let placed = list.elements.map { $0.placingFeatures(in: place) }
            return Effect(.merge(EffectList(placed)), modifier)
        case .boxed(let box):
            return Effect(.boxed(EffectBox(box.effect.placingFeatures(in: place))), modifier)
        case .none, .send, .sequence, .after, .sleep, .timer, .plannedTimer, .run, .concatenate,
            .series, .cancel, .cancelEach, .cancelAll, .timeout, .dismiss, .missingChild, .mapped:
            return self
        }
    }
}

/// A position as an id of its own: no id of a user's is equal to it.
struct ReducerPosition: Hashable {
    var position: Int
}
