import EffectLoop
import Testing

extension RealLoop {
    @Suite struct InboxBacklog {
        @Test func aStoreThatLagsFillsItsInboxAndNotItsMemory() throws {
            let loop = try EventLoop()
            var posts = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    switch action {
                    case 0: return .sequence(Array(repeating: 2, count: 5_000))
                    case 1:
                        posts += 1
                        return .send(2)
                    default: return .none
                    }
                }
            }
            let capacity = 1_000
            let inbox = loop.inbox(for: store, capacity: capacity)
            try inbox.send(0)
            try loop.run(.noWait)
            var taken = 0
            for _ in 0..<50 {
                while (try? inbox.send(1)) != nil { taken += 1 }
                try loop.run(.noWait)
            }
            #expect(
                taken - posts <= 2 * capacity,
                "\(taken - posts) wait somewhere; inbox says \(inbox.statistics.waiting)")
            store.stop()
        }

        /// Each action makes more work than a turn holds: only the next one may come after it.
        @Test func actionsThatEachFillATurnWaitInTheInbox() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            var most = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    guard action >= 0 else { return .none }
                    log.append(action)
                    return .sequence(Array(repeating: -1, count: 3 * Limits.actionsPerTurn))
                }
            }
            let inbox = loop.inbox(for: store, capacity: 10)
            var sent = 0
            for _ in 0..<200 {
                while (try? inbox.send(sent)) != nil { sent += 1 }
                try loop.run(.noWait)
                most = max(most, sent - log.count)
            }
            #expect(most <= 11, "ten in the inbox and one in the store")
            #expect(log.count > 10)
            #expect(throws: InboxFull(capacity: 10, isClosed: false)) {
                for _ in 0...10 { try inbox.send(sent) }
            }
            try loop.run()
            #expect(log.prefix(sent) == ArraySlice(0..<sent), "in order, none lost")
        }

        /// A store that always has more to do is not one that lags for ever.
        @Test(arguments: [1, 5_000])
        func aStoreWhoseWorkFeedsItselfStillGetsItsInbox(width: Int) throws {
            let loop = try EventLoop()
            var log: [Int] = []
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if action == -1 { return log.count < 20 ? .send(-1) : .none }
                    if action == -2 { return .sequence(Array(repeating: -1, count: width)) }
                    log.append(action)
                    return .none
                }
            }
            let inbox = loop.inbox(for: store, capacity: 20)
            try inbox.send(-2)
            try loop.run(.noWait)
            for number in 0..<20 {
                try inbox.send(number)
                if number < 10 { try loop.run(.noWait) }
            }
            try loop.turns(within: 30 * second) { log.count >= 20 }
            #expect(log == Array(0..<20))
            store.stop()
        }
    }
}
