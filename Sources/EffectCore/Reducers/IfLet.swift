/// Runs a child reducer on state that may be absent; made by `ifLet`.
public struct IfLet<Base: Reducer, Child: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let access: StateAccess<Base.State, Child.State?>
    @usableFromInline let path: CasePath<Base.Action, Child.Action>
    /// The scope of the child that is there.
    @usableFromInline let scope: (borrowing Child.State) -> EffectScope
    @usableFromInline let dismissal: Base.Action?
    @usableFromInline let source: ActionSource
    @usableFromInline let child: Child

    @inlinable
    init(
        _ base: Base, _ access: StateAccess<Base.State, Child.State?>,
        _ path: CasePath<Base.Action, Child.Action>,
        _ scope: @escaping (borrowing Child.State) -> EffectScope, _ dismissal: Base.Action?,
        _ source: ActionSource, _ child: Child
    ) {
        self.base = base
        self.access = access
        self.path = path
        self.scope = scope
        self.dismissal = dismissal
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
        let (access, path, scope) = (access, path, scope)
        let (dismissal, source) = (dismissal, source)
        return { state, action, effect in
            guard let childAction = path.extract(action) else {
                return base(&state, action, effect)
            }
            let isThere = child.reduce(into: effect) { slot, place in
                var isThere = false
                access.change(&state) { optional in
                    guard optional != nil else { return }
                    isThere = true
                    child(&optional!, childAction, slot)
                    if !slot.isNone { place = scope(optional!) }
                }
                return isThere
            } embed: { made, place in
                made.map(path.embed).inFeature(place, dismissal: dismissal)
            }
            if !isThere {
                effect.fill(.missingChild("ifLet", action, source))
            }
            if hasBase { effect.merge { base(&state, action, $0) } }
        }
    }

    /// The channels of the child while it is there, and those of the reducer.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        let (access, scope, embed) = (access, scope, self.path.embed)
        let dismissal = dismissal
        let child = path.supervision(of: child)?.ofOptional(access, scope, dismissal, embed)
        return .all([child, base.channels(path)].compactMap { $0 })
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Base.supervises(path) || path.supervises(Child.self)
    }
}

extension Reducer {
    /// Runs a child on state that may be absent, before this reducer, for the actions that are the
    /// child's.
    ///
    /// The child's effects have ids of their own. When its state disappears, by whatever reducer, they
    /// are cancelled in the same action, those that this action returned too; only what it sends
    /// at once is still sent. An action for a child that is not there is reported (counted in a
    /// release build); this reducer sees it nevertheless.
    ///
    /// - Parameters:
    ///   - modify: Gives access to the optional state.
    ///   - path: The case of the child's actions.
    ///   - dismiss: The action by which this reducer removes the child, for a child that asks for it
    ///     by ``Effect/dismiss``.
    ///   - child: The feature.
    /// - Complexity: O(1) for an action that is not the child's.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        state modify: @escaping (inout State, (inout ChildState?) -> Void) -> Void,
        action path: CasePath<Action, ChildAction>, dismiss: Action? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) -> IfLet<Self, Child> {
        ifLet(
            StateAccess(modify), path, dismiss,
            ScopeSite(fileID: fileID, line: line, column: column),
            ActionSource(fileID: fileID, line: line), child())
    }

    /// As the form without `id`; a child that is replaced by one with another id starts anew.
    ///
    /// - Parameter id: What tells a child from the next one in its place.
    @inlinable
    public func ifLet<
        ChildState, ChildAction, ID: Hashable, Child: Reducer<ChildState, ChildAction>
    >(
        state modify: @escaping (inout State, (inout ChildState?) -> Void) -> Void,
        action path: CasePath<Action, ChildAction>, id: @escaping (ChildState) -> ID,
        dismiss: Action? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) -> IfLet<Self, Child> {
        ifLet(
            StateAccess(modify), path, id, dismiss,
            ScopeSite(fileID: fileID, line: line, column: column),
            ActionSource(fileID: fileID, line: line), child())
    }

    @inlinable
    func ifLet<Child: Reducer>(
        _ access: StateAccess<State, Child.State?>, _ path: CasePath<Action, Child.Action>,
        _ dismissal: Action?, _ site: ScopeSite, _ source: ActionSource, _ child: Child
    ) -> IfLet<Self, Child> {
        let scope = EffectScope.optional(EffectID(site), access, isStored: access.isStored) { _ in
            true
        }
        return IfLet(self, access, path, { _ in scope }, dismissal, source, child)
    }

    @inlinable
    func ifLet<Child: Reducer, ID: Hashable>(
        _ access: StateAccess<State, Child.State?>, _ path: CasePath<Action, Child.Action>,
        _ id: @escaping (Child.State) -> ID, _ dismissal: Action?, _ site: ScopeSite,
        _ source: ActionSource, _ child: Child
    ) -> IfLet<Self, Child> {
        IfLet(
            self, access, path,
            { state in
                let present = id(copy state)
                return .optional(EffectID(IdentifiedSite(site, present)), access) {
                    id($0) == present
                }
            }, dismissal, source, child)
    }
}

extension EffectScope {
    /// The scope of an optional child, as long as it is the one meant.
    @inlinable
    static func optional<Whole, Part>(
        _ id: EffectID, _ access: StateAccess<Whole, Part?>, isStored: Bool = false,
        _ isMeant: @escaping (Part) -> Bool
    ) -> EffectScope {
        EffectScope(
            id: id, isStored: isStored,
            visit: { whole, body in
                access.visit(whole) { optional in
                    if let part = optional.assumingMemoryBound(to: Part?.self).pointee,
                        isMeant(part)
                    {
                        withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
                    }
                }
            },
            isPresent: { whole in
                var isPresent = false
                access.visit(whole) { optional in
                    if let part = optional.assumingMemoryBound(to: Part?.self).pointee {
                        isPresent = isMeant(part)
                    }
                }
                return isPresent
            })
    }
}

#if !hasFeature(Embedded)
    extension Reducer {
        /// Runs a child on an optional property; see the form with a closure.
        @inlinable
        public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
            _ property: WritableKeyPath<State, ChildState?>,
            action path: CasePath<Action, ChildAction>, dismiss: Action? = nil,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
            @ReducerBuilder<ChildState, ChildAction> child: () -> Child
        ) -> IfLet<Self, Child> {
            ifLet(
                StateAccess(property), path, dismiss,
                ScopeSite(fileID: fileID, line: line, column: column, property: property),
                ActionSource(fileID: fileID, line: line), child())
        }

        /// Runs a child on an optional property; one that is replaced by another id starts anew.
        @inlinable
        public func ifLet<
            ChildState, ChildAction, ID: Hashable, Child: Reducer<ChildState, ChildAction>
        >(
            _ property: WritableKeyPath<State, ChildState?>,
            action path: CasePath<Action, ChildAction>, id: @escaping (ChildState) -> ID,
            dismiss: Action? = nil,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
            @ReducerBuilder<ChildState, ChildAction> child: () -> Child
        ) -> IfLet<Self, Child> {
            ifLet(
                StateAccess(property), path, id, dismiss,
                ScopeSite(fileID: fileID, line: line, column: column, property: property),
                ActionSource(fileID: fileID, line: line), child())
        }
    }
#endif
