import EffectCore
import EffectTesting
import Testing

/// Two of the same thing, with the same ids.
@Suite struct TwinTests {
    private enum Call { case start, cancel, response(Int) }

    // SCP-10
    @Test func aCancelStaysInItsStore() {
        let clock = TestClock()
        func makeStore() -> Store<Int, Call> {
            Store(initialState: 0, on: clock) {
                Reduce { state, action in
                    switch action {
                    case .start:
                        return .after(.seconds(1), .response(42)).cancellable(id: "call")
                    case .cancel:
                        return .cancel(id: "call")
                    case .response(let value):
                        state = value
                        return .none
                    }
                }
            }
        }
        let (first, second) = (makeStore(), makeStore())
        first.send(.start)
        second.send(.start)
        second.send(.cancel)
        #expect(first.isInFlight(id: "call") && !second.isInFlight(id: "call"))
        clock.advance(by: .seconds(1))
        #expect((first.state, second.state) == (42, 0))
    }

    private struct Side: Reducer {
        struct State { var items: IdentifiedArray<Int, Leaf.State> = [Leaf.State(id: 1)] }
        enum Action { case item(Int, Leaf.Action), remove(Int) }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                if case .remove(let id) = action { state.items.remove(id: id) }
                return .none
            }
            .forEach(
                \.items,
                action: CasePath {
                    .item($0.id, $0.action)
                } _: {
                    if case .item(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) { Leaf() }
        }
    }

    private struct Pair: Reducer {
        struct State { var (left, right) = (Side.State(), Side.State()) }
        enum Action { case left(Side.Action), right(Side.Action), cancel }

        var body: some Reducer<State, Action> {
            Scope(
                state: \.left,
                action: CasePath(Action.left) { if case .left(let a) = $0 { a } else { nil } }
            ) { Side() }
            Scope(
                state: \.right,
                action: CasePath(Action.right) { if case .right(let a) = $0 { a } else { nil } }
            ) { Side() }
            Reduce { _, action in
                if case .cancel = action { return .cancel(id: "io") }
                return .none
            }
        }
    }

    // SCP-21
    @Test(arguments: ["left", "right"])
    func aRemovalStaysInItsPlainScope(side: String) {
        let clock = TestClock()
        let store = Store(initialState: Pair.State(), on: clock) { Pair() }
        store.send(.left(.item(1, .start)))
        store.send(.right(.item(1, .start)))
        clock.advance(by: .seconds(1))
        store.send(side == "left" ? .left(.remove(1)) : .right(.remove(1)))
        #expect(store.effects.count == 1)
        clock.advance(by: .seconds(1))
        let ticks = [store.state.left, store.state.right].map { $0.items[id: 1]?.ticks }
        #expect(ticks == (side == "left" ? [nil, 2] : [2, nil]))
        // To ids a plain scope is transparent: a cancel from above reaches through it.
        store.send(.cancel)
        #expect(store.effects.isEmpty)
    }
}
