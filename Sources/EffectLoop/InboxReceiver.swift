/// The loop's end of an inbox: takes what was posted and sends it to the store, a batch a turn.
final class InboxReceiver<Action: Sendable>: Receiver {
    private let holdsLoop: Bool
    private var mailbox: Mailbox<Action>?
    private var link: StoreLink<Action>?
    private var batch: [Post<Action>] = []
    private var next = 0

    init(eventLoop: EventLoop, holdsLoop: Bool) {
        self.holdsLoop = holdsLoop
        super.init(eventLoop: eventLoop)
    }

    /// Connects both ends. The store keeps this receiver until one of the two goes.
    func open<State>(for store: Store<State, Action>, _ mailbox: Mailbox<Action>) {
        self.mailbox = mailbox
        link = store.link { self.end() }
        if holdsLoop { unsafe eventLoop.hold() }
    }

    override func receive() {
        guard let mailbox, let link else { return }
        // More would only wait in the store, where no capacity bounds it.
        guard !link.isBehind else { return announce() }
        let end = mailbox.take(&batch, from: next, atMost: Limits.actionsPerTurn)
        let runQueue = unsafe eventLoop.runQueue
        runQueue.perform(for: .named("an inbox's delivery")) {
            // An action may end the store, and with it the batch.
            while next < end, self.link != nil {
                let post = batch[next]
                next += 1
                link.send(post.action, fileID: post.fileID, line: post.line)
                runQueue.noteDelivery(fileID: post.fileID, line: post.line)
                if link.backlogCount >= Limits.actionsPerTurn { break }
            }
        }
        if next == batch.count { releaseServed() }
        guard self.link != nil else { return }
        switch mailbox.finish(waiting: batch.count - next) {
        case .isEmpty: break
        case .hasMore: announce()
        case .hasEnded: self.end()
        }
    }

    override func close() { end() }

    private func announce() { unsafe eventLoop.door.announce(key) }

    /// Lets go of a batch and keeps its memory. What an action holds may do anything as it goes, so
    /// nothing of this receiver is being changed meanwhile.
    private func releaseServed() {
        var served: [Post<Action>] = []
        swap(&served, &batch)
        next = 0
        served.removeAll(keepingCapacity: true)
        if link != nil { batch = served }
    }

    /// The store, the loop, or every sender is gone.
    private func end() {
        guard let mailbox, let link else { return }
        self.mailbox = nil
        self.link = nil
        link.close()
        if holdsLoop { unsafe eventLoop.letGo() }
        unsafe eventLoop.remove(self)
        // Last, when all is in order and nothing is touched any more: what waited may hold the loop.
        var left: [Post<Action>] = []
        swap(&left, &batch)
        next = 0
        mailbox.close()
        left.removeAll()
    }
}
