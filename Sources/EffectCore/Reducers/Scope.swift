/// Runs a child reducer on a part of the state, for the actions that are the child's.
///
/// A plain scope shares its parent's ids: a child's cancel, its `cancelInFlight` and its `cancelAll`
/// reach the parent's effects and those of other plain scopes (TCA's and SwiftRex's rule for
/// properties). Given an `id`, the child has ids of its own: the parent reaches them, the child does not
/// reach the parent's nor a sibling's. Two children of one type usually want an `id` each.
///
/// The closure form of `state` is also the one for state that may be absent: it calls its body only
/// where the child is there.
///
/// ```swift
/// Scope(state: \.child, action: childPath) { Child() }
/// ```
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
    @usableFromInline let access: StateAccess<ParentState, Child.State>
    @usableFromInline let path: CasePath<ParentAction, Child.Action>
    @usableFromInline let scope: EffectScope
    @usableFromInline let child: Child

    @inlinable
    init(
        _ access: StateAccess<ParentState, Child.State>,
        _ path: CasePath<ParentAction, Child.Action>, _ scope: EffectScope, _ child: Child
    ) {
        self.access = access
        self.path = path
        self.scope = scope
        self.child = child
    }

    /// Creates a scope that shares the parent's ids; `modify` gives access to the child's state.
    @inlinable
    public init<ChildState, ChildAction>(
        state modify: @escaping (inout ParentState, (inout ChildState) -> Void) -> Void,
        action path: CasePath<ParentAction, ChildAction>,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Child.State == ChildState, Child.Action == ChildAction {
        let access = StateAccess(modify)
        self.init(
            access, path,
            EffectScope(
                id: EffectID(ScopeSite(fileID: fileID, line: line, column: column)),
                isTransparent: true, isStored: access.isStored, visit: access.visit),
            child())
    }

    /// Creates a scope with ids of its own; `modify` gives access to the child's state.
    @inlinable
    public init<ChildState, ChildAction>(
        state modify: @escaping (inout ParentState, (inout ChildState) -> Void) -> Void,
        action path: CasePath<ParentAction, ChildAction>, id: some Hashable,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Child.State == ChildState, Child.Action == ChildAction {
        let access = StateAccess(modify)
        self.init(
            access, path,
            EffectScope(id: EffectID(id), isStored: access.isStored, visit: access.visit), child())
    }

    /// Runs the child if the action is the child's.
    @inlinable
    public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction>
    {
        erased().reduce(into: &state, action: action)
    }

    /// The child, built once.
    @inlinable
    public func resolved() -> Reduction<ParentState, ParentAction> {
        let reduction = child.resolved()
        let (access, path, scope) = (access, path, scope)
        return { state, action, effect in
            guard let childAction = path.extract(action) else { return effect.fill(.none) }
            withUnsafeTemporaryAllocation(of: Effect<Child.Action>.self, capacity: 1) { memory in
                guard let address = memory.baseAddress else { return effect.fill(.none) }
                let slot = EffectSlot(address)
                // A child that is not there fills nothing in.
                slot.fill(.none)
                access.change(&state) { childState in reduction(&childState, childAction, slot) }
                if slot.isNone { return effect.fill(.none) }
                effect.fill(slot.take().map(path.embed).modified(by: .scope(scope)))
            }
        }
    }

    /// The channels of the child.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<ParentState, ParentAction>? {
        path.supervision(of: child)?.embedded(in: scope, self.path.embed)
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        path.supervises(Child.self)
    }
}

#if !hasFeature(Embedded)
    extension Scope {
        /// Creates a scope over a property that shares the parent's ids.
        @inlinable
        public init<ChildState, ChildAction>(
            state: WritableKeyPath<ParentState, ChildState>,
            action path: CasePath<ParentAction, ChildAction>,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
            @ReducerBuilder<ChildState, ChildAction> child: () -> Child
        ) where Child.State == ChildState, Child.Action == ChildAction {
            let access = StateAccess(state)
            let site = ScopeSite(fileID: fileID, line: line, column: column, property: state)
            self.init(
                access, path,
                EffectScope(
                    id: EffectID(site), isTransparent: true, isStored: access.isStored,
                    visit: access.visit), child())
        }

        /// Creates a scope over a property, with ids of its own.
        @inlinable
        public init<ChildState, ChildAction>(
            state: WritableKeyPath<ParentState, ChildState>,
            action path: CasePath<ParentAction, ChildAction>, id: some Hashable,
            @ReducerBuilder<ChildState, ChildAction> child: () -> Child
        ) where Child.State == ChildState, Child.Action == ChildAction {
            let access = StateAccess(state)
            self.init(
                access, path,
                EffectScope(id: EffectID(id), isStored: access.isStored, visit: access.visit),
                child())
        }
    }
#endif
