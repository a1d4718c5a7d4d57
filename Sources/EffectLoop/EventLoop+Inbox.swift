extension EventLoop {
    /// Makes an inbox: the way for other threads to send actions to a store on this loop.
    ///
    /// An inbox by itself does not hold the loop: ``run(_:)`` may return while other threads could
    /// still post. What they posted before it returns is delivered, though.
    ///
    /// - Precondition: The loop is not closed, and the store runs on it.
    /// - Parameters:
    ///   - store: Where the actions go. The inbox does not keep it.
    ///   - capacity: How many actions may wait, at least 1; the next one is refused to its sender.
    ///     Choose what a burst may need, since each action takes memory until it is served.
    ///   - keepsLoopAlive: Whether the loop runs on for as long as a copy of the inbox exists.
    /// - Returns: The inbox, to be handed to any thread.
    /// - Complexity: O(n) for n inboxes and lanes of the loop.
    public func inbox<State, Action: Sendable>(
        for store: Store<State, Action>, capacity: Int, keepsLoopAlive: Bool = false
    ) -> Inbox<Action> {
        checkThread()
        require(!isClosed, "EventLoop.inbox: the loop is closed")
        binding.checkProcess()
        require(capacity > 0, "EventLoop.inbox: a capacity is at least 1")
        require(
            store.runQueue === runQueue, "EventLoop.inbox: the store runs on another scheduler")
        let receiver = InboxReceiver<Action>(eventLoop: self, holdsLoop: keepsLoopAlive)
        let mailbox = Mailbox<Action>(door: door, key: receiver.key, capacity: capacity)
        add(receiver)
        receiver.open(for: store, mailbox)
        return Inbox(mailbox)
    }
}
