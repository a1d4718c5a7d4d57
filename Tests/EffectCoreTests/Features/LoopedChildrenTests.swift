import EffectCore
import EffectTesting
import Testing

/// Children that a loop puts in at one line, each by closures: nothing but their place tells them apart.
@Suite struct LoopedChildrenTests {
    private struct Board: Reducer {
        struct State: Equatable {
            var leaves: [String: Leaf.State] = ["a": Leaf.State(), "b": Leaf.State()]
        }

        enum Action: Equatable {
            case leaf(String, Leaf.Action)
            case drop(String)
        }

        static func leaf(_ name: String) -> CasePath<Action, Leaf.Action> {
            CasePath({ .leaf(name, $0) }) {
                if case .leaf(name, let action) = $0 { action } else { nil }
            }
        }

        var body: some ReducerOf<Self> {
            for name in ["a", "b"] {
                EmptyReducer<State, Action>()
                    .ifLet(
                        state: { state, body in body(&state.leaves[name]) },
                        action: Self.leaf(name)
                    ) { Leaf() }
            }
            Reduce { state, action in
                if case .drop(let name) = action { state.leaves[name] = nil }
                return .none
            }
        }
    }

    private let clock = TestClock()

    private func makeStore() -> Store<Board.State, Board.Action> {
        let store = Store(initialState: Board.State(), on: clock) { Board() }
        store.send(.leaf("a", .start))
        store.send(.leaf("b", .start))
        return store
    }

    // RED-04
    @Test(arguments: [["a", "b"], ["b", "a"]]) func oneThatGoesTakesItsOwnEffectsAlong(
        names: [String]
    ) {
        let store = makeStore()
        clock.advance(by: .seconds(1))
        store.send(.drop(names[0]))
        #expect(store.effects.count == 1)
        clock.advance(by: .seconds(1))
        #expect(store.state.leaves[names[1]]?.ticks == 2)
        store.send(.drop(names[1]))
        #expect(store.effects.isEmpty)
    }

    // SCP-04
    @Test func oneDoesNotReachTheOther() {
        let store = makeStore()
        store.send(.leaf("b", .cancel("io")))
        clock.advance(by: .seconds(1))
        #expect(store.state.leaves["a"]?.ticks == 1)
        #expect(store.state.leaves["b"]?.ticks == 0)
    }

    // SCP-09
    @Test func whatIsNoFeatureOfItsOwnSharesItsIDs() {
        let log = Log()
        let store = Store<Int, String>(initialState: 0, on: clock) {
            for name in ["a", "b"] {
                Reduce { _, action in
                    switch action {
                    case name: .probe(name, log).cancellable(id: "io")
                    case "cancel by \(name)": .cancel(id: "io")
                    default: .none
                    }
                }
            }
        }
        store.send("a")
        store.send("b")
        store.send("cancel by a")
        #expect(log.entries == ["a.start", "b.start", "a.cancel", "b.cancel"])
    }
}
