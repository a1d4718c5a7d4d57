import EffectCore
import EffectTesting
import Testing

@Suite struct RemovalTests {
    // RED-04
    @Test func anOptionalChildTakesItsEffectsAlong() {
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        let stage = Stage(initial) { $0.change = { state, _ in state.ticker = nil } }
        stage.store.send(.ticker(.start))
        stage.advance(to: 2_500)
        #expect(stage.store.state.ticker?.ticks == 2)
        stage.store.send(.change("remove"))
        #expect(stage.inFlight == 0)
        stage.advance(to: 10_000)
        #expect(stage.takeReceived().count == 4)
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // RED-05
    @Test func aGrandchildGoesWithItsParent() {
        var initial = Rack.State()
        initial.ticker = Ticker.State(child: Leaf.State(), ports: [Leaf.State(id: 7)])
        let stage = Stage(initial) { $0.change = { state, _ in state.ticker = nil } }
        stage.store.send(.ticker(.leaf(.start)))
        stage.store.send(.ticker(.port(7, .start)))
        stage.advance(to: 1_500)
        #expect(stage.inFlight == 2)
        #expect(stage.store.state.ticker?.child?.ticks == 1)
        stage.store.send(.change("remove"))
        #expect(stage.inFlight == 0)
        stage.advance(to: 5_000)
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func onlyTheGrandchildGoesWhenItAloneIsRemoved() {
        var initial = Rack.State()
        initial.devices = [
            Ticker.State(id: 1, child: Leaf.State()), Ticker.State(id: 2, child: Leaf.State()),
        ]
        let stage = Stage(initial) { $0.change = { state, _ in state.devices[id: 1]?.child = nil } }
        for id in [1, 2] {
            stage.store.send(.device(id, .start))
            stage.store.send(.device(id, .leaf(.start)))
        }
        #expect(stage.inFlight == 4)
        stage.store.send(.change("remove"))
        #expect(stage.inFlight == 3)
        stage.advance(to: 1_000)
        #expect(
            stage.takeReceived().suffix(3) == [
                "1000 device(1, EffectCoreTests.Ticker.Action.tick)",
                "1000 device(2, EffectCoreTests.Ticker.Action.tick)",
                "1000 device(2, EffectCoreTests.Ticker.Action.leaf(EffectCoreTests.Leaf.Action.tick))",
            ])
    }

    // RED-09
    @Test func anElementTakesItsEffectsAlong() {
        let stage = Stage {
            $0.change = { state, name in
                switch name {
                case "add": state.devices.append(Ticker.State(id: state.devices.count))
                default: state.devices.remove(at: state.devices.count - 1)
                }
            }
        }
        func ticks() -> [Int] { stage.store.state.devices.map(\.ticks) }
        stage.store.send(.change("add"))
        stage.store.send(.device(0, .start))
        stage.advance(to: 2_000)
        #expect(ticks() == [2])
        stage.store.send(.change("add"))
        stage.advance(to: 3_000)
        stage.store.send(.device(1, .start))
        _ = stage.takeReceived()
        stage.advance(to: 4_000)
        #expect(
            stage.takeReceived() == [
                "4000 device(0, EffectCoreTests.Ticker.Action.tick)",
                "4000 device(1, EffectCoreTests.Ticker.Action.tick)",
            ])
        stage.store.send(.change("remove"))
        stage.advance(to: 5_000)
        #expect(ticks() == [5])
        #expect(stage.inFlight == 1)
        stage.store.send(.change("remove"))
        #expect(stage.inFlight == 0)
        stage.advance(to: 9_000)
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // RED-11
    @Test func anElementThatIsRemovedAndAddedInOneActionKeepsItsEffects() {
        var initial = Rack.State()
        initial.devices = [Ticker.State(id: 1)]
        let stage = Stage(initial) {
            $0.change = { state, _ in
                let device = state.devices.remove(id: 1)
                state.devices.append(device!)
            }
        }
        stage.store.send(.device(1, .start))
        stage.store.send(.change("replace"))
        #expect(stage.inFlight == 1)
        stage.advance(to: 1_000)
        #expect(stage.store.state.devices[id: 1]?.ticks == 1)
    }

    // RED-12
    @Test func anElementThatComesBackLaterStartsAnew() {
        var initial = Rack.State()
        initial.devices = [Ticker.State(id: 1)]
        let stage = Stage(initial) {
            $0.change = { state, name in
                if name == "add" {
                    state.devices.append(Ticker.State(id: 1))
                } else {
                    state.devices.removeAll()
                }
            }
        }
        stage.store.send(.device(1, .start))
        stage.advance(to: 500)
        stage.store.send(.change("remove"))
        stage.store.send(.change("add"))
        stage.store.send(.device(1, .start))
        stage.advance(to: 3_600)
        #expect(stage.store.state.devices[id: 1]?.ticks == 3, "at 1500, 2500 and 3500")
    }

    // RED-13
    @Test(arguments: [true, false], ["ticker", "device", "session", "mode"])
    func removalByAnotherReducerCountsInTheSameAction(isBefore: Bool, child: String) {
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        initial.devices = [Ticker.State(id: 1)]
        initial.sessions = [Ticker.State(id: 1)]
        initial.mode = .active(Ticker.State())
        let stage = Stage(initial) {
            let remove: (inout Rack.State, Rack.Action) -> Void = { state, action in
                guard action == .said("remove") else { return }
                switch child {
                case "ticker": state.ticker = nil
                case "device": state.devices.remove(id: 1)
                case "session": state.sessions.removeAll()
                default: state.mode = .idle
                }
            }
            if isBefore { $0.before = remove } else { $0.after = remove }
        }
        stage.store.send(.ticker(.start))
        stage.store.send(.device(1, .start))
        stage.store.send(.session(1, .start))
        stage.store.send(.mode(.start))
        #expect(stage.inFlight == 4)
        stage.store.send(.said("remove"))
        #expect(stage.inFlight == 3)
        stage.advance(to: 1_000)
        let ticks = stage.takeReceived().filter { $0.contains("tick)") }
        #expect(ticks.count == 3)
        #expect(!ticks.contains { $0.hasPrefix("1000 \(child)") })
    }

    // RED-14
    @Test func whatAChildStartsInTheActionThatRemovesItNeverRuns() {
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        var started = 0
        let stage = Stage(initial) {
            $0.childEffects = { name in
                switch name {
                case "timer": .timer(every: .seconds(1), .tick)
                case "run":
                    .run { send in
                        started += 1
                        send(.said("run"))
                    }
                case "send": .send(.said("saved"))
                case "merge":
                    .merge(
                        .send(.said("a")), .run { _ in started += 1 }, .sequence([.said("b")]),
                        .merge(.after(.zero, .said("no")), .send(.said("c"))))
                case "chain":
                    .concatenate(
                        .send(.said("a")), .run { _ in started += 1 }, .send(.said("no")))
                default: .send(.said("no")).cancellable(id: "x")
                }
            }
            $0.after = { state, action in
                if case .ticker(.effect) = action { state.ticker = nil }
                if case .change = action { state.ticker = Ticker.State() }
            }
        }
        var heard: [String] = []
        let token = stage.store.onAction { action, _ in
            if case .ticker(.said(let word)) = action { heard.append(word) }
        }
        for name in ["timer", "run", "send", "merge", "chain", "cancellable"] {
            stage.store.send(.change("add"))
            stage.store.send(.ticker(.effect(name)))
            stage.advance(to: Int(stage.clock.now.nanoseconds / 1_000_000) + 5_000)
        }
        #expect(started == 0)
        #expect(heard == ["saved", "a", "b", "c", "a"])
        #expect(stage.store.tableCounts.nodes == 0)
        token.cancel()
    }

    // RED-14
    @Test func anElementAndACaseStartNothingInTheActionThatRemovesThem() {
        var initial = Rack.State()
        initial.sessions = [Ticker.State(id: 1)]
        initial.mode = .active(Ticker.State())
        var started = 0
        let stage = Stage(initial) {
            $0.childEffects = { _ in
                .merge(
                    .run { _ in started += 1 }, .send(.said("saved")), .after(.zero, .said("no")))
            }
            $0.after = { state, action in
                switch action {
                case .session(1, .effect): state.sessions.removeAll()
                case .mode(.effect): state.mode = .idle
                default: break
                }
            }
        }
        stage.store.send(.session(1, .effect("last")))
        stage.store.send(.mode(.effect("last")))
        stage.clock.run()
        #expect(started == 0)
        #expect(stage.takeReceived().map { $0.contains("saved") } == [false, true, false, true])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func aReplacedChildStartsAnewWhereItHasAnID() {
        var initial = Rack.State()
        initial.ticker = Ticker.State(id: 1)
        for hasID in [true, false] {
            let stage = Stage(initial) {
                $0.change = { state, _ in state.ticker = Ticker.State(id: 2) }
                if hasID { $0.id = { $0.id } }
            }
            stage.store.send(.ticker(.start))
            stage.store.send(.change("replace"))
            #expect(stage.inFlight == (hasID ? 0 : 1))
            stage.store.send(.ticker(.start))
            stage.store.send(.ticker(.stop))
            #expect(stage.inFlight == 0, "the new child reaches its own")
        }
    }

    @Test func aThrottleOfAChildThatWentDoesNotHoldUpTheNextOne() {
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        let stage = Stage(initial) {
            $0.childEffects = {
                .send(.said($0)).throttle(id: "t", for: .seconds(10), latest: false)
            }
            $0.change = { state, name in state.ticker = name == "add" ? Ticker.State() : nil }
        }
        stage.store.send(.ticker(.effect("1")))
        stage.store.send(.ticker(.effect("2")))
        stage.store.send(.change("remove"))
        stage.store.send(.change("add"))
        stage.store.send(.ticker(.effect("3")))
        let said = stage.takeReceived().filter { $0.contains("said") }
        #expect(said.map { $0.contains("1") || $0.contains("3") } == [true, true])
        stage.clock.run()
        #expect(stage.store.tableCounts.nodes == 0)
        #expect(stage.store.tableCounts.ids <= 1)
    }

    @Test func hooksOfRemovedEffectsRunOnceInStartOrderAndMaySend() {
        var initial = Rack.State()
        initial.devices = [Ticker.State(id: 1), Ticker.State(id: 2), Ticker.State(id: 3)]
        let log = Log()
        weak var weakStore: Store<Rack.State, Rack.Action>?
        let stage = Stage(initial) {
            $0.childEffects = { name in
                .run { send in
                    send.onTermination {
                        log(name)
                        send(.said("dropped"))
                        weakStore?.send(.said("after \(name)"))
                    }
                }
            }
            $0.change = { state, _ in state.devices.removeAll { $0.id != 2 } }
        }
        weakStore = stage.store
        for id in [3, 1, 2] { stage.store.send(.device(id, .effect("\(id)"))) }
        _ = stage.takeReceived()
        stage.store.send(.change("remove"))
        #expect(log.entries == ["3", "1"])
        #expect(
            stage.takeReceived() == [
                "0 change(\"remove\")", "0 said(\"after 3\")", "0 said(\"after 1\")",
            ])
        #expect(stage.inFlight == 1)
    }

    @Test func tasksThatEndWithChildrenThatGoEndInTheOrderInWhichTheyStarted() {
        var initial = Rack.State()
        initial.devices = [Ticker.State(id: 1), Ticker.State(id: 2), Ticker.State(id: 3)]
        initial.ticker = Ticker.State()
        let stage = Stage(initial) { $0.change = { state, _ in state = Rack.State() } }
        let log = Log()
        for id in [3, 1, 2] {
            stage.store.send(.device(id, .start)).onFinish { log("\(id)") }
        }
        stage.store.send(.ticker(.start)).onFinish { log("ticker") }
        stage.store.send(.device(3, .start)).onFinish { log("3 again") }
        stage.store.send(.change("remove"))
        #expect(log.entries == ["3", "1", "2", "ticker", "3 again"])
    }

    @Test func childrenOfAChildThatAClosureDoesNotFindAnyMoreTakeTheirEffectsAlong() {
        struct House {
            var room: Ticker.State?
        }
        let all = CasePath<Ticker.Action, Ticker.Action>({ $0 }, { $0 })
        let store = Store<House, Ticker.Action>(initialState: House(), on: TestClock()) {
            Reduce { state, action in
                if action == .said("in") { state.room = Ticker.State(child: Leaf.State()) }
                if action == .said("out") { state.room = nil }
                return .none
            }
            Scope(
                state: { (house: inout House, body: (inout Ticker.State) -> Void) in
                    if house.room != nil { body(&house.room!) }
                },
                action: all
            ) {
                Ticker()
            }
        }
        store.send(.said("in"))
        store.send(.leaf(.start))
        store.send(.bye)
        #expect(store.effects.count == 1)
        store.send(.said("out"))
        #expect(store.effects.isEmpty)
        store.send(.said("in"))
        store.send(.leaf(.start))
        #expect(store.effects.count == 1, "a new one starts anew")
    }
}
