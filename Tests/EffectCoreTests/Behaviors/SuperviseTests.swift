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

    private static func channel<Action>(_ id: String, _ log: Log) -> Channel<Action> {
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
}
