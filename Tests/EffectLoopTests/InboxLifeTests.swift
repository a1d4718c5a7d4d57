import EffectLoop
import Glibc
import Synchronization
import Testing

extension RealLoop {
    @Suite struct InboxLife {
        @Test func anInboxInsideItsOwnActionLeavesNothing() throws {
            let loop = try EventLoop()
            final class Reply: Sendable {
                let inbox: Mutex<Inbox<Reply>>
                let trace: Trace

                init(_ inbox: Inbox<Reply>, _ trace: Trace) {
                    self.inbox = Mutex(inbox)
                    self.trace = trace
                }
            }
            let released = Tally()
            var count = 0
            do {
                let store = Store<Int, Reply>(initialState: 0, on: loop) {
                    Reduce { _, action in
                        count += 1
                        if count < 5 {
                            let inbox = action.inbox.withLock { $0 }
                            try? inbox.send(Reply(inbox, Trace(released: released)))
                        }
                        return .none
                    }
                }
                do {
                    let inbox = loop.inbox(for: store, capacity: 1, keepsLoopAlive: true)
                    try inbox.send(Reply(inbox, Trace(released: released)))
                }
                try loop.run()
                #expect(count == 5)
                do {
                    let inbox = loop.inbox(for: store, capacity: 1, keepsLoopAlive: true)
                    try inbox.send(Reply(inbox, Trace(released: released)))
                }
            }
            try loop.run()
            #expect(released.count == 6, "the one that was never served as well")
        }

        @Test func inboxesMayComeAndGoWhileTheLoopServesThem() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            var keep: [Inbox<Int>] = []
            var stores: [Store<Int, Int>] = []
            func make(_ generation: Int) {
                let store = Store<Int, Int>(initialState: 0, on: loop) {
                    Reduce { _, action in
                        log.append(action)
                        if action < 50 {
                            stores.removeAll()
                            keep.removeAll()
                            make(action + 1)
                            _ = loop.lane("lane")
                        }
                        return .none
                    }
                }
                let inbox = loop.inbox(for: store, capacity: 2)
                try? inbox.send(generation)
                try? inbox.send(1_000 + generation)
                stores.append(store)
                keep.append(inbox)
            }
            make(0)
            try loop.run()
            #expect(log.filter { $0 < 1_000 } == Array(0...50))
            #expect(log.filter { $0 >= 1_000 } == [1_050])
            // The reducers hold the list that holds their stores.
            stores.removeAll()
        }

        @Test func anInboxOfOneLosesNothingHoweverOftenTheLoopStops() throws {
            let loop = try EventLoop()
            var counts = [Int](repeating: 0, count: 4)
            var disorders = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if counts[action / 10_000] != action % 10_000 { disorders += 1 }
                    counts[action / 10_000] += 1
                    if action % 7 == 0 { loop.stop() }
                    return .none
                }
            }
            let threads: [RunningThread]
            let statistics: Inbox<Int>
            do {
                let inbox = loop.inbox(for: store, capacity: 1)
                statistics = inbox
                threads = (0..<4).map { thread in
                    startThread {
                        for number in 0..<500 {
                            while (try? inbox.send(thread * 10_000 + number)) == nil {
                                sched_yield()
                            }
                        }
                    }
                }
            }
            try loop.spin { counts.reduce(0, +) == 2_000 }
            for thread in threads { thread.wait() }
            #expect(disorders == 0)
            #expect(counts == [500, 500, 500, 500])
            #expect(statistics.statistics.posted == 2_000)
        }

        @Test func postsWaitForTheRunThatServesThem() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    log.append(action)
                    return .none
                }
            }
            let inbox = loop.inbox(for: store, capacity: 9)
            try inbox.send(1)
            loop.stop()
            try loop.run()
            #expect(log == [])
            try inbox.send(2)
            try loop.run()
            #expect(log == [1, 2])
            loop.stopper.stop()
            try inbox.send(3)
            try loop.run()
            #expect(log == [1, 2])
            try loop.run()
            #expect(log == [1, 2, 3])
        }

        @Test func aStoreMayGoWhileThreadsPost() throws {
            let loop = try EventLoop()
            for round in 0..<200 {
                var store: Store<Int, Int>?
                var count = 0
                store = Store(initialState: 0, on: loop) {
                    Reduce { _, _ in
                        count += 1
                        return .none
                    }
                }
                let inbox = loop.inbox(for: try #require(store), capacity: 3)
                let token = store?.onAction { _, _ in if count > round % 10 { store = nil } }
                let threads = (0..<3).map { _ in
                    startThread {
                        while true {
                            do throws(InboxFull) { try inbox.send(1) } catch {
                                if error.isClosed { return }
                                sched_yield()
                            }
                        }
                    }
                }
                try loop.spin { store == nil }
                for thread in threads { thread.wait() }
                #expect(inbox.statistics.waiting == 0)
                token?.cancel()
            }
        }

        @Test func anInboxOfAStoppedStoreLetsGoOfTheLoop() throws {
            let loop = try EventLoop()
            var reports = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) { EmptyReducer() }
            store.reporter = Reporter { _ in reports += 1 }
            var inbox: Inbox<Int>? = loop.inbox(for: store, capacity: 3, keepsLoopAlive: true)
            store.stop()
            for number in 0..<3 { try inbox?.send(number) }
            inbox = nil
            try loop.run()
            #expect(reports == 3)
        }
    }
}
