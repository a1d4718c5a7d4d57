extension Store {
    /// Calls back with the state once at the end of each drain, in the order of registration.
    ///
    /// A send from within is queued and reduced after the round. The observer does not keep the store.
    ///
    /// - Parameter initial: Whether it is also called now, with the present state.
    /// - Returns: A token; releasing it unregisters the observer.
    public func observe(
        initial: Bool = false, _ onChange: @escaping (State) -> Void
    ) -> ObservationToken {
        let token = core.addObserver(onChange)
        if initial { onChange(state) }
        return token
    }

    /// Calls back right before and right after each action is reduced, before its effects start.
    ///
    /// A plain reducer cannot tell whether it changed the state: every action counts as a change.
    public func observe(
        willChange: (() -> Void)? = nil, didChange: @escaping () -> Void
    ) -> ObservationToken {
        core.addHooks(willChange: willChange, didChange: didChange)
    }

    /// Calls back with a part of the state when that part differs from what it was.
    ///
    /// Compared once at the end of each drain. The first value is the one at registration, for which
    /// there is no call.
    public func observe<Slice: Equatable>(
        _ slice: @escaping (State) -> Slice, onChange: @escaping (Slice) -> Void
    ) -> ObservationToken {
        var last = slice(state)
        return core.addObserver { state in
            let next = slice(state)
            guard next != last else { return }
            last = next
            onChange(next)
        }
    }

    /// Calls back with every action after it was reduced, and with where it was sent from: a log.
    public func onAction(_ callback: @escaping (Action, ActionSource) -> Void) -> ObservationToken {
        core.addActionHook(callback)
    }

    /// The metadata that came with the action at hand, for the hooks of that action.
    ///
    /// Observers of the state, which are called for a whole drain, find none.
    public var transaction: Transaction { Transaction(entry: core.transaction) }

    /// Whether anything is in flight, or held back, under the id, here or in a child feature.
    public func isInFlight(id: some Hashable) -> Bool { core.isInFlight(EffectID(id)) }

    /// The effects in flight, in the order they started. Complexity: O(n log n).
    public var effects: [RunningEffect] { core.runningEffects() }

    /// The ids of the channels that are open, in the order in which they opened.
    ///
    /// - Complexity: O(*n* log *n*) in them.
    public var openChannels: [EffectID] { core.channels.instances.map(\.id) }

    /// Counts about the store's effects.
    public var effectStatistics: EffectStatistics { core.statistics }

    /// How many nodes, ids and open windows the engine holds.
    package var tableCounts: (nodes: Int, ids: Int, windows: Int) { core.tableCounts }

    /// How many notes about dropped steps of running chains the engine holds.
    package var droppedStepCount: Int { core.droppedSteps.count }
}

extension StoreCore {
    @usableFromInline
    func addObserver(_ callback: @escaping (State) -> Void) -> ObservationToken {
        let token = takeToken()
        observers.add(callback, token: token)
        hasObservers = true
        return ObservationToken(link: link, token: token)
    }

    @usableFromInline
    func addHooks(
        willChange: (() -> Void)?, didChange: @escaping () -> Void
    ) -> ObservationToken {
        let token = takeToken()
        if let willChange { willHooks.add(willChange, token: token) }
        didHooks.add(didChange, token: token)
        hasHooks = true
        return ObservationToken(link: link, token: token)
    }

    @usableFromInline
    func addActionHook(
        _ callback: @escaping (Action, ActionSource) -> Void
    ) -> ObservationToken {
        let token = takeToken()
        actionHooks.add(callback, token: token)
        hasHooks = true
        return ObservationToken(link: link, token: token)
    }

    private func takeToken() -> UInt64 {
        defer { nextToken += 1 }
        return nextToken
    }
}
