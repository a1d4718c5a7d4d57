import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Inboxes {
        enum Action: Sendable, Equatable {
            case item(thread: Int, number: Int)
            case traced(Trace)
            case stop

            static func == (left: Action, right: Action) -> Bool {
                switch (left, right) {
                case (.item(let thread, let number), .item(let other, let otherNumber)):
                    thread == other && number == otherNumber
                case (.stop, .stop): true
                default: false
                }
            }
        }

        struct State {
            /// The last number of each thread, and how many were not the next one.
            var last = [-1, -1, -1, -1]
            var count = 0
            var disorders = 0
        }

        /// A store that counts items, checks their order, and calls back for each action.
        private func store(
            on loop: EventLoop, _ onAction: @escaping (Action) -> Void = { _ in }
        ) -> Store<State, Action> {
            Store(initialState: State(), on: loop) {
                Reduce<State, Action> { state, action in
                    onAction(action)
                    guard case .item(let thread, let number) = action else { return .none }
                    if number != state.last[thread] + 1 { state.disorders += 1 }
                    state.last[thread] = number
                    state.count += 1
                    return .none
                }
            }
        }

        /// Posts from a thread, waiting where the inbox is full. Nothing else may refuse.
        private func postAll(_ count: Int, from thread: Int, to inbox: Inbox<Action>) {
            for number in 0..<count {
                while true {
                    do {
                        try inbox.send(.item(thread: thread, number: number))
                        break
                    } catch {
                        precondition(!error.isClosed)
                        sched_yield()
                    }
                }
            }
        }

        // LOOP-05, R-ASY-01
        @Test(arguments: [10_000, 100_000])
        func postsOfFourThreadsAllArriveInOrder(posts: Int) throws {
            let loop = try EventLoop()
            var stops = 0
            let store = store(on: loop) { action in
                if action == .stop {
                    stops += 1
                    if stops == 4 { loop.stop() }
                }
            }
            let inbox = loop.inbox(for: store, capacity: 4 * posts + 4)
            let threads = (0..<4).map { thread in
                startThread {
                    for number in 0..<posts {
                        try? inbox.send(.item(thread: thread, number: number))
                    }
                    try? inbox.send(.stop)
                }
            }
            try loop.run(.untilStopped)
            for thread in threads { thread.wait() }
            #expect(store.state.count == 4 * posts)
            #expect(store.state.disorders == 0)
            let statistics = inbox.statistics
            #expect(statistics.posted == UInt64(4 * posts + 4))
            #expect(statistics.refused == 0)
            #expect(statistics.waiting == 0)
            #expect(statistics.wakeUps * 4 < statistics.posted, "one wake-up serves many posts")
        }

        // R-ASY-01
        @Test func aSmallInboxRefusesAndLosesNothing() throws {
            let loop = try EventLoop()
            let posts = 10_000
            let store = store(on: loop)
            let threads: [RunningThread]
            do {
                let inbox = loop.inbox(for: store, capacity: 16, keepsLoopAlive: true)
                threads = (0..<4).map { thread in
                    startThread { [self] in postAll(posts, from: thread, to: inbox) }
                }
            }
            // Ends when the last copy of the inbox is gone and all is delivered.
            try loop.run()
            for thread in threads { thread.wait() }
            #expect(store.state.count == 4 * posts)
            #expect(store.state.disorders == 0)
        }

        @Test func aFullInboxRefusesTheNextActionAndTakesMoreOnceServed() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            let inbox = loop.inbox(for: store, capacity: 3)
            for number in 0..<3 { try inbox.send(.item(thread: 0, number: number)) }
            #expect(throws: InboxFull(capacity: 3, isClosed: false)) {
                try inbox.send(.item(thread: 0, number: 3))
            }
            #expect(inbox.statistics.waiting == 3)
            #expect(inbox.statistics.refused == 1)
            #expect(store.state.count == 0, "nothing arrives before the loop's turn")
            try loop.run(.noWait)
            #expect(store.state.count == 3)
            try inbox.send(.item(thread: 0, number: 3))
            try loop.run(.noWait)
            #expect(store.state.count == 4)
            #expect(inbox.statistics.wakeUps == 2)
        }

        @Test func aBatchIsWhatWasThereAndLaterPostsWaitForTheNextTurn() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var story: [String] = []
            var post: (Action) -> Void = { _ in }
            let store = store(on: loop) { action in
                guard case .item(_, let number) = action else { return }
                story.append("\(number)")
                if number < 6 { post(.item(thread: 0, number: number + 2)) }
            }
            let inbox = loop.inbox(for: store, capacity: 10)
            post = { try? inbox.send($0) }
            let token = try loop.watch(pipe.reader, for: .readable) { _ in story.append("input") }
            pipe.send()
            post(.item(thread: 0, number: 0))
            post(.item(thread: 0, number: 1))
            for turn in 0..<4 {
                try loop.run(.noWait)
                #expect(story.count { $0 == "input" } == turn + 1)
                #expect(story.filter { $0 != "input" } == (0..<2 * (turn + 1)).map { "\($0)" })
            }
            token.cancel()
        }

        @Test func aTurnServesAnInboxUpToTheLimit() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            let inbox = loop.inbox(for: store, capacity: 10_000)
            let posts = 2 * Limits.actionsPerTurn + 1
            for number in 0..<posts { try inbox.send(.item(thread: 0, number: number)) }
            try loop.run(.noWait)
            #expect(store.state.count == Limits.actionsPerTurn)
            #expect(inbox.statistics.waiting == Limits.actionsPerTurn + 1)
            try inbox.send(.item(thread: 0, number: posts))
            try loop.run(.noWait)
            #expect(store.state.count == 2 * Limits.actionsPerTurn)
            try loop.run(.noWait)
            try loop.run(.noWait)
            #expect(store.state.count == posts + 1)
            #expect(store.state.disorders == 0)
            #expect(inbox.statistics.wakeUps == 1, "the loop knows of what it has left over")
        }

        // R-ASY-01
        @Test func inboxesOfOneLoopDoNotHideEachOther() throws {
            let loop = try EventLoop()
            let stores = (0..<5).map { _ in store(on: loop) }
            let inboxes = stores.map { loop.inbox(for: $0, capacity: 2) }
            for number in 0..<2 {
                for inbox in inboxes { try inbox.send(.item(thread: 0, number: number)) }
            }
            try loop.run()
            #expect(stores.map { $0.state.count } == [2, 2, 2, 2, 2])
        }

        @Test func anInboxDoesNotHoldTheLoopButWhatWasPostedIsDelivered() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            let inbox = loop.inbox(for: store, capacity: 2)
            let time = try elapsed(loop) { try loop.run() }
            #expect(time < 250 * millisecond)
            for (number, mode) in [RunMode.untilIdle, .once, .noWait].enumerated() {
                try inbox.send(.item(thread: 0, number: number))
                try loop.run(mode)
                #expect(store.state.count == number + 1)
            }
        }

        @Test func anInboxThatHoldsTheLoopDoesSoUntilItsLastCopyIsGone() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            var thread: RunningThread?
            do {
                let inbox = loop.inbox(for: store, capacity: 2, keepsLoopAlive: true)
                thread = startThread {
                    usleep(20_000)
                    try? inbox.send(.item(thread: 0, number: 0))
                }
            }
            try loop.run()
            thread?.wait()
            #expect(store.state.count == 1)
        }

        @Test func anInboxWhoseStoreIsReleasedRefusesAndKeepsNothing() throws {
            let loop = try EventLoop()
            let released = Tally()
            var store: Store<State, Action>? = store(on: loop)
            let inbox = loop.inbox(for: try #require(store), capacity: 2, keepsLoopAlive: true)
            try inbox.send(.traced(Trace(released: released)))
            store = nil
            #expect(released.count == 1, "what waited goes with the store")
            #expect(throws: InboxFull(capacity: 2, isClosed: true)) { try inbox.send(.stop) }
            try loop.run()
            #expect(inbox.statistics.waiting == 0)
        }

        @Test func anActionThatEndsItsStoreEndsTheBatch() throws {
            let loop = try EventLoop()
            var store: Store<State, Action>?
            var count = 0
            store = self.store(on: loop) { _ in count += 1 }
            let token = store?.onAction { _, _ in store = nil }
            let inbox = loop.inbox(for: try #require(store), capacity: 4)
            for number in 0..<4 { try inbox.send(.item(thread: 0, number: number)) }
            try loop.run()
            #expect(count == 1)
            #expect(throws: InboxFull(capacity: 4, isClosed: true)) { try inbox.send(.stop) }
            token?.cancel()
        }

        @Test func anInboxOutlivesItsLoop() throws {
            let released = Tally()
            var inboxes: [Inbox<Action>] = []
            do {
                let loop = try EventLoop()
                let store = store(on: loop)
                inboxes.append(loop.inbox(for: store, capacity: 2))
                try inboxes[0].send(.traced(Trace(released: released)))
                loop.close()
                #expect(released.count == 1, "what waited goes with the loop")
                #expect(throws: InboxFull(capacity: 2, isClosed: true)) {
                    try inboxes[0].send(.stop)
                }
            }
            do {
                let loop = try EventLoop()
                inboxes.append(loop.inbox(for: store(on: loop), capacity: 2))
            }
            onAnotherThread { [inboxes] in
                for inbox in inboxes {
                    #expect(throws: InboxFull(capacity: 2, isClosed: true)) {
                        try inbox.send(.stop)
                    }
                }
            }
        }

        @Test func postsRaceWithTheEndOfStoreAndLoop() throws {
            for round in 0..<200 {
                let loop = try EventLoop()
                var store: Store<State, Action>? = store(on: loop)
                let inbox = loop.inbox(for: try #require(store), capacity: 1_000)
                let thread = startThread {
                    for number in 0..<50 { try? inbox.send(.item(thread: 0, number: number)) }
                }
                try loop.run(.noWait)
                if round % 2 == 0 { store = nil }
                try loop.run(.noWait)
                loop.close()
                thread.wait()
                _ = store
            }
        }

        @Test func inboxesThatComeAndGoLeaveNothing() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            for round in 0..<1_000 {
                let inbox = loop.inbox(for: store, capacity: 2)
                if round % 2 == 0 { try inbox.send(.item(thread: 0, number: round / 2)) }
            }
            try loop.run()
            #expect(store.state.count == 500, "what the last copy had posted is delivered")
            let released = Tally()
            do {
                let inbox = loop.inbox(for: store, capacity: 2)
                try inbox.send(.traced(Trace(released: released)))
            }
            try loop.run()
            #expect(released.count == 1)
        }

        @Test func whatADescriptorIsReadyForGoesThroughAnInbox() throws {
            let loop = try EventLoop()
            var received: [Result<DescriptorEvents, SystemError>] = []
            let store = Store<Int, Result<DescriptorEvents, SystemError>>(
                initialState: 0, on: loop
            ) {
                Reduce { _, action in
                    received.append(action)
                    return .none
                }
            }
            let error = SystemError(code: 5, operation: "watch", subject: "7", reason: "broken")
            let inbox = loop.inbox(for: store, capacity: 2)
            onAnotherThread {
                try? inbox.send(.success([.readable, .disconnect]))
                try? inbox.send(.failure(error))
            }
            try loop.run()
            #expect(received == [.success([.readable, .disconnect]), .failure(error)])
        }

        @Test func aStoppedStoreReportsWhatItIsSent() throws {
            let loop = try EventLoop()
            let store = store(on: loop)
            var reports: [Report] = []
            store.reporter = Reporter { reports.append($0) }
            let inbox = loop.inbox(for: store, capacity: 2)
            store.stop()
            try inbox.send(.stop)
            let line = UInt32(#line - 1)
            try loop.run()
            #expect(reports.map(\.kind) == [.sentAfterStop])
            #expect(reports.first?.source.line == line, "a post knows the line that sent it")
        }

        @Test func aStoreOfAnotherSchedulerTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let other = try EventLoop()
                let store = Store<Int, Int>(initialState: 0, on: other) { EmptyReducer() }
                _ = try EventLoop().inbox(for: store, capacity: 1)
            }
            expectSentence("the store runs on another scheduler", in: result)
        }
    }
}
