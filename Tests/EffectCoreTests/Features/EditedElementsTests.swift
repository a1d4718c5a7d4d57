import EffectCore
import EffectTesting
import Testing

/// Children of elements go when an element is changed: a store looks only where something was.
@Suite struct EditedElementsTests {
    private struct Shelf: Reducer {
        struct State {
            var devices: IdentifiedArray<Int, Ticker.State>
            var saved: IdentifiedArray<Int, Ticker.State> = []
        }

        enum Action {
            case device(Int, Ticker.Action)
            case change((inout State) -> Void)
        }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                if case .change(let change) = action { change(&state) }
                return .none
            }
            .forEach(
                \.devices,
                action: CasePath {
                    .device($0.id, $0.action)
                } _: {
                    if case .device(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) { Ticker() }
        }
    }

    /// Twenty devices, each with a child that ticks.
    private func makeStore(on clock: TestClock) -> Store<Shelf.State, Shelf.Action> {
        let devices = (0..<20).map { Ticker.State(id: $0, child: Leaf.State()) }
        let store = Store(
            initialState: Shelf.State(devices: IdentifiedArray(devices)), on: clock
        ) { Shelf() }
        for id in 0..<20 { store.send(.device(id, .leaf(.start))) }
        clock.advance(by: .seconds(1))
        return store
    }

    // RED-05, RED-13
    @Test(arguments: [
        "one", "eight", "nine", "one twice", "replaced", "swapped", "older copy", "with a copy",
        "a copy that was changed", "by its own action",
    ])
    func aChildThatGoesFromAnElementTakesItsEffects(how: String) {
        let clock = TestClock()
        let store = makeStore(on: clock)
        func change(_ change: @escaping (inout Shelf.State) -> Void) { store.send(.change(change)) }
        switch how {
        case "one": change { $0.devices[id: 3]?.child = nil }
        case "eight": change { for id in 0..<8 { $0.devices[id: id]?.child = nil } }
        case "nine": change { for id in 0..<9 { $0.devices[id: id]?.child = nil } }
        case "one twice":
            change {
                $0.devices[id: 3]?.child = nil
                $0.devices[id: 3]?.ticks = 5
            }
        case "replaced": change { $0.devices.updateOrAppend(Ticker.State(id: 3)) }
        case "swapped":
            change {
                $0.devices[id: 3]?.child = nil
                $0.devices.swapAt(3, 9)
            }
        case "older copy":
            change {
                $0.saved = $0.devices
                $0.saved[id: 3]?.child = nil
            }
            change { $0.devices[id: 4]?.ticks = 1 }
            change { $0.devices = $0.saved }
        case "with a copy":
            change { $0.saved = $0.devices }
            change { $0.devices[id: 3]?.child = nil }
        case "a copy that was changed":
            // Both were changed once after they were the same.
            change {
                var other = $0.devices
                other[id: 3]?.child = nil
                $0.devices[id: 4]?.ticks = 1
                $0.devices = other
            }
        default: store.send(.device(3, .leafGone))
        }
        func hasChild(_ id: Int) -> Bool { store.state.devices[id: id]?.child != nil }
        let left = (0..<20).filter(hasChild)
        #expect(left.count < 20)
        #expect(store.effects.count == left.count, "those of the others go on, and no other")
        clock.advance(by: .seconds(1))
        #expect(left.allSatisfy { store.state.devices[id: $0]?.child?.ticks == 2 })
        // What was looked at is looked at again.
        change { $0.devices[id: 15]?.child = nil }
        #expect(store.effects.count == left.count - 1)
    }

    /// What holds a child outside of the memory of the state.
    private final class Box { var child: Leaf.State? = Leaf.State() }

    private struct Crate: Identifiable {
        let id: Int
        let box = Box()
    }

    // RED-13
    @Test(arguments: [true, false])
    func aChildThatGoesWithoutATraceIsMissedAtTheNextAction(changesAnother: Bool) {
        struct State {
            var crates: IdentifiedArray<Int, Crate> = [Crate(id: 1), Crate(id: 2)]
            var count = 0
        }
        enum Action {
            case crate(Int, Leaf.Action)
            case count
        }
        let store = Store<State, Action>(initialState: State(), on: TestClock()) {
            Reduce<State, Action> { state, action in
                state.count += 1
                return .none
            }
            .forEach(
                \.crates,
                action: CasePath {
                    .crate($0.id, $0.action)
                } _: {
                    if case .crate(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) {
                EmptyReducer<Crate, Leaf.Action>()
                    .ifLet(
                        state: { crate, body in body(&crate.box.child) },
                        action: CasePath({ $0 }, { $0 })
                    ) { Leaf() }
            }
        }
        store.send(.crate(1, .start))
        store.send(.crate(2, .start))
        store.send(.count)
        store.state.crates[id: 1]?.box.child = nil
        #expect(store.effects.count == 2)
        store.send(changesAnother ? .crate(2, .tick) : .count)
        #expect(store.effects.count == 1)
    }
}
