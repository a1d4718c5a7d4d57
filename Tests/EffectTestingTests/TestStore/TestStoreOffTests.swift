import EffectDependencies
import EffectTesting
import Testing

/// Tests that need not be exhaustive.
@Suite struct TestStoreOffTests {
    // TNX-01
    @Test func aPartOfAChangeIsEnough() {
        let store = CountingStore.counting(exhaustivity: .off)
        store.send(.inc) { $0.n = 1 }
        store.send(.inc) { $0.isEven = true }
        store.send(.inc) {
            $0.n = 3
            $0.isEven = false
        }
    }

    // TNX-02
    @Test func aWrongClaimFails() {
        let store = CountingStore.counting(exhaustivity: .off)
        let caught = failures { store.send(.inc) { $0.n = 0 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(caught[0].says("-   n: 0,", "+   n: 1,", "      isEven: false"))
        #expect(store.state.n == 1)
    }

    // TNX-04
    @Test func nothingNeedsToBeClaimed() {
        let store = CountingStore.counting(exhaustivity: .off)
        store.send(.noop) { $0.n = 0 }
        store.send(.inc)
        #expect(store.state.n == 1)
    }

    // TNX-05, R-TST-08
    @Test func aSendSkipsWhatWasNotReceived() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .inc ? .send(.set(43)) : .none
        }
        store.send(.inc) { $0.n = 1 }
        #expect(store.state.n == 1)
        store.send(.inc) { $0.n = 44 }
        #expect(store.state.n == 44)
        store.skipReceivedActions()
        #expect(store.state.n == 43)
    }

    // TNX-08
    @Test func withoutAMatchNothingIsConsumed() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .sequence([.first, .second]) : .none
        }
        store.send(.go)
        let caught = failures { store.receive(\.loaded) }
        #expect(caught.map(\.name) == ["F-NO-ACTION"])
        #expect(caught[0].says("[0]: .first", "[1]: .second"))
        store.receive(.first)
        store.receive(.second)
    }

    // TNX-09
    @Test func whatWasSkippedCannotBeReceived() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .sequence([.first, .second]) : .none
        }
        store.send(.go)
        store.receive(.second)
        #expect(failures { store.receive(.second) }.map(\.name) == ["F-NO-ACTION"])
        #expect(failures { store.receive(.first) }.map(\.name) == ["F-NO-ACTION"])
    }

    // TNX-10
    @Test func aWrongClaimAboutAReceivedActionFails() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .sequence([.noop, .inc]) : .none
        }
        store.send(.go)
        #expect(failures { store.receive(.inc) { $0.n = 2 } }.map(\.name) == ["F-MISMATCH"])
    }

    // TNX-11
    @Test func aMatchAfterOtherActions() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go
                ? .merge(.after(.milliseconds(10), .set(1)), .after(.milliseconds(20), .set(2)))
                : .none
        }
        store.send(.go)
        store.advance(by: .milliseconds(20))
        store.receive(.set(2)) { $0.n = 2 }
    }

    // TNX-12
    @Test func onlyOthersCame() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .merge(.sequence([.first, .first]), .after(.seconds(9), .noop)) : .none
        }
        store.send(.go)
        let caught = failures { store.receive(.second) }
        #expect(caught.map(\.name) == ["F-RECEIVE-TIMEOUT"])
        #expect(caught[0].says("none of the actions matches", "F-NO-ACTION", "due in 9s"))
        let list = "(F-NO-ACTION):\n\n  [0]: .first\n  [1]: .first\n\nIn flight, at 0s:"
        #expect(caught[0].says(list))
    }

    // TNX-13
    @Test func eachReceiveConsumesOneMatch() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go
                ? .merge(.after(.milliseconds(10), .inc), .after(.milliseconds(20), .inc)) : .none
        }
        store.send(.go)
        store.advance(by: .milliseconds(20))
        store.receive(.inc) { $0.n = 1 }
        store.receive(.inc) { $0.n = 2 }
    }

    // TNX-14
    @Test func theEndIsFree() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .merge(.send(.inc), .after(.seconds(1), .noop)) : .none
        }
        store.send(.go)
    }

    // TNX-18
    @Test func skippingLeavesTheLastState() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .sequence([.inc, .set(5)]) : .none
        }
        store.send(.go)
        store.skipReceivedActions(strict: false)
        #expect(store.state.n == 5)
    }

    // TNX-20
    @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true), .on])
    func aClaimIsMadeOnceWithTheDependenciesOfTheFeature(exhaustivity: Exhaustivity) {
        struct Naming: Reducer {
            @Dependency(\.uuid) var uuid
            func reduce(into state: inout [UniqueID], action: Bool) -> Effect<Bool> {
                state.append(uuid())
                return .none
            }
        }
        let store = TestStore(initialState: [UniqueID](), exhaustivity: exhaustivity) {
            Naming()
        } withDependencies: {
            $0.uuid = .incrementing
        }
        _ = failures {
            store.send(true) {
                @Dependency(\.uuid) var uuid
                _ = uuid()
                $0 = [UniqueID(0)]
            }
        }
        #expect(store.state == [UniqueID(0)])
        let caught = failures { store.send(true) { $0 = [UniqueID(0), UniqueID(2)] } }
        #expect(caught.allSatisfy { $0.isWarning })
    }

    // TNX-21
    @Test func theOrderOfSiblingsDoesNotMatter() {
        let store = CountingStore.counting(exhaustivity: .off) {
            $0 == .go ? .merge(.after(.seconds(1), .first), .after(.seconds(1), .set(34))) : .none
        }
        store.send(.go)
        store.advance(by: .seconds(1))
        store.receive(.set(34)) { $0.n = 34 }
    }

    @Test func whatIsSkippedIsAWarningWhereAskedFor() {
        let store = CountingStore.counting(exhaustivity: .off(showSkippedAssertions: true)) {
            $0 == .go ? .sequence([.inc, .noop, .second]) : .none
        }
        let warnings = failures {
            store.send(.set(4))
            store.send(.go)
            store.receive(.noop)
            store.skipReceivedActions()
        }
        #expect(warnings.allSatisfy { $0.name == "I-SKIPPED" && $0.isWarning })
        #expect(
            warnings.map { $0.text.split(separator: "\n")[0] } == [
                "I-SKIPPED: .set(4) changed the state, and nothing is claimed:",
                "I-SKIPPED: 1 received action skipped:",
                "I-SKIPPED: 1 received action skipped:",
            ])
    }
}
