import EffectCore
import EffectTesting
import Testing

@Suite struct CombineReducersTests {
    /// Three ways to write the same three reducers.
    enum Form: CaseIterable {
        case builder
        case nested
        case loop
    }

    private struct State {
        var seen: [String] = []
        var received: [String] = []
    }

    /// Notes what it sees, and answers an action with an effect that sends its own name.
    private struct Part: Reducer {
        let name: String
        let effect: (String) -> Effect<String>

        func reduce(into state: inout State, action: String) -> Effect<String> {
            guard action == "go" else { return .none }
            state.seen.append(name)
            return effect(name)
        }
    }

    private func store(
        _ form: Form, on clock: TestClock, _ effect: @escaping (String) -> Effect<String>
    ) -> Store<State, String> {
        let part = { Part(name: $0, effect: effect) }
        return Store(initialState: State(), on: clock) {
            Reduce { state, action in
                state.received.append(action)
                return .none
            }
            switch form {
            case .builder:
                part("a")
                part("b")
                part("c")
            case .nested:
                CombineReducers {
                    part("a")
                    CombineReducers {
                        part("b")
                        part("c")
                    }
                }
            case .loop:
                for name in ["a", "b", "c"] { part(name) }
            }
        }
    }

    // RED-02 (reducers; a reducer has no view of the state before the action)
    @Test func aReducerSeesWhatTheOneBeforeItLeft() {
        var seen: [Int] = []
        let store = Store<Int, Bool>(initialState: 5, on: TestClock()) {
            Reduce { state, _ in
                seen.append(state)
                state += 10
                return .none
            }
            Reduce { state, _ in
                seen.append(state)
                return .none
            }
        }
        store.send(true)
        #expect(seen == [5, 15])
    }

    // RED-01
    @Test(arguments: Form.allCases)
    func reducersAndTheirEffectsGoInOrder(form: Form) {
        let clock = TestClock()
        let store = store(form, on: clock) { .send($0) }
        store.send("go")
        #expect(store.state.seen == ["a", "b", "c"])
        #expect(store.state.received == ["go", "a", "b", "c"])
    }

    // RED-01
    @Test(arguments: Form.allCases)
    func reducersEffectsRunSideBySide(form: Form) {
        let clock = TestClock()
        let store = store(form, on: clock) { name in
            .after(milliseconds(name == "b" ? 1_000 : 2_000), name)
        }
        store.send("go")
        clock.advance(by: milliseconds(1_000))
        #expect(store.state.received == ["go", "b"])
        clock.advance(by: milliseconds(1_000))
        #expect(store.state.received == ["go", "b", "a", "c"])
    }

    @Test func aChainOfOneReducerIsNotMixedWithTheEffectsOfTheNext() {
        let clock = TestClock()
        let store = store(.builder, on: clock) { name in
            name == "c"
                ? .send("c")
                : .concatenate(.send(name), .sleep(for: milliseconds(5)), .send(name + name))
        }
        store.send("go")
        #expect(store.state.received == ["go", "a", "b", "c"])
        clock.advance(by: milliseconds(5))
        #expect(store.state.received == ["go", "a", "b", "c", "aa", "bb"])
    }
}
