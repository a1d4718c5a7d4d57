/// Sends to a store for as long as it exists, without keeping it: what a door into a loop holds.
///
/// Loop-bound like the store. When the store is released the link is cut, and says so once.
package final class StoreLink<Action> {
    private let link: EngineLink
    private let receive: (Action, ActionSource) -> Void
    private let token: UInt64

    init(
        _ link: EngineLink, onClose: @escaping () -> Void,
        receive: @escaping (Action, ActionSource) -> Void
    ) {
        self.link = link
        self.receive = receive
        token = link.addCloseHook(onClose)
    }

    /// Sends an action, if the store still exists.
    package func send(_ action: Action, fileID: StaticString, line: UInt) {
        guard let engine = link.engine else { return }
        receive(action, ActionSource(fileID: fileID, line: line))
        // The action may have released the store.
        withExtendedLifetime(engine) {}
    }

    /// Lets go of the store: `onClose` is not called any more.
    package func close() { link.removeCloseHook(token) }
}

extension Store {
    /// Makes a link to this store.
    ///
    /// - Parameter onClose: Called when the store is released; kept until then, or until the link
    ///   is closed.
    package func link(onClose: @escaping () -> Void) -> StoreLink<Action> {
        // Called only while the link is not cut, which happens before the core goes.
        StoreLink(core.link, onClose: onClose) { [unowned(unsafe) core] action, source in
            _ = core.receiveFromOutside(action, source, nil)
        }
    }

    /// What the store's scheduler has in store for it.
    package var runQueue: RunQueue { core.queue }
}
