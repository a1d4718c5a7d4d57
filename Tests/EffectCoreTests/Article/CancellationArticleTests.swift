import EffectCore
import EffectTesting
import Testing

// The code of CancellationAndScopes.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two
// together.

/// Answers each action with the effect of that name.
private struct Bench: Reducer {
    typealias Action = String

    let effects: (String) -> Effect<String>

    func reduce(into state: inout [String], action: String) -> Effect<String> {
        state.append(action)
        return effects(action)
    }
}

/// Two ports that are always there.
struct TwoPorts: Reducer {
    struct State {
        var left = Port.State(id: "left")
        var right = Port.State(id: "right")
    }

    enum Action { case left(Port.Action), right(Port.Action), closeBoth }

    var body: some ReducerOf<Self> {
        Scope(state: \.left, action: Self.left, id: "left") { Port() }
        Scope(state: \.right, action: Self.right, id: "right") { Port() }
        Reduce { _, action in
            guard case .closeBoth = action else { return .none }
            return .cancel(id: Port.CancelID.polling)
        }
    }
}

extension TwoPorts {
    static var left: CasePath<Action, Port.Action> {
        CasePath(Action.left) { if case .left(let action) = $0 { action } else { nil } }
    }

    static var right: CasePath<Action, Port.Action> {
        CasePath(Action.right) { if case .right(let action) = $0 { action } else { nil } }
    }
}

@Suite struct CancellationArticleTests {
    private let clock = TestClock()

    private func makeStore(
        _ effects: @escaping (String) -> Effect<String>
    ) -> Store<[String], String> {
        Store(initialState: [], on: clock) { Bench(effects: effects) }
    }

    private func inSeconds(_ seconds: Int, _ action: String) -> Effect<String> {
        .after(.seconds(seconds), action)
    }

    @Test func idsAreTyped() {
        enum CancelID { case load }
        let store = makeStore { action in
            switch action {
            case "one": Effect.after(.seconds(1), "1").cancellable(id: 1)
            case "true": Effect.after(.seconds(1), "true").cancellable(id: true)
            case "load": Effect.after(.seconds(1), "loaded").cancellable(id: CancelID.load)
            case "cancel": .cancel(ids: [EffectID(CancelID.load), EffectID(1)])
            default: .none
            }
        }
        for action in ["one", "true", "load", "cancel"] { store.send(action) }
        #expect(store.effects.map(\.ids) == [[EffectID(true)]])
    }

    @Test func effectsShareAnIDUnlessOneDisplaces() {
        let store = makeStore { action in
            switch action {
            case "share": inSeconds(1, "shared").cancellable(id: "k")
            case "displace": inSeconds(1, "new").cancellable(id: "k", cancelInFlight: true)
            case "late cancel": .merge(inSeconds(1, "never").cancellable(id: "k"), .cancel(id: "k"))
            default: .none
            }
        }
        store.send("share")
        store.send("share")
        #expect(store.effects.count == 2)
        store.send("displace")
        #expect(store.effects.count == 1)
        store.send("late cancel")
        #expect(store.effects.isEmpty)
    }

    @Test func aParentReachesBothAndAChildItself() {
        let store = Store(initialState: TwoPorts.State(), on: clock) { TwoPorts() }
        store.send(.left(.open))
        store.send(.right(.open))
        store.send(.left(.close))
        #expect(store.effects.count == 1)
        store.send(.left(.open))
        store.send(.closeBoth)
        #expect(store.effects.isEmpty)
    }

    @Test func aRemovedPortTakesAllAlong() {
        let store = Store(initialState: PortGateway.State(), on: clock) { PortGateway() }
        store.send(.plugged("tty0"))
        store.send(.plugged("tty1"))
        store.send(.unplugged("tty0"))
        #expect(store.effects.count == 1)
        store.send(.plugged("tty0"))
        clock.advance(by: .seconds(1))
        #expect(store.state.ports[id: "tty0"]?.polls == 1)
    }

    @Test func whatARemovedChildHoldsBackGoesToo() {
        let store = Store<[String]?, String>(initialState: [], on: clock) {
            Reduce { state, action in
                if action == "remove" { state = nil }
                if action == "replace" {
                    state = nil
                    state = []
                }
                return .none
            }
            .ifLet(\.self, action: CasePath({ $0 }, { $0.hasSuffix("e") ? nil : $0 })) {
                Bench { action in
                    switch action {
                    case "debounced": Effect.send("a").debounce(id: 1, for: .seconds(1))
                    case "delayed": Effect.send("a").delay(for: .seconds(1))
                    case "chain": .concatenate(.sleep(for: .seconds(1)), .send("a"))
                    case "in a row":
                        .merge(
                            inSeconds(1, "a").scheduling(.queued(id: 2, limit: 1)),
                            inSeconds(1, "b").scheduling(.queued(id: 2, limit: 1)))
                    default: .none
                    }
                }
            }
        }
        for action in ["debounced", "delayed", "chain", "in a row"] { store.send(action) }
        let count = store.effects.count
        #expect(count == 5)
        store.send("replace")
        #expect(store.effects.count == count)
        store.send("remove")
        #expect(store.effects.isEmpty)
        #expect(store.tableCounts.nodes == 0)
        #expect(clock.armedTimerCount == 0)
    }

    @Test func aCaseThatIsLeftAndEnteredInOneActionIsTheSame() {
        let store = Store<Uplink.State, Uplink.Action>(initialState: .down, on: clock) {
            Uplink()
            Reduce { state, action in
                if action == .session(.beat) {
                    state = .down
                    state = .online(Session.State(beats: 10))
                }
                return .none
            }
        }
        store.send(.connected)
        clock.advance(by: .seconds(2))
        #expect(store.effects.count == 1)
        #expect(store.state == .online(Session.State(beats: 10)))
    }

    @Test func cancelAllSparesWhatComesBehindIt() {
        let store = makeStore { action in
            switch action {
            case "work": .timer(every: .seconds(1), "tick")
            case "restart": .concatenate(.cancelAll, .send("work"))
            default: .none
            }
        }
        store.send("work")
        clock.advance(by: .milliseconds(500))
        store.send("restart")
        #expect(store.effects.count == 1)
        clock.advance(by: .milliseconds(600))
        #expect(store.state == ["work", "restart", "work"])
    }

    @Test func waitingStepsGoWhenAskedFor() {
        func run(_ stop: Effect<String>) -> [String] {
            let store = makeStore { action in
                switch action {
                case "boot":
                    .concatenate(
                        .after(.seconds(1), "fetched"),
                        .after(.seconds(1), "flashed").cancellable(id: "flash"),
                        .send("ready"))
                case "stop": stop
                default: .none
                }
            }
            store.send("boot")
            store.send("stop")
            clock.run()
            return store.state
        }
        #expect(run(.cancel(id: "flash")) == ["boot", "stop", "fetched", "flashed", "ready"])
        let dropped = run(.cancel(id: "flash", includingWaiting: true))
        #expect(dropped == ["boot", "stop", "fetched", "ready"])
    }

    @Test func aTaskCoversWhatItCaused() {
        var ends = 0
        let store = makeStore { action in
            switch action {
            case "start": .after(.seconds(1), "go on")
            case "go on": .timer(every: .seconds(1), "tick")
            default: .none
            }
        }
        let task = store.send("start")
        task.onFinish { ends += 1 }
        clock.advance(by: .seconds(2))
        #expect(!task.isFinished)
        task.cancel()
        #expect(task.isFinished && task.isCancelled && ends == 1)
        #expect(store.effects.isEmpty)
    }

    @Test(arguments: ["cancel", "stop", "release"]) func teardownHasAnOrder(how: String) {
        var log: [String] = []
        func work(_ name: String) -> Effect<String> {
            .run { send in
                send.onTermination { log.append("\(name) ended") }
                send.onCancel { log.append("\(name) cancelled") }
                send.after(.seconds(1)) { send("\(name) done") }
            }
        }
        var store: Store<[String], String>? = makeStore { action in
            action == "cancel" ? .cancel(id: "k") : work(action).cancellable(id: "k")
        }
        store?.send("a")
        store?.send("b")
        switch how {
        case "cancel": store?.send("cancel")
        case "stop": store?.stop()
        default: store = nil
        }
        let order = how == "cancel" ? ["a", "b"] : ["b", "a"]
        #expect(log == order.flatMap { ["\($0) cancelled", "\($0) ended"] })
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        try ArticleCode(features: ["PortGateway.swift"])
            .covers("CancellationAndScopes.md", lineCount: 35)
    }
}
