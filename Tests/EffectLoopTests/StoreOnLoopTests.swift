import EffectLoop
import EffectTesting
import Glibc
import Testing

/// Whole stores on the real loop.
extension RealLoop {
    @Suite struct StoresOnALoop {
        // CLK-25
        @Test func randomScriptsRunInTheSameOrderOnEitherClock() throws {
            let loop = try EventLoop()
            let clock = TestClock()
            var pairs: [(real: Script, virtual: Script)] = []
            for seed in 0..<300 as Range<UInt64> {
                pairs.append((Script(seed, on: loop), Script(seed, on: clock)))
            }
            for pair in pairs {
                pair.real.store.send(-1)
                pair.virtual.store.send(-1)
            }
            try loop.run()
            clock.run()
            for (seed, pair) in pairs.enumerated() {
                #expect(pair.real.received == pair.virtual.received, "seed \(seed)")
            }
            #expect(pairs.allSatisfy { $0.virtual.received.count > 1 })
        }

        // CLK-26, R-TIM-24
        @Test func aTimerAndInputOfOneTurnAreBothServedInIt() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var log: [String] = []
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { _, action in
                    log.append(action)
                    switch action {
                    case "start":
                        return .merge(
                            .after(.milliseconds(2), "timer"),
                            .readable(pipe.reader, on: loop) { "input" }.cancellable(id: "input"))
                    case "input": return .merge(.cancel(id: "input"), .send("input's"))
                    case "timer": return .send("timer's")
                    default: return .none
                    }
                }
            }
            store.send("start")
            pipe.send()
            // The deadline passes while nothing runs: both are ready when the next turn begins.
            let due = loop.now.advanced(by: .milliseconds(4))
            while loop.now < due {}
            try loop.run(.noWait)
            try loop.run(.noWait)
            #expect(log.count == 5)
            let input = try #require(log.firstIndex(of: "input"))
            let timer = try #require(log.firstIndex(of: "timer"))
            #expect(log[input + 1] == "input's", "a drain ends before the next callback")
            #expect(log[timer + 1] == "timer's", "a drain ends before the next callback")
            try loop.run()
        }

        // R-TIM-22
        @Test func workThatFeedsItselfLeavesOthersTheirTurn() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var ticks = 0
            var inputs = 0
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { state, action in
                    switch action {
                    case "start":
                        return .merge(
                            .after(.zero, "again"), .timer(every: .milliseconds(10), "tick"),
                            .after(.milliseconds(500), "stop"),
                            .readable(pipe.reader, on: loop) { "input" })
                    case "again":
                        state += 1
                        return .send("again")
                    case "tick": ticks += 1
                    case "input":
                        inputs += 1
                        pipe.receive()
                    default: loop.stop()
                    }
                    return .none
                }
            }
            store.send("start")
            pipe.send()
            try loop.run()
            // One in five of those due, on a busy machine; where a turn takes longer than a period,
            // as under a sanitizer, every second turn has one.
            let turns = Int(loop.statistics.turns)
            #expect(ticks >= min(10, turns / 4), "\(turns) turns")
            #expect(inputs == 1)
            #expect(store.state > 1_000)
        }

        // LOOP-01
        @Test func aTimerEffectHoldsTheLoopUntilItIsCancelled() throws {
            let loop = try EventLoop()
            var ticks = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if action == 0 { return .timer(every: .milliseconds(1), 1).cancellable(id: 1) }
                    ticks += 1
                    return ticks == 3 ? .cancel(id: 1) : .none
                }
            }
            try loop.run()
            store.send(0)
            try loop.run()
            #expect(ticks == 3)
        }

        // LOOP-02
        @Test func aStoreReleasedInItsOwnCallbackIsFreedWhenItReturns() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            let lifetime = Lifetime()
            var isServing = false
            var store: Store<Int, Int>?
            store = Store(initialState: 0, on: loop) { [object = lifetime.object()] in
                Reduce { _, action in
                    _ = object
                    guard action == 0 else { return .none }
                    return .merge(
                        .readable(pipe.reader, on: loop) { 1 }, .timer(every: .milliseconds(1), 2))
                }
            }
            let token = store?.observe { _ in if isServing { store = nil } }
            store?.send(0)
            pipe.send()
            isServing = true
            try loop.run()
            #expect(store == nil)
            #expect(!lifetime.isAlive)
            token?.cancel()
        }

        // LOOP-08
        @Test func aSignalBecomesAnActionAndEndsTheDaemonInOrder() throws {
            let loop = try EventLoop()
            var log: [String] = []
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { _, action in
                    switch action {
                    case "start":
                        return .merge(
                            .run { send in
                                send.onCancel { log.append("first closed") }
                                send.after(.seconds(3600)) { _ = send }
                            },
                            .run { send in
                                send.onCancel { log.append("second closed") }
                                send.after(.seconds(3600)) { _ = send }
                            },
                            .signal(SIGTERM, on: loop) { "terminate" })
                    default:
                        log.append(action)
                        return .cancelAll
                    }
                }
            }
            store.send("start")
            deliver(SIGTERM)
            try loop.run()
            #expect(log == ["terminate", "first closed", "second closed"])
            #expect(store.effects.isEmpty)
        }
    }
}

/// A random feature of waits, timers and cancels; its instants are at least 5 ms apart.
private final class Script {
    private(set) var received: [Int] = []
    private var storage: Store<Int, Int>?
    var store: Store<Int, Int> { storage! }

    init(_ seed: UInt64, on scheduler: some Scheduler) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        // Each of these instants is used once; the timer ticks between them.
        var slots = Array(1...12)
        func slot() -> Duration { .milliseconds(slots.remove(at: random(slots.count)) * 10) }
        var effects: [Effect<Int>] = []
        for number in 0..<4 {
            effects.append(Effect.after(slot(), number).cancellable(id: number % 2))
        }
        effects.append(.timer(every: .milliseconds(65), count: 1 + random(2), 10))
        let canceller = Effect<Int>.cancel(id: random(2)).delay(for: slot())
        effects.append(canceller)
        effects.append(Effect.send(20).debounce(id: "d", for: slot()))
        effects.append(.concatenate(.after(slot(), 30), .send(31)))
        storage = Store(initialState: 0, on: scheduler) {
            Reduce { [unowned self] _, action in
                self.received.append(action)
                return action == -1 ? .merge(effects) : .none
            }
        }
    }
}
