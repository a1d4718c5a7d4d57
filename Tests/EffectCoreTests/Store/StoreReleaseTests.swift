import EffectCore
import EffectTesting
import Testing

@Suite struct StoreReleaseTests {
    private static func tick(_ time: Int, _ action: String) -> Effect<String> {
        .timer(every: milliseconds(time), action)
    }

    // STO-12
    @Test func aReleasedStoreCancelsEverythingOnce() {
        let log = Log()
        let second = milliseconds(1000)
        let source = FakeDescriptors()
        let harness = Harness([
            "X": .merge(
                Self.tick(1000, "a"), .after(milliseconds(5000), "b"),
                Effect.just("debounced").debounce(id: "d", for: milliseconds(9000)),
                Effect.just("passed").throttle(id: "t", for: milliseconds(9000), latest: true),
                Effect.just("held").throttle(id: "t", for: milliseconds(9000), latest: true),
                .probe("p", log), .probe("in", log, for: second),
                .concatenate(.probe("head", log), .probe("tail", log)),
                .never.timeout(after: milliseconds(7000), "late"),
                .just("delayed").delay(for: milliseconds(8000)),
                .readable(5, on: source) { "readable" })
        ])
        weak var store: Store<Int, String>?
        store = harness.store
        let task = harness.send("X")
        harness.advance(to: 2500)
        #expect(harness.inFlight == 9)
        harness.release()
        #expect(store == nil)
        #expect(task.isFinished)
        #expect(
            log.entries == [
                "p.start", "in.start", "head.start", "in.finish", "head.cancel", "p.cancel",
            ])
        #expect(source.watched.isEmpty)
        #expect(harness.clock.armedTimerCount == 0)
        #expect(!harness.clock.hasPendingWork)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "passed"), (1000, "a"), (2000, "a")])
    }

    // STO-13
    @Test(arguments: [true, false]) func aReleaseByTheFirstOfTwoDueTimersSilencesTheSecond(
        storeFirst: Bool
    ) {
        let clock = TestClock()
        var received: [String] = []
        var victim: Store<Int, String>? = Store(initialState: 0, on: clock) {
            Reduce { _, action in
                received.append(action)
                return action == "X" ? .after(milliseconds(1000), "due") : .none
            }
        }
        let killer = Store<Int, String>(initialState: 0, on: clock) {
            Reduce { _, action in
                if action == "X" { return .after(milliseconds(1000), "kill") }
                victim = nil
                return .none
            }
        }
        if storeFirst { victim?.send("X") }
        killer.send("X")
        if !storeFirst { victim?.send("X") }
        clock.advance(by: milliseconds(1000))
        #expect(received == (storeFirst ? ["X", "due"] : ["X"]))
        #expect(victim == nil)
        #expect(clock.armedTimerCount == 0)
    }

    // STO-13
    @Test(arguments: ["run", "after", "timer", "chain", "timeout", "debounce", "delay"])
    func aStoreMayBeReleasedByItsOwnReducer(kind: String) {
        let clock = TestClock()
        let log = Log()
        let wait = milliseconds(100)
        var store: Store<Int, String>?
        store = Store(initialState: 0, on: clock) {
            Reduce { state, action in
                state += 1
                log(action)
                guard action == "X" else {
                    store = nil
                    return .merge(.just("after release"), .probe("new", log))
                }
                let effect: Effect<String> =
                    switch kind {
                    case "run": .run { send in send.after(wait) { send("die") } }
                    case "after": .after(wait, "die")
                    case "timer": .timer(every: wait, "die")
                    case "chain": .concatenate(.sleep(for: wait), .just("die"), .just("tail"))
                    case "timeout": .never.timeout(after: wait, "die")
                    case "debounce": .just("die").debounce(id: 1, for: wait)
                    default: .just("die").delay(for: wait)
                    }
                return .merge(effect, .probe("other", log))
            }
        }
        store?.send("X")
        clock.advance(by: wait)
        #expect(store == nil)
        #expect(log.entries == ["X", "other.start", "die", "other.cancel"])
        clock.run()
        #expect(clock.armedTimerCount == 0)
    }

    // STO-13
    @Test(arguments: [true, false])
    func aStoreMayBeReleasedByTheReducerOfAChild(byTimer: Bool) {
        let clock = TestClock()
        let log = Log()
        var store: Store<Int?, String>?
        store = Store<Int?, String>(initialState: 1, on: clock) {
            Reduce<Int?, String> { _, action in
                log("parent \(action)")
                return .none
            }
            .ifLet(
                state: { state, body in body(&state) },
                action: CasePath<String, String>({ $0 }, { $0 })
            ) {
                Reduce<Int, String> { state, action in
                    if action == "die" { store = nil }
                    state += 1
                    log("child \(state)")
                    return .after(milliseconds(100), "die")
                }
            }
        }
        store?.send("start")
        if byTimer { clock.advance(by: milliseconds(100)) } else { store?.send("die") }
        #expect(store == nil)
        #expect(log.entries == ["child 2", "parent start", "child 3", "parent die"])
        clock.run()
        #expect(clock.armedTimerCount == 0)
    }

    // STO-13
    @Test(arguments: ["did", "will", "action", "observer"])
    func aStoreMayBeReleasedByItsObserver(place: String) {
        let clock = TestClock()
        let log = Log()
        var store: Store<Int, String>?
        var tokens: [ObservationToken] = []
        store = Store(initialState: 0, on: clock) {
            Reduce { _, action in
                log(action)
                return action == "X"
                    ? .after(milliseconds(1), "tick") : .merge(.just("next"), .probe("p", log))
            }
        }
        store?.send("X")
        func release(_ at: String) {
            if at == place { store = nil }
        }
        if let store {
            tokens = [
                store.observe(willChange: { release("will") }) { release("did") },
                store.onAction { _, _ in release("action") },
            ]
            tokens.append(store.observe { _ in release("observer") })
        }
        clock.advance(by: milliseconds(1))
        #expect(store == nil)
        let coalesced = ["X", "tick", "p.start", "next", "p.start", "p.cancel", "p.cancel"]
        let atOnce = ["X", "tick"]
        #expect(log.entries.prefix(2) == ["X", "tick"][...])
        #expect(place == "observer" ? log.entries.count >= coalesced.count : log.entries == atOnce)
        clock.advance(by: milliseconds(100))
        tokens.removeAll()
    }

    // STO-15
    @Test func effectsDoNotKeepTheirStore() {
        let log = Log()
        var kept: Send<String>?
        var store: Store<Int, String>? = Store(initialState: 0, on: TestClock()) {
            Reduce { _, _ in .merge(.never, .run { kept = $0 }, .probe("p", log)) }
        }
        weak var released: Store<Int, String>?
        released = store
        let task = store?.send("X")
        store = nil
        #expect(released == nil)
        #expect(log.entries == ["p.start", "p.cancel"])
        #expect(kept?.isActive == false)
        #expect(task?.isFinished == true)
    }

    // STO-16
    @Test func anEscapedSendDoesNothingAfterTheRelease() {
        var kept: Send<String>?
        let harness = Harness<String> { action in action == "X" ? .run { kept = $0 } : .none }
        let task = harness.send("X")
        harness.release()
        harness.advance(to: 1000)
        kept?("late")
        kept?.finish(with: "late")
        kept?.finish()
        kept?.after(.zero) { kept?("late") }
        kept?.cancel(id: "k")
        task.cancel()
        harness.clock.run()
        harness.expect([(0, "X")])
        #expect(harness.reports.isEmpty)
        #expect(harness.clock.armedTimerCount == 0)
    }

    // STO-16, STO-23
    @Test func aSendThatHasFinishedIsSilentAfterTheStop() {
        var kept: Send<String>?
        let harness = Harness<String> { action in action == "X" ? .run { kept = $0 } : .none }
        harness.send("X")
        harness.store.stop()
        kept?("late")
        kept?.finish(with: "late")
        harness.expect([(0, "X")])
        #expect(harness.reports.isEmpty)
    }

    // STO-47
    @Test func synchronousEffectsLeaveNothingInTheTables() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                Effect.just("a").cancellable(id: "a", cancelInFlight: true),
                .concatenate(.just("b"), .cancel(id: "a"), .just("c").cancellable(id: 3)),
                Effect.run { send in send("d") }.map { $0 }.timeout(after: .zero, "late"),
                .cancel(id: "a", includingWaiting: true), .cancelAll)
        }
        for _ in 0..<1000 { harness.send("X") }
        #expect(harness.store.tableCounts == (0, 0, 0))
        #expect(harness.clock.armedTimerCount == 0)
        #expect(harness.received.count == 5000)
        #expect(harness.received[0..<5].map(\.action) == ["X", "a", "b", "c", "d"])
    }
}
