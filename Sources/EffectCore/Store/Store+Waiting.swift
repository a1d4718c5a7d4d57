extension Store {
    /// Calls back once, as soon as the state satisfies the condition: now, or at the end of a drain.
    ///
    /// - Returns: A token; releasing it before gives the wait up.
    public func wait(
        until condition: @escaping (State) -> Bool, perform: @escaping (State) -> Void
    ) -> ObservationToken {
        let present = state
        guard !condition(present) else {
            perform(present)
            return ObservationToken {}
        }
        let wait = StateWait(condition, perform)
        let token = core.addObserver { wait.look(at: $0) }
        wait.registration = token
        return ObservationToken { wait.end() }
    }
}

/// A one-shot observer, which unregisters itself.
private final class StateWait<State> {
    private var pending: (condition: (State) -> Bool, perform: (State) -> Void)?
    var registration: ObservationToken?

    init(_ condition: @escaping (State) -> Bool, _ perform: @escaping (State) -> Void) {
        pending = (condition, perform)
    }

    func look(at state: State) {
        guard let pending, pending.condition(state) else { return }
        end()
        pending.perform(state)
    }

    func end() {
        pending = nil
        let token = registration
        registration = nil
        token?.cancel()
    }
}
