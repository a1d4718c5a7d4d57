import EffectCore
import EffectTesting
import Testing

@Suite struct StoreOrderTests {
    /// Adds each action to its state.
    private static func adder(on clock: TestClock = TestClock()) -> Store<Int, Int> {
        Store(initialState: 0, on: clock) {
            Reduce { state, action in
                state += action
                return .none
            }
        }
    }

    // STO-01
    @Test func anActionIsReducedWhenDispatchReturns() {
        let store = Self.adder()
        store.dispatch(5)
        #expect(store.state == 5)
    }

    // STO-02
    @Test func dispatchesOfAHookAreReducedInOrder() {
        let store = Self.adder()
        var observed: [Int] = []
        let token = store.observe {
            observed.append(store.state)
            guard observed.count == 1 else { return }
            for action in [3, 2, 1] { store.dispatch(action) }
        }
        store.dispatch(0)
        #expect(observed == [0, 3, 5, 6])
        #expect(store.state == 6)
        token.cancel()
    }

    // STO-04, STO-36
    @Test func anActionCompletesItsPhasesBeforeTheNext() {
        let log = Log()
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Reduce { _, action in
                log("reduce \(action)")
                return .run { _ in log("effect \(action)") }
            }
        }
        var count = 0
        let token = store.observe(willChange: { log("will") }) {
            count += 1
            log("did \(count)")
            if count == 1 {
                store.send("B")
                log("queued")
            }
        }
        store.send("A")
        #expect(
            log.entries == [
                "will", "reduce A", "did 1", "queued", "effect A", "will", "reduce B", "did 2",
                "effect B",
            ])
        token.cancel()
    }

    // STO-06
    @Test func hooksSeeEveryActionAndObserversTheEndOfTheDrain() {
        let store = Store<Int, Int>(initialState: 0, on: TestClock()) {
            Reduce { state, action in
                state = action
                return action == 0 ? .merge(.just(1), .just(2), .just(3)) : .none
            }
        }
        var (will, did, coalesced): ([Int], [Int], [Int]) = ([], [], [])
        let tokens = [
            store.observe(willChange: { will.append(store.state) }) { did.append(store.state) },
            store.observe(initial: true) { coalesced.append($0) },
        ]
        store.send(0)
        #expect(will == [0, 0, 1, 2])
        #expect(did == [0, 1, 2, 3])
        #expect(coalesced == [0, 3])
        tokens.forEach { $0.cancel() }
    }

    // STO-08
    @Test(arguments: [false, true]) func anObserverMaySendWhileDraining(initial: Bool) {
        let store = Store<Int, Int>(initialState: 0, on: TestClock()) {
            Reduce { state, action in
                state = action
                return .none
            }
        }
        var recorded: [Int] = []
        let tokens = [
            store.observe(initial: initial) { if $0 == 1 { store.send(0) } },
            store.observe(initial: initial) { recorded.append($0) },
        ]
        store.send(1)
        #expect(recorded == (initial ? [0, 1, 0] : [1, 0]))
        tokens.forEach { $0.cancel() }
    }

    // STO-41
    @Test(arguments: [false, true]) func sendersAreServedInTheOrderOfSubmission(coalesced: Bool) {
        let store = Store<Int, Int>(initialState: -1, on: TestClock()) {
            Reduce { state, action in
                state = action
                return .none
            }
        }
        var recorded: [Int] = []
        let callbacks: [(Int) -> Void] = [
            { if $0 == 0 { for action in [10, 100] { store.send(action) } } },
            { if $0 == 0 { for action in [20, 200] { store.send(action) } } },
            { recorded.append($0) },
        ]
        let tokens = callbacks.map { callback in
            coalesced
                ? store.observe(callback) : store.observe { callback(store.state) }
        }
        store.send(0)
        #expect(recorded == (coalesced ? [0, 200] : [0, 10, 100, 20, 200]))
        tokens.forEach { $0.cancel() }
    }

    // STO-11
    @Test func anObserverOfAPartIsNotCalledWithoutAChangeOfIt() {
        let store = Self.adder()
        var calls: [Bool] = []
        let token = store.observe({ $0 >= 5 }, onChange: { calls.append($0) })
        for action in [0, 0, 2, 2] { store.send(action) }
        #expect(calls.isEmpty)
        store.send(1)
        store.send(1)
        store.send(-6)
        #expect(calls == [true, false])
        token.cancel()
    }

    // STO-11
    @Test func aPartThatChangesAndReturnsWithinOneDrainIsNoChange() {
        let store = Store<Int, Int>(initialState: 0, on: TestClock()) {
            Reduce { state, action in
                state = action
                return action == 1 ? .just(0) : .none
            }
        }
        var calls = 0
        let token = store.observe({ $0 }, onChange: { _ in calls += 1 })
        store.send(1)
        #expect(calls == 0)
        token.cancel()
    }

    // R-ORD-04
    @Test func aReducerIsNeverEnteredTwice() {
        var depth = 0
        var deepest = 0
        var states: [Int] = []
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Reduce { state, action in
                depth += 1
                deepest = max(deepest, depth)
                states.append(state)
                state += 1
                depth -= 1
                return action == "a" ? .run { send in send("b") } : .none
            }
        }
        store.send("a")
        #expect(deepest == 1)
        #expect(states == [0, 1])
    }

    // STO-37, STO-38
    @Test(arguments: [false, true]) func theInitialEffectStartsInTheFirstTurnOrBeforeTheFirstSend(
        sends: Bool
    ) {
        let clock = TestClock()
        var received: [String] = []
        let store = Store<Int, String>(
            initialState: 0, initialEffect: .merge(.just("boot"), .after(.zero, "later")), on: clock
        ) {
            Reduce { state, action in
                state += 1
                received.append(action)
                return .none
            }
        }
        #expect(received.isEmpty)
        #expect(store.state == 0)
        if sends {
            store.send("first")
            #expect(received == ["boot", "first"])
        }
        clock.runUntilIdle()
        #expect(received == (sends ? ["boot", "first", "later"] : ["boot", "later"]))
        clock.advance(by: milliseconds(10))
        #expect(received.filter { $0 == "boot" }.count == 1)
    }

    // STO-38
    @Test func anInitialEffectOfAStoppedStoreNeverStarts() {
        let clock = TestClock()
        let log = Log()
        let store = Store<Int, String>(
            initialState: 0, initialEffect: .run { _ in log("started") }, on: clock
        ) {
            EmptyReducer()
        }
        store.stop()
        clock.runUntilIdle()
        #expect(log.entries.isEmpty)
    }
}
