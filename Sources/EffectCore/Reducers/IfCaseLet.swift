/// Runs a child reducer on one case of an enum state; made by `ifCaseLet`.
public struct IfCaseLet<Base: Reducer, Child: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let state: CasePath<Base.State, Child.State>
    @usableFromInline let path: CasePath<Base.Action, Child.Action>
    @usableFromInline let dismissal: Base.Action?
    @usableFromInline let site: ScopeSite
    @usableFromInline let source: ActionSource
    @usableFromInline let child: Child

    @inlinable
    init(
        _ base: Base, _ state: CasePath<Base.State, Child.State>,
        _ path: CasePath<Base.Action, Child.Action>, _ dismissal: Base.Action?, _ site: ScopeSite,
        _ source: ActionSource, _ child: Child
    ) {
        self.base = base
        self.state = state
        self.path = path
        self.dismissal = dismissal
        self.site = site
        self.source = source
        self.child = child
    }

    /// Runs the child if the action is the child's, then the reducer it was added to.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        erased().reduce(into: &state, action: action)
    }

    /// Both, built once; the child when its first action comes.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> {
        let hasBase = Base.self != EmptyReducer<Base.State, Base.Action>.self
        let base = base.resolved()
        let child = LazyReduction(child)
        let (statePath, path) = (state, path)
        let (dismissal, source) = (dismissal, source)
        let scope = EffectScope.enumCase(EffectID(site), statePath)
        return { state, action, effect in
            guard let childAction = path.extract(action) else {
                return base(&state, action, effect)
            }
            let isThere = child.reduce(into: effect) { slot, place in
                statePath.modify(&state) { part in
                    child(&part, childAction, slot)
                    if !slot.isNone { place = scope }
                }
            } embed: { made, place in
                made.map(path.embed).inFeature(place, dismissal: dismissal)
            }
            if !isThere {
                effect.fill(.missingChild("ifCaseLet", action, source))
            }
            if hasBase { effect.merge { base(&state, action, $0) } }
        }
    }

    /// The channels of the child while it is there, and those of the reducer.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        let scope = EffectScope.enumCase(EffectID(site), state)
        let child: Supervision<Base.State, Base.Action>? = path.supervision(of: child)?
            .embedded(in: scope, dismissal: dismissal, self.path.embed)
        return .all([child, base.channels(path)].compactMap { $0 })
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Base.supervises(path) || path.supervises(Child.self)
    }
}

extension Reducer {
    /// Runs a child on one case of this reducer's state, before this reducer, for the actions that are
    /// the child's.
    ///
    /// The child's effects have ids of their own and are cancelled in the action in which the state
    /// becomes another case; see `ifLet`. The payload is taken out and put back: what it holds, such as
    /// a collection, has one owner meanwhile and is changed in place.
    ///
    /// - Parameters:
    ///   - state: The case of the state.
    ///   - path: The case of the child's actions.
    ///   - dismiss: The action by which this reducer leaves the case, for a child that asks for it by
    ///     ``Effect/dismiss``.
    ///   - child: The feature.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: CasePath<State, ChildState>, action path: CasePath<Action, ChildAction>,
        dismiss: Action? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) -> IfCaseLet<Self, Child> {
        IfCaseLet(
            self, state, path, dismiss, ScopeSite(fileID: fileID, line: line, column: column),
            ActionSource(fileID: fileID, line: line), child())
    }
}

extension CasePath {
    /// Changes the part in place, if it is there; answers whether it is.
    ///
    /// The whole is gone while the part changes: what the part holds has one owner, and is not copied.
    @inlinable
    func modify(_ whole: inout Root, _ body: (inout Value) -> Void) -> Bool {
        withUnsafeMutablePointer(to: &whole) { whole in
            let old = whole.move()
            guard var part = extract(old) else {
                whole.initialize(to: old)
                return false
            }
            _ = consume old
            body(&part)
            whole.initialize(to: embed(part))
            return true
        }
    }
}

extension EffectScope {
    /// The scope of a child in one case of an enum.
    @inlinable
    static func enumCase<Whole, Part>(
        _ id: EffectID, _ path: CasePath<Whole, Part>
    ) -> EffectScope {
        EffectScope(
            id: id,
            visit: { whole, body in
                if let part = path.extract(whole.assumingMemoryBound(to: Whole.self).pointee) {
                    withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
                }
            },
            isPresent: { whole in
                path.extract(whole.assumingMemoryBound(to: Whole.self).pointee) != nil
            })
    }
}
