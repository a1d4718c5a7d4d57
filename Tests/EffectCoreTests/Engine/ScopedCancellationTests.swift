import EffectCore
import EffectTesting
import Testing

/// Ids of scoped children. An action `left.X` is the child's `X`; children answer from one script.
@Suite struct ScopedCancellationTests {
    private typealias Script = (String) -> Effect<String>

    /// A root with two children that have ids of their own, one of them with a child, and a plain one.
    private static func makeStore(
        _ clock: TestClock, _ received: Log, _ script: @escaping Script
    ) -> Store<Int, String> {
        Store(initialState: 0, on: clock) {
            Reduce { _, action in
                received("\(clock.now.nanoseconds / 1_000_000) \(action)")
                return action.contains(".") ? .none : script(action)
            }
            Scope(state: \.self, action: prefixed("left."), id: "left") {
                Reduce { _, action in action.contains(".") ? .none : script(action) }
                Scope(state: \.self, action: prefixed("inner."), id: "inner") {
                    Reduce { _, action in script(action) }
                }
            }
            Scope(state: \.self, action: prefixed("right."), id: "right") {
                Reduce { _, action in script(action) }
            }
            Scope(state: \.self, action: prefixed("plain.")) {
                Reduce { _, action in script(action) }
            }
        }
    }

    private static let places = ["", "left.", "left.inner.", "right.", "plain."]

    /// Starts an effect under one id everywhere, sends an action, and tells where it still runs.
    private static func survivors(
        of action: String, _ meddle: Effect<String>
    ) -> [String] {
        let clock = TestClock()
        let received = Log()
        let store = makeStore(clock, received) {
            switch $0 {
            case "start": Effect.after(milliseconds(100), "done").cancellable(id: "k")
            case "meddle": meddle
            default: .none
            }
        }
        for place in places { store.send(place + "start") }
        #expect(store.effects.count == places.count)
        store.send(action + "meddle")
        clock.run()
        #expect(store.tableCounts.nodes == 0)
        return places.filter { received.entries.contains("100 \($0)done") }
    }

    // SCP-01, SCP-02, SCP-04, SCP-09, SCP-11, R-CAN-04
    @Test(arguments: [
        ("", [String]()), ("left.", ["", "right.", "plain."]),
        ("left.inner.", ["", "left.", "right.", "plain."]),
        ("right.", ["", "left.", "left.inner.", "plain."]), ("plain.", []),
    ])
    func aCancelReachesItsOwnScopeAndThoseBelow(place: String, survivors: [String]) {
        #expect(Self.survivors(of: place, .cancel(id: "k")) == survivors)
        #expect(Self.survivors(of: place, .cancel(ids: ["j", "k"])) == survivors)
        #expect(Self.survivors(of: place, .cancelAll) == survivors)
        #expect(Self.survivors(of: place, .run { send in send.cancel(id: "k") }) == survivors)
        #expect(
            Self.survivors(of: place, .cancel(id: "k", includingWaiting: true)) == survivors)
    }

    // SCP-20, SCP-06, R-CAN-04
    @Test(arguments: [
        ("", ["left.", "left.inner.", "right."]),
        ("left.", ["", "left.inner.", "right.", "plain."]),
        ("left.inner.", ["", "left.", "right.", "plain."]),
        ("plain.", ["left.", "left.inner.", "right."]),
    ])
    func aDisplacementReachesItsOwnScopeOnly(place: String, survivors: [String]) {
        let sleep = Effect<String>.sleep(for: milliseconds(1))
        #expect(
            Self.survivors(of: place, sleep.cancellable(id: "k", cancelInFlight: true))
                == survivors)
        #expect(
            Self.survivors(of: place, sleep.debounce(id: "k", for: milliseconds(1))) == survivors)
        #expect(
            Self.survivors(of: place, sleep.throttle(id: "k", for: milliseconds(1), latest: true))
                == survivors)
    }

    // R-CAN-04
    @Test func siblingsOfOneReducerDoNotDisplaceEachOther() {
        let clock = TestClock()
        let received = Log()
        let store = Self.makeStore(clock, received) {
            $0 == "fetch"
                ? Effect.after(milliseconds(500), "fetched")
                    .cancellable(id: "fetch", cancelInFlight: true) : .none
        }
        store.send("left.fetch")
        store.send("right.fetch")
        clock.run()
        #expect(
            received.entries == [
                "0 left.fetch", "0 right.fetch", "500 left.fetched", "500 right.fetched",
            ])
    }

    // SCP-06
    @Test func displacementInAChildSparesTheParent() {
        let clock = TestClock()
        let received = Log()
        let store = Self.makeStore(clock, received) {
            switch $0 {
            case "long": Effect.after(milliseconds(2000), "R").cancellable(id: "C")
            case "tap":
                Effect.after(milliseconds(1000), "r").cancellable(id: "C", cancelInFlight: true)
            default: .none
            }
        }
        store.send("long")
        store.send("left.tap")
        clock.advance(by: milliseconds(500))
        store.send("left.tap")
        clock.run()
        #expect(received.entries.suffix(2) == ["1500 left.r", "2000 R"])
        #expect(received.entries.count == 5)
    }

    // CAN-38, SCP-02
    @Test func aCancelFromAboveTearsDownInTheOrderOfStart() {
        let log = Log()
        let clock = TestClock()
        var count = 0
        let store = Self.makeStore(clock, Log()) { action in
            if action == "stop" { return .cancel(id: "k") }
            count += 1
            return Effect.probe("\(count)", log).cancellable(id: "k")
        }
        for place in ["right.", "left.inner.", "", "left.", "right."] { store.send(place + "go") }
        store.send("stop")
        #expect(
            log.entries.suffix(5) == ["1.cancel", "2.cancel", "3.cancel", "4.cancel", "5.cancel"])
        #expect(store.tableCounts == (0, 0, 0))
    }

    // CAN-38, CAT-06
    @Test func stepsThatACancelFromAboveLetsGoOnStartInTheOrderOfTheirHeads() {
        let received = Log()
        let store = Self.makeStore(TestClock(), received) {
            switch $0 {
            case "go": .concatenate(Effect.never.cancellable(id: "k"), .just("next"))
            case "stop": .cancel(id: "k")
            default: .none
            }
        }
        let places = ["right.", "left.inner.", "", "left."]
        for place in places { store.send(place + "go") }
        store.send("stop")
        #expect(received.entries.suffix(4) == places.map { "0 \($0)next" })
    }

    // CAN-26, SCP-01
    @Test func aSendThatOutlivesItsScopeCancelsNothingInTheOneThatTookItsPlace() {
        var kept: Send<String>?
        let store = Self.makeStore(TestClock(), Log()) {
            switch $0 {
            case "keep":
                .run { send in
                    kept = send
                    send.finish()
                }
            case "go": Effect.never.cancellable(id: "k")
            default: .none
            }
        }
        store.send("left.keep")
        #expect(store.effects.isEmpty)
        store.send("right.go")
        kept?.cancel(id: "k")
        #expect(store.isInFlight(id: "k"))
        kept = nil
    }

    // R-CAN-08, FIN-04
    @Test(arguments: ["finish", "cancel", "parent"])
    func aScopedEffectReleasesItsCaptures(ending: String) {
        let log = Log()
        var kept: Send<String>?
        let store = Self.makeStore(TestClock(), Log()) { action in
            guard action == "go" else { return action == "stop" ? .cancel(id: "k") : .none }
            let sentinel = Sentinel { log("released") }
            return Effect.merge(
                .never,
                Effect.run { send in
                    kept = send
                    send.onTermination { sentinel.touch() }
                }.cancellable(id: "k"))
        }
        store.send("left.inner.go")
        #expect(log.entries.isEmpty)
        switch ending {
        case "finish": kept?.finish()
        case "cancel": store.send("left.inner.stop")
        default: store.send("left.stop")
        }
        // The mapped `send` itself is still held by the test, and with it nothing of the body.
        #expect(log.entries == ["released"])
        #expect(store.effects.count == 1)
    }

    // CAN-41, SCP-01
    @Test func aTeardownInAChildStaysInItsScope() {
        let log = Log()
        let store = Self.makeStore(TestClock(), Log()) { action in
            switch action {
            case "probe": Effect.probe("m", log).cancellable(id: "m")
            case "go":
                Effect.run { send in
                    send.after(.seconds(1)) {}
                    send.onCancel { send.cancel(id: "m") }
                }.cancellable(id: "k")
            case "stop": .cancel(id: "k")
            default: .none
            }
        }
        store.send("probe")
        store.send("left.probe")
        store.send("left.go")
        store.send("left.stop")
        #expect(log.entries == ["m.start", "m.start", "m.cancel"])
        #expect(store.effects.count == 1)
        #expect(store.isInFlight(id: "m"))
    }

    // R-CAN-02, SCP-01
    @Test func waitingStepsAreDroppedInTheOwnScopeAndBelow() {
        for (place, dropped) in [("", true), ("left.", true), ("right.", false)] {
            let clock = TestClock()
            let received = Log()
            let store = Self.makeStore(clock, received) {
                switch $0 {
                case "go":
                    .concatenate(
                        .sleep(for: milliseconds(10)), Effect.just("b").cancellable(id: "b"),
                        .just("end"))
                case "stop": .cancel(id: "b", includingWaiting: true)
                default: .none
                }
            }
            store.send("left.go")
            store.send(place + "stop")
            clock.run()
            #expect(received.entries.contains("10 left.b") != dropped, "\(place)")
            #expect(received.entries.last == "10 left.end")
        }
    }
}
