import EffectCore
import EffectTesting
import Testing

@Suite struct StoreRestartTests {
    // STO-39
    @Test func aStoreThatIsStoppedAndStartedKeepsItsState() {
        let clock = TestClock()
        var starts = 0
        let store = Store<String, String>(
            initialState: "S", initialEffect: .run { _ in starts += 1 }, on: clock
        ) {
            Reduce { state, action in
                state += "-" + action
                return .timer(every: .seconds(1), "tick")
            }
        }
        var reports: [Report] = []
        store.reporter = Reporter { reports.append($0) }
        var seen: [String] = []
        let token = store.observe { seen.append($0) }
        store.send("x")
        #expect(starts == 1)
        store.replaceState("no")
        #expect(reports.map(\.kind) == [.replacedWhileRunning])
        store.stop()
        #expect(store.state == "S-x")
        store.send("lost")
        #expect(reports.map(\.kind) == [.replacedWhileRunning, .sentAfterStop])
        clock.advance(by: .seconds(5))
        #expect(seen == ["S", "S-x"])
        store.start()
        store.start()
        #expect(seen == ["S", "S-x", "S-x"])
        clock.advance(by: .zero)
        #expect(starts == 2)
        store.stop()
        store.replaceState("new")
        #expect(store.state == "new")
        store.start()
        #expect(seen.last == "new")
        store.send("y")
        #expect(starts == 3)
        clock.advance(by: .seconds(1))
        #expect(store.state == "new-y-tick")
        token.cancel()
    }

    @Test func aReducersDrainMayRestartItsStore() {
        let clock = TestClock()
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { state, action in
                state += action
                return action == 1 ? .merge(.send(10), .timer(every: .seconds(1), 100)) : .none
            }
        }
        var restarted = false
        let token = store.observe(didChange: {
            guard !restarted else { return }
            restarted = true
            store.stop()
            store.start()
        })
        store.send(1)
        // What the first life had queued or returned is gone with it.
        #expect(store.state == 1)
        clock.advance(by: .zero)
        store.send(1)
        #expect(store.state == 12)
        store.stop()
        #expect(store.tableCounts.nodes == 0)
        token.cancel()
    }

    @Test func aStoppedStoreThatGoesLeavesNothing() {
        let clock = TestClock()
        weak var weakStore: Store<Int, Int>?
        do {
            let store = Store<Int, Int>(
                initialState: 0, initialEffect: .timer(every: .seconds(1), 1), on: clock
            ) { EmptyReducer() }
            weakStore = store
            clock.advance(by: .seconds(1))
            store.stop()
            store.start()
            store.stop()
        }
        #expect(weakStore == nil)
        #expect(clock.runQueue.armedTimerCount == 0)
    }

    // STO-39
    @Test func aReducerThatStopsItsStoreDoesNotReplaceTheStateInItsHands() {
        var store: Store<[Int], String>?
        var reports: [Report] = []
        store = Store(initialState: [1, 2, 3], on: TestClock()) {
            Reduce { state, _ in
                state.withUnsafeMutableBufferPointer { numbers in
                    store?.stop()
                    store?.replaceState([9])
                    numbers[2] = 7
                }
                return .none
            }
        }
        store?.reporter = Reporter { reports.append($0) }
        store?.send("x")
        #expect(reports.map(\.kind) == [.replacedWhileRunning])
        #expect(store?.state == [1, 2, 7])
        store?.replaceState([9])
        #expect(reports.count == 1 && store?.state == [9])
        store = nil
    }
}
