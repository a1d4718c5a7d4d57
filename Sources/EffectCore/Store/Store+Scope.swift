extension Store {
    /// The whole store as a projection, which keeps it alive.
    @inlinable
    public var projection: StoreProjection<State, Action> {
        StoreProjection(
            seen: state, read: { self.state },
            forward: { self.send($0, fileID: $1, line: $2) },
            register: { [core] callback in core.addObserver { callback($0) } },
            registerHooks: { [core] in core.addHooks(willChange: $0, didChange: $1) })
    }

    /// The store seen as a child that is always there.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state part: @escaping (State) -> ChildState, action path: CasePath<Action, ChildAction>
    ) -> StoreProjection<ChildState, ChildAction> {
        projection.scope(state: part, action: path)
    }

    /// The store seen as a child that is there at present, or nil.
    ///
    /// Once the child has gone, the projection answers the state that it read last, and what is sent
    /// through it is reported as an action for a missing child.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state part: @escaping (State) -> ChildState?, action path: CasePath<Action, ChildAction>
    ) -> StoreProjection<ChildState, ChildAction>? {
        projection.scope(state: part, action: path)
    }

    /// The store seen as one element of a collection, or nil where there is none with that id.
    @inlinable
    public func scope<ID, ElementState, ElementAction>(
        state elements: @escaping (State) -> IdentifiedArray<ID, ElementState>, id: ID,
        action path: CasePath<Action, (id: ID, action: ElementAction)>
    ) -> StoreProjection<ElementState, ElementAction>? {
        projection.scope(state: elements, id: id, action: path)
    }
}
