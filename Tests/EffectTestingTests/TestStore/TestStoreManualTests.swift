import EffectDependencies
import EffectTesting
import Testing

@Suite struct TestStoreManualTests {
    // TST-40, TST-41
    @Test func effectsAreKeptUntilTheyAreRun() {
        var isFetched = false
        let store = CountingStore.counting(mode: .manual) { action in
            guard action == .inc else { return .none }
            return .run { send in
                isFetched = true
                send(.loaded(99))
            }
        }
        store.send(.inc) {
            $0.n = 1
            $0.isEven = false
        }
        #expect(store.pendingEffects == 1)
        #expect(store.receivedActions.isEmpty)
        #expect(!isFetched)
        store.runEffects()
        #expect(store.pendingEffects == 0)
        #expect(store.receivedActions == [.loaded(99)])
        #expect(store.state.n == 1)
        store.runEffects()
        store.receive(.loaded(99)) { $0.n = 99 }
    }

    // TST-42
    @Test func anEffectOfSeveralPartsRunsWhole() {
        let store = CountingStore.counting(mode: .manual) {
            $0 == .go ? .merge(.just(.a), .just(.b), .just(.c)) : .none
        }
        store.send(.go)
        store.runEffects()
        #expect(store.receivedActions == [.a, .b, .c])
        store.skipReceivedActions()
        #expect(store.state.n == 3)
    }

    // TST-43
    @Test func aChainNeedsARunForEachStep() {
        let store = CountingStore.counting(mode: .manual) {
            switch $0 {
            case .go: .send(.loaded(5))
            case .loaded: .send(.set(100))
            default: .none
            }
        }
        store.send(.go)
        store.runEffects()
        store.receive(.loaded(5)) {
            $0.n = 5
            $0.isEven = false
        }
        #expect(store.pendingEffects == 1)
        store.runEffects()
        store.receive(.set(100)) {
            $0.n = 100
            $0.isEven = true
        }
        #expect(store.pendingEffects == 0)
    }

    // TST-44
    @Test func theEndMissesWhatWasNotRun() {
        func end(_ exhaustivity: Exhaustivity) -> CaughtFailures {
            failures {
                let store = CountingStore.counting(mode: .manual, exhaustivity: exhaustivity) {
                    $0 == .go ? .sequence([.first, .second]) : $0 == .noop ? .send(.a) : .none
                }
                store.send(.go)
                store.runEffects()
                store.projection.send(.noop)
                store.projection.send(.noop)
            }
        }
        let caught = end(.on)
        #expect(caught.map(\.name) == ["F-UNRECEIVED-END", "F-PENDING"])
        #expect(caught[0].says("4 actions"))
        #expect(caught[1].says("2 actions"))
        #expect(end(.off).isEmpty)
    }

    // TST-44
    @Test func aMismatchFailsEvenWhereLittleIsClaimed() {
        let store = CountingStore.counting(mode: .manual, exhaustivity: .off)
        #expect(failures { store.send(.inc) { $0.n = 3 } }.map(\.name) == ["F-MISMATCH"])
    }

    // TST-04
    @Test func aClaimThatChangesNothingPasses() {
        let store = CountingStore.counting(mode: .manual)
        store.send(.noop) { $0.n = 0 }
    }

    // TST-45
    @Test func whatAProjectionSendsIsNotClaimed() {
        let store = CountingStore.counting(mode: .manual) { $0 == .inc ? .send(.noop) : .none }
        store.projection.send(.inc)
        #expect(store.pendingEffects == 1)
        #expect(store.receivedActions == [.inc])
        store.receive(.inc) {
            $0.n = 1
            $0.isEven = false
        }
        store.runEffects()
        store.receive(.noop)
    }

    @Test func effectsThatAreRunLateHaveTheDependenciesOfTheFeature() {
        let store = TestStore(initialState: [UniqueID](), mode: .manual) {
            Reduce<[UniqueID], UniqueID?> { state, action in
                if let action {
                    state.append(action)
                    return .none
                }
                return .run { send in
                    @Dependency(\.uuid) var uuid
                    send(uuid())
                }
            }
        } withDependencies: {
            $0.uuid = .incrementing
        }
        store.send(nil)
        store.runEffects()
        store.receive(UniqueID(0)) { $0 = [UniqueID(0)] }
    }
}
