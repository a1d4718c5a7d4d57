import EffectCore
import EffectTesting
import Testing

/// `EffectScheduling.queued(id:limit:)`.
@Suite struct QueuedTests {
    private static func queue(_ limit: Int) -> EffectScheduling { .queued(id: "q", limit: limit) }

    // OPR-13
    @Test func onlyAsManyRunAsTheLimitAllows() {
        let log = Log()
        var most = 0
        var running = 0
        let calls = Calls { number in
            Calls.Work.run { send in
                log("\(number)")
                running += 1
                most = max(most, running)
                send.after(milliseconds(100)) {
                    running -= 1
                    send.finish(with: .value(number))
                }
            }.scheduling(Self.queue(4))
        }
        for number in 0..<104 { calls.call(number) }
        #expect(log.entries == ["0", "1", "2", "3"])
        #expect(calls.harness.inFlight == 104)
        #expect(calls.store.effects.count { $0.kind == .queued } == 100)
        calls.clock.run()
        #expect(most == 4)
        calls.expect((0..<104).map { (100 * ($0 / 4 + 1), $0) })
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-13
    @Test func oneThatIsCancelledInLineNeverStarts() {
        let log = Log()
        let calls = Calls { number in
            Calls.Work.merge(.probe("\(number)", log, for: milliseconds(100)))
                .scheduling(Self.queue(1)).cancellable(id: "own \(number)")
        }
        var tasks: [StoreTask] = []
        for number in 0..<5 { tasks.append(calls.call(number)) }
        calls.cancel("own 1")
        tasks[3].cancel()
        #expect(tasks[1].isFinished && tasks[3].isFinished)
        calls.clock.run()
        #expect(
            log.entries == [
                "0.start", "0.finish", "2.start", "2.finish", "4.start", "4.finish",
            ])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-13
    @Test func aCancelOfOneThatRunsStartsTheNext() {
        let log = Log()
        let calls = Calls { number in
            Calls.Work.probe("\(number)", log).scheduling(Self.queue(1))
                .cancellable(id: "own \(number)")
        }
        for number in 0..<3 { calls.call(number) }
        calls.cancel("own 0")
        #expect(log.entries == ["0.start", "0.cancel", "1.start"])
        calls.cancel("own 2")
        calls.cancel("own 1")
        #expect(log.entries == ["0.start", "0.cancel", "1.start", "1.cancel"])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-13
    @Test func aCancelByTheIDEndsTheWholeQueue() {
        let log = Log()
        let calls = Calls { number in
            Calls.Work.probe("\(number)", log).scheduling(Self.queue(2))
        }
        for number in 0..<5 { calls.call(number) }
        #expect(calls.store.isInFlight(id: "q"))
        calls.cancel("q")
        #expect(log.entries == ["0.start", "1.start", "0.cancel", "1.cancel"])
        #expect(!calls.store.isInFlight(id: "q"))
        calls.call(9)
        #expect(log.entries.last == "9.start")
        calls.cancel("q")
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-13
    @Test func effectsThatEndAtOnceKeepTheirOrderOnASmallStack() {
        var values: [Int] = []
        var left = (0, 0, 0)
        onSmallStack {
            let clock = TestClock()
            let store = Store<Int, Int>(initialState: 0, on: clock) {
                Reduce { _, number in
                    if number >= 0 { values.append(number) }
                    guard number == -1 else { return .none }
                    return .merge((0..<20_000).map { Effect.just($0, scheduling: Self.queue(1)) })
                }
            }
            store.send(-1)
            left = store.tableCounts
        }
        #expect(values == Array(0..<20_000))
        #expect(left == (0, 0, 0))
    }

    // OPR-13
    @Test func aHigherLimitLetsMoreStart() {
        let log = Log()
        let calls = Calls { number in
            Calls.Work.probe("\(number)", log).scheduling(Self.queue(number < 3 ? 1 : 3))
        }
        for number in 0..<3 { calls.call(number) }
        #expect(log.entries == ["0.start"])
        calls.call(3)
        #expect(log.entries == ["0.start", "1.start", "2.start"])
    }

    // OPR-13
    @Test func aLimitBelowOneIsOne() {
        let calls = Calls { .value($0, after: 10).scheduling(Self.queue(-5)) }
        calls.call(1)
        calls.call(2)
        calls.clock.run()
        calls.expect([(10, 1), (20, 2)])
    }

    // OPR-13
    @Test func aPartOfOneThatRunsDoesNotWaitForIt() {
        let calls = Calls { number in
            .concatenate(.value(number), .value(number + 1, after: 10).scheduling(Self.queue(1)))
                .scheduling(Self.queue(1))
        }
        calls.call(1)
        calls.clock.run()
        calls.expect([(0, 1), (10, 2)])
        #expect(calls.store.tableCounts == (0, 0, 0))
    }

    // OPR-13
    @Test func queuesOfOtherIDsAndStoresAreOthers() {
        let clock = TestClock()
        let effect: (Int) -> Calls.Work = { number in
            .value(number, after: 10).scheduling(.queued(id: number % 2))
        }
        let (calls, others) = (Calls(on: clock, effect), Calls(on: clock, effect))
        for number in 0..<4 { calls.call(number) }
        others.call(0)
        clock.run()
        calls.expect([(10, 0), (10, 1), (20, 2), (20, 3)])
        others.expect([(10, 0)])
    }

    /// Two children with a queue each, one of which may go.
    private struct Family: Reducer {
        struct Child: Reducer {
            enum Action { case go(String) }
            let log: Log
            func reduce(into state: inout Int, action: Action) -> Effect<Action> {
                guard case .go(let name) = action else { return .none }
                return Effect.probe(name, log).scheduling(.queued(id: "q"))
            }
        }
        struct State { var left: Int? = 0, right: Int? = 0 }
        enum Action { case left(Child.Action), right(Child.Action), remove }

        let log: Log

        var body: some Reducer<State, Action> {
            Reduce<State, Action> { state, action in
                if case .remove = action { state.left = nil }
                return .none
            }
            .ifLet(
                \.left,
                action: CasePath(Action.left) { if case .left(let a) = $0 { a } else { nil } }
            ) { Child(log: log) }
            .ifLet(
                \.right,
                action: CasePath(Action.right) { if case .right(let a) = $0 { a } else { nil } }
            ) { Child(log: log) }
        }
    }

    // OPR-13, SCP-21
    @Test func eachChildHasItsOwnLineWhichGoesWithIt() {
        let log = Log()
        let store = Store(initialState: Family.State(), on: TestClock()) { Family(log: log) }
        for name in ["a", "b"] {
            store.send(.left(.go("left \(name)")))
            store.send(.right(.go("right \(name)")))
        }
        #expect(log.entries == ["left a.start", "right a.start"])
        store.send(.remove)
        #expect(log.entries == ["left a.start", "right a.start", "left a.cancel"])
        #expect(store.effects.count == 2)
        #expect(store.isInFlight(id: "q"))
    }

    // OPR-13
    @Test func theEndOfTheStoreStartsNobody() {
        let log = Log()
        let harness = Harness<String> { action in
            Effect.probe(action, log).scheduling(.queued(id: "q"))
        }
        for action in ["a", "b", "c"] { harness.send(action) }
        harness.release()
        #expect(log.entries == ["a.start", "a.cancel"])
    }

    // OPR-13
    @Test func aStoppedStoreStartsNobodyAndGoesOnAnew() {
        let log = Log()
        let harness = Harness<String> { action in
            Effect.probe(action, log).scheduling(.queued(id: "q"))
        }
        for action in ["a", "b"] { harness.send(action) }
        harness.store.stop()
        #expect(log.entries == ["a.start", "a.cancel"])
        harness.store.start()
        harness.clock.run()
        for action in ["c", "d"] { harness.send(action) }
        #expect(log.entries == ["a.start", "a.cancel", "c.start"])
        harness.store.send("stop")
    }

    // OPR-13
    @Test func theNextStartsBeforeAQueuedActionIsReduced() {
        let log = Log()
        let harness = Harness<String> { action in
            log(action)
            switch action {
            case "go":
                return .merge(
                    .sequence(["x", "y"], scheduling: .queued(id: "q")),
                    Effect.fireAndForget { log("second") }.scheduling(.queued(id: "q")))
            default: return .none
            }
        }
        harness.send("go")
        #expect(log.entries == ["go", "second", "x", "y"])
    }

    /// A plain list of what waits and what runs decides the same.
    // OPR-13
    @Test(arguments: 0..<20 as Range<UInt64>) func randomCallsStartInOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...4, using: &generator)
        var started: [Int] = []
        let calls = Calls { number in
            Calls.Work.run { send in
                started.append(number)
                send.after(milliseconds(1 + number * 7 % 13)) { send.finish(with: .value(number)) }
            }.scheduling(Self.queue(limit)).cancellable(id: "own \(number)")
        }
        var waiting: [Int] = []
        var running: [(number: Int, end: Int)] = []
        var expected: [Int] = []
        func admit(at time: Int) {
            while running.count < limit, !waiting.isEmpty {
                let number = waiting.removeFirst()
                expected.append(number)
                running.append((number, time + 1 + number * 7 % 13))
            }
        }
        func pass(until time: Int) {
            while let end = running.map(\.end).min(), end <= time {
                let first = running.firstIndex { $0.end == end }!
                running.remove(at: first)
                admit(at: end)
            }
        }
        var time = 0
        for number in 0..<60 {
            time += Int.random(in: 0...4, using: &generator)
            pass(until: time)
            calls.call(number, at: time)
            waiting.append(number)
            admit(at: time)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let victim = Int.random(in: 0...number, using: &generator)
                calls.cancel("own \(victim)")
                waiting.removeAll { $0 == victim }
                running.removeAll { $0.number == victim }
                admit(at: time)
            }
            #expect(started == expected, "seed \(seed)")
        }
        pass(until: .max)
        calls.clock.run()
        #expect(started == expected, "seed \(seed)")
        #expect(calls.store.tableCounts == (0, 0, 0), "seed \(seed)")
    }
}
