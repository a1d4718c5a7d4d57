import EffectDependencies
import EffectTesting
import Testing

/// Shared values are claimed like the rest of a state: as they were at the action.
@Suite struct TestStoreSharedTests {
    private struct Meter: Reducer {
        struct State: Equatable {
            @Shared var total: Int
            var steps = 0

            init(total: Shared<Int>) { _total = total }
        }

        enum Action: Equatable {
            case add(Int), step, addLater, added(Int), addTwice
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .add(let value), .added(let value): state.$total.withLock { $0 += value }
            case .step: state.steps += 1
            case .addTwice:
                state.$total.withLock { $0 += 1 }
                return .send(.added(10))
            case .addLater:
                let total = state.$total
                return .run { send in
                    send.after(.seconds(1)) {
                        total.withLock { $0 += 1 }
                        send(.step)
                        send.finish()
                    }
                }
            }
            return .none
        }
    }

    private let total = Shared(0)

    private func store(_ exhaustivity: Exhaustivity = .on) -> TestStoreOf<Meter> {
        TestStore(initialState: Meter.State(total: total), exhaustivity: exhaustivity) { Meter() }
    }

    @Test func aChangeIsClaimed() {
        let store = store()
        store.send(.add(2)) { $0.$total.withLock { $0 = 2 } }
        store.send(.add(3)) { $0.total += 3 }
        #expect(total.wrappedValue == 5)
    }

    @Test func aWrongClaimFailsAndChangesNothing() {
        let store = store()
        var told: [Int] = []
        let token = total.observe { told.append($0) }
        let caught = failures { store.send(.add(2)) { $0.total = 99 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(caught[0].says("- ", "99", "+ ", "value: 2"))
        #expect(total.wrappedValue == 2)
        #expect(told == [2])
        token.cancel()
    }

    @Test func aChangeThatIsNotClaimedFails() {
        let store = store()
        let caught = failures { store.send(.add(2)) }
        #expect(caught.map(\.name) == ["F-CHANGED"])
        #expect(caught[0].says("value: 0", "value: 2"))
        store.send(.add(1)) { $0.total = 3 }
    }

    @Test func aClaimAboutAValueThatWasLeftAloneFails() {
        let store = store()
        let caught = failures {
            store.send(.step) {
                $0.steps = 1
                $0.total = 7
            }
        }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(total.wrappedValue == 0)
        #expect(failures { store.send(.add(0)) { $0.total = 0 } }.map(\.name) == ["F-SAME"])
    }

    @Test func eachActionIsClaimedByItself() {
        let store = store()
        store.send(.addTwice) {
            #expect($0.total == 0)
            $0.total = 1
        }
        store.receive(.added(10)) {
            #expect($0.total == 1)
            $0.total = 11
        }
        store.send(.addTwice) { $0.total = 12 }
        let caught = failures { store.receive(.added(10)) { $0.total = 12 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
    }

    @Test func whatAnEffectChangesBelongsToTheNextAction() {
        let store = store()
        store.send(.addLater)
        store.advance(by: .seconds(1))
        store.receive(.step) {
            $0.steps = 1
            $0.total = 1
        }
    }

    @Test func whatTheTestChangesIsNoChange() {
        let store = store()
        store.send(.add(2)) { $0.total = 2 }
        total.wrappedValue = 100
        store.send(.step) { $0.steps = 1 }
        store.send(.add(1)) {
            #expect($0.total == 100)
            $0.total = 101
        }
    }

    @Test func aTestThatIsNotExhaustiveClaimsWhatItLikes() {
        let store = store(.off)
        store.send(.add(2))
        store.send(.add(2)) { $0.total = 4 }
        let caught = failures { store.send(.add(2)) { $0.total = 4 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(total.wrappedValue == 6)
    }

    @Test func aClaimBetweenActionsChangesNothing() {
        let store = store()
        store.send(.add(2)) { $0.total = 2 }
        store.assert { $0.total = 2 }
        let caught = failures { store.assert { $0.total = 3 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(caught[0].says("value: 3", "value: 2"))
        #expect(total.wrappedValue == 2)
    }
}
