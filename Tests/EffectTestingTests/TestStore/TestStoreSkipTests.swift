import EffectTesting
import Testing

@Suite struct TestStoreSkipTests {
    private static func later(_ action: Counting.Action) -> Effect<Counting.Action> {
        action == .go ? .after(.seconds(1), .noop) : .none
    }

    // TST-26
    @Test func skippedActionsLeaveTheLastState() {
        let store = CountingStore.counting { $0 == .go ? .sequence([.inc, .inc]) : .none }
        store.send(.go)
        #expect(store.state.n == 0)
        store.skipReceivedActions()
        #expect(store.state.n == 2)
        #expect(store.receivedActions.isEmpty)
        store.skipReceivedActions(strict: false)
        let caught = failures { store.skipReceivedActions() }
        #expect(caught.map(\.name) == ["F-NOTHING-TO-SKIP"])
        #expect(caught[0].says("actions"))
    }

    // TST-27
    @Test func skippedEffectsAreNotMissedAtTheEnd() {
        let store = CountingStore.counting(Self.later)
        store.send(.go)
        store.skipInFlightEffects()
        store.skipInFlightEffects(strict: false)
        let caught = failures { store.skipInFlightEffects() }
        #expect(caught.map(\.name) == ["F-NOTHING-TO-SKIP"])
        #expect(caught[0].says("effects"))
    }

    // TST-28
    @Test func skippedEffectsAreCancelled() {
        let store = CountingStore.counting(Self.later)
        store.send(.go)
        store.skipInFlightEffects()
        store.advance(by: .seconds(1))
        #expect(store.receivedActions.isEmpty)
    }

    // TST-28
    @Test func skippedEffectsGoOnWhereTheTestSaysSo() {
        let store = CountingStore.counting(Self.later)
        store.send(.go)
        store.skipInFlightEffects(cancel: false)
        store.finish()
        store.advance(by: .seconds(1))
        store.receive(.noop)
    }

    // TST-28
    @Test func anEffectThatComesAfterASkipIsNotSkipped() {
        let store = CountingStore.counting(Self.later)
        store.send(.go)
        store.skipInFlightEffects(cancel: false)
        store.advance(by: .seconds(1))
        store.receive(.noop)
        store.send(.go)
        #expect(failures { store.finish() }.map(\.name) == ["F-FINISH-TIMEOUT"])
        store.skipInFlightEffects()
    }

    // TST-27
    @Test func effectsOfOtherSendersAreSkippedToo() {
        let store = CountingStore.counting(Self.later)
        let projection = store.projection
        projection.send(.go)
        store.receive(.go)
        store.skipInFlightEffects()
        store.finish()
        store.send(.go)
        store.advance(by: .seconds(1))
        store.receive(.noop)
    }

    @Test func aSkipDoesNotWakeAStoppedStore() {
        let store = CountingStore.counting(Self.later)
        store.send(.go)
        store.stop()
        store.skipInFlightEffects(strict: false)
        #expect(failures { _ = store.send(.inc) }.map(\.name) == ["F-STOPPED"])
    }
}
