/// Sends to a store for as long as it exists, without keeping it: what a door into a loop holds.
///
/// Loop-bound like the store. When the store is released the link is cut, and says so once.
package final class StoreLink<Action> {
    private let link: EngineLink
    private let receive: (Action, ActionSource) -> Void
    private let backlog: () -> StoreBacklog
    private let token: UInt64
    /// What waited in the store after the last send.
    private var backlogAfterSend = StoreBacklog(count: 0, end: 0)

    init(
        _ link: EngineLink, onClose: @escaping () -> Void,
        backlog: @escaping () -> StoreBacklog,
        receive: @escaping (Action, ActionSource) -> Void
    ) {
        self.link = link
        self.receive = receive
        self.backlog = backlog
        token = link.addCloseHook(onClose)
    }

    /// Sends an action, if the store still exists.
    package func send(_ action: Action, fileID: StaticString, line: UInt) {
        // The action may release the store.
        let engine = link.engine
        if engine != nil { receive(action, ActionSource(fileID: fileID, line: line)) }
        backlogAfterSend = presentBacklog
        withExtendedLifetime(engine) {}
    }

    /// How many actions waited in the store for a later turn when the last one had been sent.
    package var backlogCount: Int { backlogAfterSend.count }

    /// Whether some of them still wait.
    ///
    /// What waits is first in, first out: this ends, however much the store's work feeds itself.
    package var isBehind: Bool { presentBacklog.hasSome(of: backlogAfterSend) }

    private var presentBacklog: StoreBacklog {
        link.engine == nil ? StoreBacklog(count: 0, end: 0) : backlog()
    }

    /// Lets go of the store: `onClose` is not called any more.
    package func close() { link.removeCloseHook(token) }
}

/// The actions that wait in a store for a later turn.
struct StoreBacklog {
    /// How many wait.
    var count: Int
    /// How many the store will have taken from its queue, since it was made, when all of them went.
    var end: Int

    /// Whether some of an earlier backlog of the same store still wait.
    func hasSome(of earlier: StoreBacklog) -> Bool {
        // Counts may wrap where integers have 32 bits; their difference is right all the same.
        count > 0 && earlier.count > 0 && earlier.end &- (end &- count) > 0
    }
}

extension Store {
    /// Makes a link to this store.
    ///
    /// - Parameter onClose: Called when the store is released; kept until then, or until the link
    ///   is closed.
    package func link(onClose: @escaping () -> Void) -> StoreLink<Action> {
        // Called only while the link is not cut, which happens before the core goes.
        StoreLink(
            core.link, onClose: onClose,
            backlog: { [unowned(unsafe) core] in
                StoreBacklog(count: core.queued.count, end: core.queued.end)
            },
            receive: { [unowned(unsafe) core] action, source in
                _ = core.receiveFromOutside(action, source, nil)
            })
    }

    /// What the store's scheduler has in store for it.
    package var runQueue: RunQueue { core.queue }
}
