/// An action on its way to a store, and the line that sent it.
struct Post<Action: Sendable>: Sendable {
    let action: Action
    let fileID: StaticString
    let line: UInt
}

/// What an inbox has in common with its receiver on the loop: the posts between the two.
///
/// Posts are appended to one buffer; the receiver takes that buffer whole and leaves its empty one,
/// so that nobody holds the lock for long, and nothing is allocated in the steady state.
final class Mailbox<Action: Sendable>: Sendable {
    private struct State {
        var posts: [Post<Action>] = []
        /// Posts that the receiver has taken but will serve in a later turn.
        var unserved = 0
        /// Whether the loop knows that there is something, or is about to look.
        var isAnnounced = false
        var isAbandoned = false
        var isClosed = false
        var statistics = InboxStatistics()
    }

    private let state = Monitor(State())
    private let door: Door
    private let key: Int
    private let capacity: Int

    init(door: Door, key: Int, capacity: Int) {
        self.door = door
        self.key = key
        self.capacity = capacity
    }

    // MARK: From any thread

    func post(_ post: Post<Action>) throws(InboxFull) {
        try state.withLock { (state) throws(InboxFull) in
            guard !state.isClosed, state.posts.count + state.unserved < capacity else {
                state.statistics.refused += 1
                throw InboxFull(capacity: capacity, isClosed: state.isClosed)
            }
            state.posts.append(post)
            state.statistics.posted += 1
            guard !state.isAnnounced else { return }
            state.isAnnounced = true
            state.statistics.wakeUps += 1
            // Within the lock, so that whoever has posted knows the loop to be on its way.
            door.announce(key)
        }
    }

    /// Nobody can post any more.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            guard !state.isClosed, !state.isAnnounced else { return }
            state.isAnnounced = true
            door.announce(key)
        }
    }

    var statistics: InboxStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.waiting = state.posts.count + state.unserved
            return statistics
        }
    }

    // MARK: From the loop

    /// Fills an empty batch, or goes on with one of which something is left.
    ///
    /// - Returns: Where the receiver stops for this turn. It says in ``finish(waiting:)`` how far it
    ///   got; what is posted until then announces nothing.
    func take(_ batch: inout [Post<Action>], from next: Int, atMost limit: Int) -> Int {
        state.withLock { state in
            if batch.isEmpty { swap(&batch, &state.posts) }
            let end = min(batch.count, next + limit)
            state.unserved = batch.count - end
            state.isAnnounced = true
            return end
        }
    }

    /// What is left when the receiver has had its turn.
    enum Rest {
        /// Nothing at present: the next post announces itself.
        case isEmpty
        /// Something for the next turn, which the receiver announces.
        case hasMore
        /// Nothing, now and for ever.
        case hasEnded
    }

    /// Takes over how many posts the receiver has kept for a later turn.
    func finish(waiting: Int) -> Rest {
        state.withLock { state in
            state.unserved = waiting
            let hasMore = waiting > 0 || !state.posts.isEmpty
            state.isAnnounced = hasMore
            if hasMore { return .hasMore }
            return state.isAbandoned ? .hasEnded : .isEmpty
        }
    }

    /// Refuses everything from now on. What waited goes here, on the loop's thread.
    func close() {
        var waiting: [Post<Action>] = []
        state.withLock { state in
            state.isClosed = true
            state.unserved = 0
            swap(&waiting, &state.posts)
        }
    }
}
