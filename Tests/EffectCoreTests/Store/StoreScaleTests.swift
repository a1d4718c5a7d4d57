import EffectCore
import EffectTesting
import Testing

/// Many of something at once. What grows with their square takes minutes here.
@Suite struct StoreScaleTests {
    private let clock = TestClock()
    private let count = 30_000

    @Test(.timeLimit(.minutes(1))) func manyTasksTellTheirEnd() {
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { _, action in
                action < 0 ? .cancel(id: "x") : .sleep(for: .seconds(1)).cancellable(id: "x")
            }
        }
        var ended: [Int] = []
        for number in 0..<count { store.send(number).onFinish { ended.append(number) } }
        store.send(-1)
        #expect(ended == Array(0..<count))
    }

    @Test(.timeLimit(.minutes(1))) func manyObserversGo() {
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { state, action in
                state += action
                return .none
            }
        }
        var calls = 0
        var tokens = (0..<count).map { _ in store.observe { _ in calls += 1 } }
        let last = store.observe { _ in calls += 1 }
        tokens.removeAll()
        store.send(1)
        #expect(calls == 1)
        last.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func manyElementsWithThrottlesGo() {
        struct Element: Reducer {
            struct State: Equatable, Identifiable { var id: Int }
            func reduce(into state: inout State, action: Bool) -> Effect<Bool> {
                action ? .send(false).throttle(id: "x", for: .seconds(5), latest: true) : .none
            }
        }
        struct Elements: Reducer {
            typealias State = IdentifiedArray<Int, Element.State>
            typealias Action = (id: Int, action: Bool)
            var body: some Reducer<State, Action> {
                Reduce<State, Action> { state, action in
                    if action.id < 0 { state.removeAll() }
                    return .none
                }
                EmptyReducer<State, Action>()
                    .forEach(\.self, action: CasePath({ $0 }, { $0.id < 0 ? nil : $0 })) {
                        Element()
                    }
            }
        }
        let store = Store(
            initialState: IdentifiedArray((0..<count).map { Element.State(id: $0) }), on: clock
        ) { Elements() }
        for id in 0..<count { store.send((id, true)) }
        store.send((-1, true))
        #expect(store.state.isEmpty && store.effects.isEmpty)
    }
}
