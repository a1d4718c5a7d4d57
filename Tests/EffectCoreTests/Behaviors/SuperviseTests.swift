import EffectCore
import EffectTesting
import Testing

/// The reducers' form of channels.
@Suite struct SuperviseTests {
    private struct Line: Identifiable {
        var id = 0
        var isOn = true
        var ticks = 0
    }

    fileprivate static func channel<Action>(_ id: String, _ log: Log) -> Channel<Action> {
        Channel(id: id) { _ in
            log("open \(id)")
            return .cancelOnly { log("close \(id)") }
        }
    }

    @Test func twoStoresOfOneReducerAskForThemselves() {
        let log = Log()
        var owner = "first"
        let feature = Reduce<Bool, Bool> { state, action in
            state = action
            return .none
        }
        .supervise(on: { $0 }) { isOn in isOn ? [Self.channel(owner, log)] : [] }
        let first = Store(initialState: false, on: TestClock()) { feature }
        first.send(true)
        owner = "second"
        // Its first question is the same as the last one of the other store.
        let second = Store(initialState: true, on: TestClock()) { feature }
        second.send(true)
        #expect(log.take() == ["open first", "open second"])
        first.stop()
        second.stop()
        #expect(log.take() == ["close first", "close second"])
    }

    @Test func aReducerWithChannelsInABehaviorOfElements() {
        let log = Log()
        let line = Reduce<Line, Bool> { state, action in
            state.isOn = action
            return .none
        }
        .supervise { $0.isOn ? [Self.channel("line \($0.id)", log)] : [] }
        typealias Lines = IdentifiedArray<Int, Line>
        typealias LineAction = (id: Int, action: Bool)
        let lines = Behavior<Bool, Line, Void>(reducer: line).liftCollection(
            action: CasePath<LineAction, LineAction>({ $0 }, { $0 }), stateCollection: \Lines.self)
        let store = Store(
            initialState: Lines([Line(id: 1), Line(id: 2, isOn: false)]), on: TestClock()
        ) { lines.reducer() }
        store.send((2, true))
        store.send((1, false))
        #expect(log.take() == ["open line 1", "open line 2", "close line 1"])
        store.stop()
        #expect(log.take() == ["close line 2"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func elementsWithDifferentPartsKeepTheirChannels() {
        let log = Log()
        let store = Store(
            initialState: IdentifiedArray([Line(id: 1), Line(id: 2, isOn: false), Line(id: 3)]),
            on: TestClock()
        ) {
            EmptyReducer<IdentifiedArray<Int, Line>, (id: Int, action: Bool)>()
                .forEach(\.self, action: CasePath({ $0 }, { $0 })) {
                    Reduce<Line, Bool> { state, action in
                        state.isOn = action
                        state.ticks += 1
                        return .none
                    }
                    .supervise(on: { $0.isOn }) { isOn in isOn ? [Self.channel("on", log)] : [] }
                }
        }
        store.send((1, true))
        #expect(log.take() == ["open on", "open on"])
        store.send((2, true))
        store.send((1, false))
        #expect(log.take() == ["open on", "close on"])
        store.stop()
        #expect(store.tableCounts.nodes == 0)
    }

    @Test(arguments: [false, true]) func eachElementIsAskedOnlyForItsOwnPart(isBehavior: Bool) {
        typealias Lines = IdentifiedArray<Int, Line>
        enum Action { case line(id: Int, isOn: Bool), remove(Int), insert(Int), nothing }
        var asked: [Bool] = []
        let line = Reduce<Line, Bool> { state, isOn in
            state.isOn = isOn
            state.ticks += 1
            return .none
        }
        .supervise(on: { $0.isOn }) { isOn -> [Channel<Bool>] in
            asked.append(isOn)
            return isOn ? [Channel(id: "on") { _ in .cancelOnly {} }] : []
        }
        let path = CasePath<Action, (id: Int, action: Bool)>({ .line(id: $0.id, isOn: $0.action) })
        {
            if case .line(let id, let isOn) = $0 { (id, isOn) } else { nil }
        }
        let edits = Reduce<Lines, Action> { lines, action in
            switch action {
            case .remove(let id): lines.remove(id: id)
            case .insert(let id): lines.append(Line(id: id))
            case .line, .nothing: break
            }
            return .none
        }
        let store = Store(
            initialState: Lines([Line(id: 1), Line(id: 2, isOn: false), Line(id: 3)]),
            on: TestClock()
        ) {
            if isBehavior {
                Behavior<Bool, Line, Void>(reducer: line)
                    .liftCollection(action: path, stateCollection: \Lines.self).reducer()
                edits
            } else {
                edits.forEach(\.self, action: path) { line }
            }
        }
        store.send(.nothing)
        #expect(asked == [true, false, true])
        asked = []
        store.send(.line(id: 1, isOn: true))
        store.send(.nothing)
        #expect(asked == [])
        store.send(.line(id: 1, isOn: false))
        #expect(asked == [false])
        store.send(.remove(3))
        store.send(.insert(4))
        #expect(asked == [false, true])
        store.send(.remove(4))
        store.send(.insert(4))
        #expect(asked == [false, true, true])
        #expect(store.openChannels.count == 1)
        store.stop()
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func ofTwoPlainChildrenWithOneIDTheLastCounts() {
        struct Pair { var first = false, second = false }
        let log = Log()
        func child(_ name: String) -> some Reducer<Bool, Bool> {
            Reduce<Bool, Bool> { state, action in
                state = action
                return .none
            }
            .supervise { isOn in
                guard isOn else { return [] }
                return [
                    Channel(id: "line") { _ in
                        log("open \(name)")
                        return .cancelOnly { log("close \(name)") }
                    }
                ]
            }
        }
        func pair(_ hasIDs: Bool) -> Store<Pair, Bool> {
            Store(initialState: Pair(), on: TestClock()) {
                if hasIDs {
                    Scope(state: \Pair.first, action: CasePath({ $0 }, { $0 }), id: 1) {
                        child("first")
                    }
                    Scope(state: \Pair.second, action: CasePath({ $0 }, { $0 }), id: 2) {
                        child("second")
                    }
                } else {
                    Scope(state: \Pair.first, action: CasePath({ $0 }, { $0 })) { child("first") }
                    Scope(state: \Pair.second, action: CasePath({ $0 }, { $0 })) { child("second") }
                }
            }
        }
        let plain = pair(false)
        plain.send(true)
        #expect(log.take() == ["open second"])
        plain.send(false)
        #expect(log.take() == ["close second"])
        let scoped = pair(true)
        scoped.send(true)
        scoped.send(false)
        #expect(log.take() == ["open first", "open second", "close first", "close second"])
    }

    private struct Side: Reducer {
        struct State {
            var lines: IdentifiedArray<Int, Line> = [Line(id: 1)]
        }

        let log: Log

        var body: some Reducer<State, (id: Int, action: Bool)> {
            EmptyReducer<State, (id: Int, action: Bool)>()
                .forEach(\.lines, action: CasePath({ $0 }, { $0 })) {
                    Reduce<Line, Bool> { line, action in
                        line.isOn = action
                        return .none
                    }
                    .supervise { $0.isOn ? [SuperviseTests.channel("line", log)] : [] }
                }
        }
    }

    // SCP-21
    @Test func equalChannelsOfElementsInTwoPlainScopesAreTwo() {
        struct Sides {
            var left = Side.State()
            var right = Side.State()
        }
        enum Action { case left((id: Int, action: Bool)), right((id: Int, action: Bool)) }
        let log = Log()
        let left = CasePath(Action.left) { if case .left(let action) = $0 { action } else { nil } }
        let right = CasePath(Action.right) {
            if case .right(let action) = $0 { action } else { nil }
        }
        let store = Store(initialState: Sides(), on: TestClock()) {
            Scope(state: \Sides.left, action: left) { Side(log: log) }
            Scope(state: \Sides.right, action: right) { Side(log: log) }
        }
        store.send(.left((1, true)))
        #expect(log.take() == ["open line", "open line"])
        #expect(store.openChannels.count == 2)
        store.send(.left((1, false)))
        #expect(log.take() == ["close line"])
        store.send(.right((1, false)))
        #expect(log.take() == ["close line"])
        #expect(store.tableCounts.nodes == 0)
    }

    // SCP-04
    @Test func equalChannelsOfChildrenOfALoopAreTwo() {
        let log = Log()
        let store = Store(initialState: ["a": 1, "b": 2], on: TestClock()) {
            for name in ["a", "b"] {
                EmptyReducer<[String: Int], (String, Int?)>()
                    .ifLet(
                        state: { state, body in body(&state[name]) },
                        action: CasePath({ (name, $0) }, { $0.0 == name ? $0.1 : nil })
                    ) {
                        Reduce<Int, Int> { state, action in
                            state = action
                            return .none
                        }
                        .supervise { _ in [SuperviseTests.channel("io", log)] }
                    }
            }
            Reduce { state, action in
                if action.1 == nil { state[action.0] = nil }
                return .none
            }
        }
        store.send(("a", 5))
        #expect(log.take() == ["open io", "open io"])
        store.send(("a", nil))
        #expect(log.take() == ["close io"])
        #expect(store.openChannels.count == 1)
        store.stop()
        #expect(log.take() == ["close io"])
    }
}
