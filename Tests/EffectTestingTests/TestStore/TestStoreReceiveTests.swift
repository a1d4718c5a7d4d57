import EffectTesting
import Testing

@Suite struct TestStoreReceiveTests {
    // TST-08
    @Test func anotherActionFailsAndIsConsumed() {
        let store = CountingStore.counting { $0 == .go ? .send(.set(7)) : .none }
        store.send(.go)
        var isClaimed = false
        let line = #line + 1
        let caught = failures { store.receive(.first) { _ in isClaimed = true } }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
        #expect(caught[0].says("- .first", "+ .set(7)"))
        #expect(caught[0].line == line)
        #expect(!isClaimed)
        #expect(store.state.n == 7)
        store.send(.inc) {
            $0.n = 8; $0.isEven = true
        }
    }

    // TST-09
    @Test func nothingToReceiveFailsAtOnce() {
        let store = CountingStore.counting()
        let caught = failures { store.receive(.first) }
        #expect(caught.map(\.name) == ["F-NO-ACTION"])
        #expect(caught[0].says(".first was expected", "No effect is in flight"))
    }

    // TST-10
    @Test func nothingToReceiveYetSaysWhatRuns() {
        let store = CountingStore.counting {
            $0 == .go ? .after(.seconds(2), .inc).cancellable(id: "wait") : .none
        }
        store.send(.go)
        store.advance(by: .milliseconds(500))
        let caught = failures { store.receive(.inc) }
        #expect(caught.map(\.name) == ["F-RECEIVE-TIMEOUT"])
        #expect(caught[0].says("F-NO-ACTION", "Advance the clock", "due in 1.5s, at 2s"))
        #expect(caught[0].says("after with id", "wait", "started by .go at", "500ms old"))
        store.advance(by: .milliseconds(1500))
        store.receive(.inc) {
            $0.n = 1; $0.isEven = false
        }
    }

    // TST-20
    @Test func whatEffectsSendAtOnceIsThereAtOnce() {
        let store = CountingStore.counting {
            switch $0 {
            case .go: .run { $0(.first) }
            case .first: .run { $0(.second) }
            default: .none
            }
        }
        store.send(.go)
        #expect(store.receivedActions == [.first, .second])
        store.receive(.first)
        store.receive(.second)
    }

    // TST-22
    @Test func aConditionIsAskedAboutTheFirstAction() {
        let store = CountingStore.counting {
            $0 == .go ? .sequence([.set(2), .set(4)]) : .none
        }
        store.send(.go)
        var asked: [Counting.Action] = []
        store.receive { action in
            asked.append(action)
            return true
        } assert: {
            $0.n = 2
        }
        #expect(asked == [.set(2)])
        let caught = failures { store.receive(where: { $0 == .noop }) }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
        #expect(caught[0].says(".set(4)"))
    }

    // TST-23
    @Test func aCaseWithItsValue() {
        let store = CountingStore.counting {
            $0 == .go ? .sequence([.loaded(42), .loaded(42)]) : .none
        }
        store.send(.go)
        store.receive(Counting.Action.loadedPath, 42) { $0.n = 42 }
        let caught = failures { store.receive(Counting.Action.loadedPath, 43) }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
        #expect(caught[0].says("- .loaded(43)", "+ .loaded(42)"))
    }

    // TST-23
    @Test func aPropertyWithItsValue() {
        let store = CountingStore.counting {
            $0 == .go ? .sequence([.loaded(42), .loaded(42), .noop]) : .none
        }
        store.send(.go)
        store.receive(\.loaded, 42) { $0.n = 42 }
        let caught = failures { store.receive(\.loaded, 43) }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
        #expect(caught[0].says("an action that carries 43", ".loaded(42)"))
        store.receive(\.noop)
    }

    /// An action that carries what cannot be compared.
    private enum Reading {
        case read
        case done(() -> Int)

        var done: (() -> Int)? { if case .done(let value) = self { value } else { nil } }
        static var donePath: CasePath<Reading, () -> Int> { CasePath(Reading.done) { $0.done } }
    }

    // TST-24, TST-25
    @Test func anActionThatCannotBeComparedIsReceivedByItsCase() {
        let store = TestStore(initialState: 0) {
            Reduce<Int, Reading> { state, action in
                switch action {
                case .read:
                    return .merge(
                        .send(.done { 1 }), .send(.done { 2 }), .send(.done { 3 }),
                        .send(.done { 4 }), .send(.done { 5 }))
                case .done(let value):
                    state = value()
                    return .none
                }
            }
        }
        store.send(.read)
        store.receive(\.done) { $0 = 1 }
        store.receive(Reading.donePath) { $0 = 2 }
        store.receive(where: { $0.done != nil }) { $0 = 3 }
        store.receive(\.done) { $0 = $1() }
        store.receive(Reading.donePath) { $0 = $1() }
        #expect(store.state == 5)
    }
}

extension TestStoreReceiveTests {
    // TST-38
    @Test func theFileThatSentAnActionCanBeClaimed() {
        let store = CountingStore.counting {
            $0 == .go ? .merge(.send(.first), .send(.second)) : .none
        }
        store.send(.go)
        store.receive(.first, from: #fileID)
        let caught = failures { store.receive(.second, from: "Clock/Clock.swift") }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
        #expect(caught[0].says("expected from Clock/Clock.swift, and came from \(#fileID):"))
    }

    private struct Fleet: Reducer {
        enum Action { case element(id: String, action: Counting.Action) }

        static var element: CasePath<Action, (id: String, action: Counting.Action)> {
            CasePath({ .element(id: $0.id, action: $0.action) }) {
                if case .element(let id, let action) = $0 { (id, action) } else { nil }
            }
        }

        func reduce(into state: inout Int, action: Action) -> Effect<Action> {
            state += 1
            guard case .element("a", .go) = action else { return .none }
            return .send(.element(id: "b", action: .first))
        }
    }

    @Test func anActionOfAnElementIsReceivedByItsIDAndCase() {
        let store: TestStoreOf<Fleet> = TestStore(initialState: 0) { Fleet() }
        store.send(.element(id: "a", action: .go)) { $0 = 1 }
        store.receive(Fleet.element, ("b", .first)) { $0 = 2 }
        store.send(.element(id: "a", action: .go)) { $0 = 3 }
        let caught = failures { store.receive(Fleet.element, ("c", .first)) { $0 = 4 } }
        #expect(caught.map(\.name) == ["F-WRONG-ACTION"])
    }
}
