/// A store seen as one of its children: the child's state, and the child's actions.
///
/// It has no state of its own. It keeps the store that it was made from alive; effects of what is sent
/// through it belong to that store, and go on when the projection goes.
public final class StoreProjection<State, Action> {
    /// The part, or nil where it is not there any more.
    @usableFromInline let read: () -> State?
    @usableFromInline let forward: (Action, StaticString, UInt) -> StoreTask
    @usableFromInline let register: (@escaping () -> Void) -> ObservationToken
    @usableFromInline let registerHooks: ((() -> Void)?, @escaping () -> Void) -> ObservationToken
    private let seen: SeenState<State>

    @usableFromInline
    init(
        seen: State, read: @escaping () -> State?,
        forward: @escaping (Action, StaticString, UInt) -> StoreTask,
        register: @escaping (@escaping () -> Void) -> ObservationToken,
        registerHooks: @escaping ((() -> Void)?, @escaping () -> Void) -> ObservationToken
    ) {
        self.seen = SeenState(seen, read)
        self.read = read
        self.forward = forward
        self.register = register
        self.registerHooks = registerHooks
    }

    /// The child's state; once the child is gone, the value that was read or observed last. Reading it
    /// takes a copy.
    public var state: State {
        seen.look() ?? seen.last
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
        return register { [seen] in if let state = seen.look() { onChange(state) } }
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
        return register { [seen] in
            guard let state = seen.look() else { return }
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
            register: register, registerHooks: registerHooks)
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
            register: register, registerHooks: registerHooks)
    }

    @inlinable
    func forwarding<ChildAction>(
        _ embed: @escaping (ChildAction) -> Action
    ) -> (ChildAction, StaticString, UInt) -> StoreTask {
        let forward = forward
        return { action, fileID, line in forward(embed(action), fileID, line) }
    }
}

/// What a projection and its observers saw last.
private final class SeenState<State> {
    private let read: () -> State?
    private(set) var last: State

    init(_ last: State, _ read: @escaping () -> State?) {
        self.last = last
        self.read = read
    }

    func look() -> State? {
        guard let present = read() else { return nil }
        last = present
        return present
    }
}
