/// A store seen through a rule for what counts as a change: it shows the last state that did.
///
/// Compared after each action, with the state that is shown and not with the one before: many
/// small changes add up to one that counts. It keeps the store alive. SwiftRex's `StoreBuffer`.
public final class StoreBuffer<State> {
    private let shown: Shown<State>
    /// Goes with the buffer, and so ends the comparing.
    private let token: ObservationToken

    init(
        _ state: State, hasChanged: @escaping (State, State) -> Bool,
        read: @escaping () -> State, register: (@escaping () -> Void) -> ObservationToken
    ) {
        let shown = Shown(state)
        self.shown = shown
        token = register {
            let present = read()
            if hasChanged(shown.state, present) { shown.change(to: present) }
        }
    }

    /// The state that was let through last.
    public var state: State { shown.state }

    /// Calls back right before and right after the state that is shown changes.
    public func observe(
        willChange: (() -> Void)? = nil, didChange: @escaping () -> Void
    ) -> ObservationToken {
        let shown = shown
        let token = shown.add(willChange, didChange)
        return ObservationToken { shown.remove(token) }
    }
}

/// What a buffer shows, and who looks at it. Apart from the buffer, so that a round of its observers
/// may release that.
private final class Shown<State> {
    var state: State
    private let willHooks = ObserverList<() -> Void>()
    private let didHooks = ObserverList<() -> Void>()
    private var nextToken: UInt64 = 1

    init(_ state: State) { self.state = state }

    func change(to next: State) {
        willHooks.forEach { $0() }
        state = next
        didHooks.forEach { $0() }
    }

    func add(_ willChange: (() -> Void)?, _ didChange: @escaping () -> Void) -> UInt64 {
        defer { nextToken += 1 }
        if let willChange { willHooks.add(willChange, token: nextToken) }
        didHooks.add(didChange, token: nextToken)
        return nextToken
    }

    func remove(_ token: UInt64) {
        willHooks.remove(token)
        didHooks.remove(token)
    }
}

extension Store {
    /// Shows the state, and changes it only when the rule says so.
    ///
    /// - Parameter hasChanged: Whether the present state differs enough from the one shown.
    public func buffer(
        _ hasChanged: @escaping (_ shown: State, _ present: State) -> Bool
    ) -> StoreBuffer<State> {
        StoreBuffer(state, hasChanged: hasChanged) {
            self.state
        } register: { [core] in
            core.addHooks(willChange: nil, didChange: $0)
        }
    }
}

extension Store where State: Equatable {
    /// Shows the state, and changes it only when the state differs.
    public func buffer() -> StoreBuffer<State> { buffer { $0 != $1 } }
}
