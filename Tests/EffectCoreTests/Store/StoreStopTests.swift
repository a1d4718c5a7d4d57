import EffectCore
import EffectTesting
import Testing

@Suite struct StoreStopTests {
    // STO-23
    @Test func aSendToAStoppedStoreIsReportedAndDropped() throws {
        let log = Log()
        let harness = Harness(["X": .probe("p", log)])
        let store = harness.store
        harness.send("X")
        store.stop()
        store.stop()
        #expect(log.entries == ["p.start", "p.cancel"])
        let line: UInt32 = #line + 1
        let task = store.send("late")
        #expect(task.isFinished)
        #expect(!task.isCancelled)
        harness.expect([(0, "X")])
        #expect(store.state == 1)
        try #require(harness.reports.count == 1)
        #expect(harness.reports[0].kind == .sentAfterStop)
        #expect(harness.reports[0].message.contains("late"))
        #expect(harness.reports[0].source.line == line)
    }

    // STO-23
    @Test func aStopDropsTheQueueAndAllThatIsDue() {
        let harness = Harness([
            "X": .merge(.after(milliseconds(10), "due"), .after(milliseconds(10), "due too")),
            "due": .sequence(["queued 1", "queued 2"]),
        ])
        let store = harness.store
        let token = store.onAction { action, _ in
            if action == "queued 1" { store.stop() }
        }
        let task = harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (10, "due"), (10, "queued 1")])
        #expect(task.isFinished)
        #expect(store.tableCounts == (0, 0, 0))
        #expect(harness.reports.isEmpty)
        token.cancel()
    }

    // STO-23, STO-47
    @Test(arguments: ["stop", "X", "Y"], [true, false])
    func aReducerMayStopItsStore(first: String, withEffect: Bool) {
        let log = Log()
        var stop: () -> Void = {}
        var ended = 0
        let harness = Harness<String> { action in
            switch action {
            case "X": return .merge(.just("stop"), .just("never"), .probe("p", log))
            case "Y": return .just("stop")
            case "stop":
                stop()
                return withEffect ? .merge(.just("never"), .probe("never", log)) : .none
            default: return .none
            }
        }
        stop = { harness.store.stop() }
        let store = harness.store
        let task = harness.send(first)
        task.onFinish { ended += 1 }
        harness.expectActions(first == "stop" ? ["stop"] : [first, "stop"])
        #expect(log.entries == (first == "X" ? ["p.start", "p.cancel"] : []))
        #expect(store.tableCounts == (0, 0, 0))
        #expect(task.isFinished)
        #expect(ended == 1)
        harness.clock.run()
        #expect(harness.reports.isEmpty)
    }

    // STO-23
    @Test func anEffectMayStopItsStore() {
        let log = Log()
        var stop: () -> Void = {}
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .probe("first", log),
                .run { send in
                    send("before")
                    stop()
                    send("after")
                    send.onTermination { log("ended") }
                },
                .probe("third", log))
        }
        stop = { harness.store.stop() }
        let task = harness.send("X")
        harness.expect([(0, "X")])
        #expect(log.entries == ["first.start", "first.cancel", "ended"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // STO-09
    @Test(arguments: [12, 10, 11]) func aDrainBeyondTheLimitIsAskedAboutOnce(length: Int) {
        let harness = Harness<String> { _ in .none }
        let store = harness.store
        var drains: [RunawayDrain] = []
        store.runawayLimit = 10
        store.onRunaway = {
            drains.append($0)
            return .continue
        }
        let token = store.observe { if store.state < length { store.send("more") } }
        store.send("more")
        #expect(store.state == length)
        #expect(drains.map(\.drained) == (length > 10 ? [11] : []))
        #expect(drains.allSatisfy { $0.limit == 10 })
        store.send("more")
        #expect(store.state == length + 1)
        #expect(harness.reports.isEmpty)
        token.cancel()
    }

    // STO-09
    @Test func anEndlessDrainEndsWhenItsQueueIsDropped() {
        let harness = Harness<String> { _ in .none }
        let store = harness.store
        var drained: [Int] = []
        store.runawayLimit = 10
        store.onRunaway = {
            drained.append($0.drained)
            return .dropQueue
        }
        var seen: [Int] = []
        let tokens = [
            store.observe { store.send("more") }, store.observe { seen.append($0) },
        ]
        let task = store.send("more")
        #expect(drained == [11])
        #expect(store.state == 10)
        #expect(seen == [10])
        #expect(task.isFinished)
        #expect(store.tableCounts == (0, 0, 0))
        tokens.forEach { $0.cancel() }
    }

    // STO-09
    @Test func anObserverThatFeedsItselfIsStoppedToo() {
        let harness = Harness<String> { _ in .none }
        let store = harness.store
        store.runawayLimit = 10
        store.onRunaway = { _ in .dropQueue }
        let token = store.observe { _ in store.send("more") }
        store.send("more")
        #expect(store.state == 10)
        token.cancel()
        store.send("one")
        #expect(store.state == 11)
    }

    // STO-09
    @Test func aRunawayWithoutAHandlerIsReportedAndGoesOn() {
        let harness = Harness<Int> { $0 < 30 ? .just($0 + 1) : .none }
        harness.store.runawayLimit = 10
        harness.send(1)
        #expect(harness.received.count == 30)
        #expect(harness.reports.map(\.kind) == [.runawayDrain])
    }

    // STO-10
    @Test func aDrainInsideATurnIsCutIntoTurns() {
        let harness = Harness<Int> { $0 < 2500 ? .just($0 + 1) : .none }
        let store = harness.store
        var seen: [Int] = []
        let token = store.observe { seen.append($0) }
        harness.answer { $0 == 0 ? .after(milliseconds(5), 1) : $0 < 2500 ? .just($0 + 1) : .none }
        harness.send(0)
        harness.advance(to: 5)
        #expect(store.state == 2501)
        #expect(seen == [1, 1001, 2001, 2501])
        #expect(harness.received.allSatisfy { $0.action == 0 || $0.time == 5 })
        token.cancel()
    }

    @Test func aStopLetsGoOfTheTurnInWhichADrainWasToGoOn() {
        let harness = Harness<Int> { $0 < 2500 ? .just($0 + 1) : .none }
        let queue = harness.clock.runQueue
        queue.perform { harness.send(0) }
        #expect(queue.isTurnRequested)
        harness.store.stop()
        #expect(!queue.isPending)
        #expect(harness.received.count == Limits.actionsPerTurn)
    }
}
