/// A store seen as one of its children: the child's state, and the child's actions.
///
/// It has no state of its own. It keeps the store that it was made from alive; effects of what is sent
/// through it belong to that store, and go on when the projection goes.
public final class StoreProjection<State, Action> {
    /// The part, or nil where it is not there any more.
    @usableFromInline let read: () -> State?
    @usableFromInline let forward: (Action, StaticString, UInt) -> StoreTask
    /// Calls back with the part at the end of each drain. Whoever registers keeps the store no more than
    /// an observer of the store itself.
    @usableFromInline let register: (@escaping (State?) -> Void) -> ObservationToken
    @usableFromInline let registerHooks: ((() -> Void)?, @escaping () -> Void) -> ObservationToken
    /// What it and its observers saw last.
    private let seen: InHand<State>

    @usableFromInline
    init(
        seen: State, read: @escaping () -> State?,
        forward: @escaping (Action, StaticString, UInt) -> StoreTask,
        register: @escaping (@escaping (State?) -> Void) -> ObservationToken,
        registerHooks: @escaping ((() -> Void)?, @escaping () -> Void) -> ObservationToken
    ) {
        self.seen = InHand(seen)
        self.read = read
        self.forward = forward
        self.register = register
        self.registerHooks = registerHooks
    }

    /// The child's state; once the child is gone, the value that was read or observed last. Reading it
    /// takes a copy.
    public var state: State {
        if let present = read() { seen.value = present }
        return seen.value
    }

    /// Whether the child is still there.
    public var isPresent: Bool { read() != nil }

    /// Sends an action of the child to the store; see ``Store/send(_:fileID:line:)``.
    @inlinable
    @discardableResult
    public func send(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> StoreTask {
        forward(action, fileID, line)
    }

    /// Sends an action of the child to the store. SwiftRex's word for ``send(_:fileID:line:)``.
    @inlinable
    @discardableResult
    public func dispatch(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> StoreTask {
        forward(action, fileID, line)
    }

    // MARK: Observing

    /// Calls back with the child's state at the end of each drain in which it is there.
    public func observe(
        initial: Bool = false, _ onChange: @escaping (State) -> Void
    ) -> ObservationToken {
        if initial { onChange(state) }
        return register { [seen] state in
            guard let state else { return }
            seen.value = state
            onChange(state)
        }
    }

    /// Calls back right before and right after each action of the store is reduced.
    public func observe(
        willChange: (() -> Void)? = nil, didChange: @escaping () -> Void
    ) -> ObservationToken {
        registerHooks(willChange, didChange)
    }

    /// Calls back with a part of the child's state when that part differs from what it was.
    public func observe<Slice: Equatable>(
        _ slice: @escaping (State) -> Slice, onChange: @escaping (Slice) -> Void
    ) -> ObservationToken {
        var last = slice(state)
        return register { [seen] state in
            guard let state else { return }
            seen.value = state
            let next = slice(state)
            guard next != last else { return }
            last = next
            onChange(next)
        }
    }

    // MARK: Going further

    /// The projection to a part of the child.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state part: @escaping (State) -> ChildState,
        action embed: @escaping (ChildAction) -> Action
    ) -> StoreProjection<ChildState, ChildAction> {
        let read = read
        return StoreProjection<ChildState, ChildAction>(
            seen: part(state), read: { read().map(part) }, forward: forwarding(embed),
            register: registering { $0.map(part) }, registerHooks: registerHooks)
    }

    /// The projection to a part of the child that is there at present, or nil.
    @inlinable
    public func scope<ChildState, ChildAction>(
        optional part: @escaping (State) -> ChildState?,
        action embed: @escaping (ChildAction) -> Action
    ) -> StoreProjection<ChildState, ChildAction>? {
        guard let present = read(), let seen = part(present) else { return nil }
        let read = read
        return StoreProjection<ChildState, ChildAction>(
            seen: seen, read: { read().flatMap(part) }, forward: forwarding(embed),
            register: registering { $0.flatMap(part) }, registerHooks: registerHooks)
    }

    /// The projection to a part of the child; as ``Store/scope(state:action:)``.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state part: @escaping (State) -> ChildState, action path: CasePath<Action, ChildAction>
    ) -> StoreProjection<ChildState, ChildAction> {
        scope(state: part, action: path.embed)
    }

    /// The projection to a part of the child that is there at present, or nil.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state part: @escaping (State) -> ChildState?, action path: CasePath<Action, ChildAction>
    ) -> StoreProjection<ChildState, ChildAction>? {
        scope(optional: part, action: path.embed)
    }

    /// The projection to one element of a collection of the child, or nil where there is none with that
    /// id.
    @inlinable
    public func scope<ID, ElementState, ElementAction>(
        state elements: @escaping (State) -> IdentifiedArray<ID, ElementState>, id: ID,
        action path: CasePath<Action, (id: ID, action: ElementAction)>
    ) -> StoreProjection<ElementState, ElementAction>? {
        scope(optional: { elements($0)[id: id] }, action: { path.embed((id, $0)) })
    }

    @inlinable
    func registering<ChildState>(
        _ part: @escaping (State?) -> ChildState?
    ) -> (@escaping (ChildState?) -> Void) -> ObservationToken {
        let register = register
        return { callback in register { callback(part($0)) } }
    }

    @inlinable
    func forwarding<ChildAction>(
        _ embed: @escaping (ChildAction) -> Action
    ) -> (ChildAction, StaticString, UInt) -> StoreTask {
        let forward = forward
        return { action, fileID, line in forward(embed(action), fileID, line) }
    }
}
