import EffectCore
import EffectTesting
import Testing

/// Channels that an effect opens, and those of features in features.
@Suite struct ChannelEffectTests {
    // CHN-39
    @Test func oneThatEndsIsOpenedAgainByTheNextValue() {
        let stage = ChannelStage()
        var ends: [String] = []
        stage.onOpen = { _, dispatch in
            dispatch.onTermination { ends.append("end") }
            dispatch.onCancel { ends.append("cancel") }
        }
        func open(_ value: Int) -> ChannelStage.Action {
            .effect(.open(stage.channel(.init("a", value: value))))
        }
        stage.store.send(open(1))
        stage.store.send(open(1))
        stage.store.send(open(2))
        #expect(stage.take() == ["0 open a", "0 a 1", "0 a 2"])
        stage.dispatch(of: "a")?.finish()
        #expect(stage.take() == ["0 onEnd a"])
        #expect(ends == ["end"])
        stage.store.send(open(3))
        #expect(stage.take() == ["0 open a", "0 a 3"])
    }

    @Test func anotherKeyReplacesIt() {
        let stage = ChannelStage()
        for key in ["1", "1", "2"] {
            stage.store.send(.effect(.open(stage.channel(.init("a", key: key, value: 7)))))
        }
        #expect(stage.take() == ["0 open a", "0 a 7", "0 close a", "0 open a", "0 a 7"])
        #expect(stage.store.openChannels == [EffectID("a")])
        stage.store.send(.effect(.cancel(id: "a")))
        #expect(stage.take() == ["0 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-29, CHN-30
    @Test func oneThatSettlesGivesWayToAnotherKeyAndTakesAnotherValue() {
        let stage = ChannelStage()
        func open(_ key: String, _ value: Int) -> Effect<ChannelStage.Action> {
            .open(stage.channel(.init("a", key: key, settle: 1000, value: value)))
        }
        stage.store.send(.effect(open("1", 1)))
        #expect(stage.store.openChannels == [])
        #expect(stage.store.effects.map(\.kind) == [.delayed])
        stage.advance(to: 500)
        stage.store.send(.effect(open("2", 1)))
        stage.advance(to: 1000)
        stage.store.send(.effect(open("2", 2)))
        stage.advance(to: 2000)
        #expect(stage.take() == ["1500 open a", "1500 a 2"])
        // CHN-28: one that is open is closed at once.
        stage.store.send(.effect(open("3", 3)))
        #expect(stage.take() == ["2000 close a"])
        stage.advance(to: 4000)
        #expect(stage.take() == ["3000 open a", "3000 a 3"])
        stage.store.send(.effect(.cancel(id: "a")))
        #expect(stage.take() == ["4000 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func oneThatSettlesGivesWayToTheState() {
        let stage = ChannelStage()
        stage.store.send(
            .effect(.open(stage.channel(.init("a", key: "1", settle: 1000, value: 1)))))
        stage.advance(to: 500)
        stage.want(.init("a", key: "2", value: 2))
        stage.advance(to: 2000)
        #expect(stage.take() == ["500 open a", "500 a 2"])
        stage.want()
        #expect(stage.take() == ["2000 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-42
    @Test func itTakesWhatIsBroadcast() {
        let stage = ChannelStage()
        stage.store.send(.effect(.open(stage.channel(.init("a")))))
        stage.store.send(.effect(.broadcast(5, channel: "a")))
        #expect(stage.take() == ["0 open a", "0 a 5"])
    }

    // CHN-43, CHN-47
    @Test func itStaysAChannelUnderOperators() {
        let stage = ChannelStage()
        let opening = Effect.open(stage.channel(.init("a"))).map { $0 }
            .throttle(id: "gate", for: .seconds(1), latest: true)
        stage.store.send(.effect(opening))
        stage.store.send(.effect(.broadcast(5, channel: "a")))
        stage.onOpen = { _, _ in Issue.record("opened twice") }
        stage.store.send(.effect(opening))
        #expect(stage.take() == ["0 open a", "0 a 5"])
    }
}

/// Channels of features inside others.
@Suite struct ChannelPlaceTests {
    private struct Line {
        var id = 0
        var isOn = false
    }

    private enum LineAction: Equatable {
        case toggle, heard(Int), shout
    }

    private struct Hall {
        var one: Line?
        var many = IdentifiedArray<Int, Line>(id: \.id)
        var plain = Line()
        var kind = Kind.idle
    }

    private enum Kind {
        case idle
        case active(Line)
    }

    private enum HallAction: Equatable {
        case one(LineAction), many(Int, LineAction), plain(LineAction), active(LineAction)
        case removeOne, add(Int), remove(Int), activate, rest
    }

    private static var one: CasePath<HallAction, LineAction> {
        CasePath(HallAction.one) { if case .one(let action) = $0 { action } else { nil } }
    }

    private static func many() -> CasePath<HallAction, (id: Int, action: LineAction)> {
        CasePath({ .many($0.id, $0.action) }) {
            if case .many(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    private static func plain() -> CasePath<HallAction, LineAction> {
        CasePath(HallAction.plain) { if case .plain(let action) = $0 { action } else { nil } }
    }

    private static func active() -> CasePath<HallAction, LineAction> {
        CasePath(HallAction.active) { if case .active(let action) = $0 { action } else { nil } }
    }

    private static func kind() -> CasePath<Kind, Line> {
        CasePath(Kind.active) { if case .active(let line) = $0 { line } else { nil } }
    }

    private final class Bench {
        let log = Log()
        let clock = TestClock()
        private(set) var received: [HallAction] = []

        func channels(_ line: Line, _ name: String) -> [Channel<LineAction>] {
            guard line.isOn else { return [] }
            return [
                // A plain part of a state shares the ids of the whole.
                Channel(id: name == "case" ? "case" : "line") { [log] dispatch in
                    log("open \(name)")
                    dispatch(.heard(line.id))
                    return ChannelHandler<Int>(
                        receive: { log("\(name) \($0)") }, cancel: { log("close \(name)") })
                }
            ]
        }

        func note(_ action: HallAction) { received.append(action) }
    }

    private static func line(
        _ action: LineAction, _ state: inout Line
    ) -> Effect<LineAction> {
        switch action {
        case .toggle: state.isOn.toggle()
        case .shout: return .broadcast(state.id, channel: "line")
        case .heard: break
        }
        return .none
    }

    private static func hall(_ action: HallAction, _ state: inout Hall) {
        switch action {
        case .removeOne: state.one = nil
        case .add(let id): state.many.append(Line(id: id))
        case .remove(let id): state.many.remove(id: id)
        case .activate: state.kind = .active(Line(id: 9))
        case .rest: state.kind = .idle
        case .one, .many, .plain, .active: break
        }
    }

    private static func reducerStore(_ bench: Bench) -> Store<Hall, HallAction> {
        Store(initialState: Hall(one: Line(id: 1)), on: bench.clock) {
            Reduce<Hall, HallAction> { state, action in
                bench.note(action)
                hall(action, &state)
                return .none
            }
            .ifLet(\.one, action: one) {
                Reduce<Line, LineAction> { line($1, &$0) }.supervise { bench.channels($0, "one") }
            }
            .forEach(\.many, action: many()) {
                Reduce<Line, LineAction> { line($1, &$0) }
                    .supervise { bench.channels($0, "many\($0.id)") }
            }
            Scope(state: \.plain, action: plain()) {
                Reduce<Line, LineAction> { line($1, &$0) }
                    .supervise(on: \.isOn) { bench.channels(Line(isOn: $0), "plain") }
            }
            Scope(state: \.kind, action: CasePath({ $0 }, { $0 })) {
                EmptyReducer<Kind, HallAction>().ifCaseLet(kind(), action: active()) {
                    Reduce<Line, LineAction> { line($1, &$0) }
                        .supervise { bench.channels($0, "case") }
                }
            }
        }
    }

    private static func behaviorStore(_ bench: Bench) -> Store<Hall, HallAction> {
        func feature(_ name: @escaping (Line) -> String) -> Behavior<LineAction, Line, Bench> {
            Behavior.handle { action, _ in
                switch action {
                case .toggle: .reduce { $0.isOn.toggle() }
                case .shout:
                    .produce { .broadcast($0.liveState?.id ?? -1, channel: "line") }
                case .heard: .doNothing
                }
            }
            .supervise { state, bench in bench.channels(state, name(state)) }
        }
        let root = Behavior<HallAction, Hall, Bench>.produce { action, context in
            context.environment.note(action)
            return .none
        }
        .reduce { hall($0, &$1) }
        let store: Behavior<HallAction, Hall, Bench> = .combine([
            feature { _ in "one" }.liftOptional(\.one).liftAction(one),
            feature { "many\($0.id)" }.liftCollection(action: many(), stateCollection: \.many),
            feature { _ in "plain" }.liftState(\.plain).liftAction(plain()),
            feature { _ in "case" }.liftState(kind()).liftState(\Hall.kind).liftAction(active()),
            root,
        ])
        return Store(
            initial: Hall(one: Line(id: 1)), behavior: store, environment: bench, on: bench.clock)
    }

    // CHN-43, CHN-44, CHN-57, RED-04, RED-09
    @Test(arguments: [false, true]) func eachHasChannelsOfItsOwn(isBehavior: Bool) {
        let bench = Bench()
        let store = isBehavior ? Self.behaviorStore(bench) : Self.reducerStore(bench)
        func log(_ actions: HallAction...) -> [String] {
            for action in actions { store.send(action) }
            return bench.log.take()
        }
        #expect(
            log(.one(.toggle), .add(2), .add(3), .many(2, .toggle), .many(3, .toggle)) == [
                "open one", "open many2", "open many3",
            ])
        #expect(log(.plain(.toggle), .activate, .active(.toggle)) == ["open plain", "open case"])
        let heard: [HallAction] = [
            .one(.heard(1)), .many(2, .heard(2)), .many(3, .heard(3)), .plain(.heard(0)),
            .active(.heard(9)),
        ]
        #expect(bench.received.filter { heard.contains($0) } == heard)
        #expect(log(.many(3, .shout), .one(.shout)) == ["many3 3", "one 1"])
        #expect(log(.remove(2)) == ["close many2"])
        #expect(log(.removeOne) == ["close one"])
        #expect(log(.rest) == ["close case"])
        #expect(log(.plain(.toggle)) == ["close plain"])
        #expect(store.openChannels == [EffectID("line")])
        #expect(log(.many(3, .toggle)) == ["close many3"])
        #expect(store.tableCounts.nodes == 0)
    }
}
