import EffectDependencies
import EffectTesting
import Testing

@Suite struct TestStoreBehaviorTests {
    @Test func aBehaviorIsClaimedStepByStep() {
        let store = Gate.store(voice: "hello")
        store.dispatch(.knock) { $0.visits = 1 }
        store.receive(.heard("hello"))
        #expect(store.openChannels.isEmpty)
        store.send(.open) { $0.isOpen = true }
        #expect(store.openChannels == [EffectID("ear")])
        store.receive(\.heard, "hello in 1")
        store.dispatch(.move) { $0.room = 2 }
        store.receive(\.heard, "hello in 2")
        store.send(.close) { $0.isOpen = false }
        store.finish()
    }

    @Test func aWrongClaimAboutABehaviorFails() {
        let store = Gate.store()
        let line = #line + 1
        let caught = failures { store.dispatch(.open) { $0.isOpen = false } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(caught[0].line == line)
        store.send(.close) { $0.isOpen = false }
    }

    @Test func anActionThatChangesNothingNotifiesNobody() {
        var notified = 0
        let store = Gate.store()
        let token = store.projection.observe(didChange: { notified += 1 })
        store.send(.probe)
        #expect(notified == 0)
        store.send(.knock) { $0.visits = 1 }
        store.receive(.heard(""))
        #expect(notified == 1)
        withExtendedLifetime(token) {}
    }

    // DEP-11
    @Test(arguments: [TestStoreMode.eager, .manual])
    func anotherEnvironmentIsForLaterActions(mode: TestStoreMode) {
        let store = Gate.store(voice: "old", mode: mode)
        store.send(.knock) { $0.visits = 1 }
        store.setEnvironment(Gate.Environment(voice: "new"))
        store.runEffects()
        store.receive(.heard("old"))
        store.send(.knock) { $0.visits = 2 }
        store.runEffects()
        store.receive(.heard("new"))
    }

    // DEP-11
    @Test func anotherEnvironmentIsForChannelsThatOpenLater() {
        let store = Gate.store(Gate.State(isOpen: true), voice: "old")
        store.setEnvironment(Gate.Environment(voice: "new"))
        store.receive(.heard("old in 1"))
        store.send(.knock) { $0.visits = 1 }
        store.receive(.heard("new"))
        store.send(.move) { $0.room = 2 }
        store.receive(.heard("new in 2"))
        store.skipInFlightEffects()
    }

    // DEP-11
    @Test func anEnvironmentMayBeAnythingOfItsType() {
        let behavior = Behavior<Gate.Action, Int, any Sequence<Int>>.produce { action, context in
            action == .probe ? .send(.heard("\(Array(context.environment))")) : .none
        }
        let store = TestStore(initial: 0, behavior: behavior, environment: [1])
        store.setEnvironment(1...2)
        store.send(.probe)
        store.receive(.heard("[1, 2]"))
    }

    // DEP-11
    @Test func anEnvironmentOfAnotherTypeTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            Gate.store().setEnvironment(5)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the environment of this store is Environment, and not Int"))
    }

    @Test func aReducerHasNoEnvironmentToReplace() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            CountingStore.counting().setEnvironment(5)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("TestStore.setEnvironment: a reducer has no environment"))
    }

    // TST-40
    @Test func effectsOfABehaviorAreKeptUntilTheyAreRun() {
        let store = Gate.store(voice: "hello", mode: .manual)
        store.dispatch(.knock) { $0.visits = 1 }
        store.dispatch(.probe)
        #expect(store.pendingEffects == 1)
        #expect(store.receivedActions.isEmpty)
        store.runEffects()
        #expect(store.pendingEffects == 0)
        store.receive(.heard("hello"))
        #expect(store.state.visits == 1)
    }

    @Test func channelsFollowTheStateInManualModeToo() {
        let store = Gate.store(voice: "hello", mode: .manual)
        store.send(.open) { $0.isOpen = true }
        #expect(store.pendingEffects == 0)
        store.receive(.heard("hello in 1"))
        store.send(.ring)
        #expect(failures { store.finish() }[0].says("1 channel open", "ear"))
        store.runEffects()
        #expect(failures { store.finish() }[0].says("2 channels open", "ear", "bell"))
        store.skipInFlightEffects()
    }

    private struct Tagger: Reducer {
        @Dependency(\.uuid) var uuid

        func reduce(into state: inout [UniqueID], action: Bool) -> Effect<Bool> {
            state.append(uuid())
            guard action else { return .none }
            return .run { send in
                @Dependency(\.uuid) var uuid
                _ = uuid()
                send(false)
            }
        }
    }

    @Test(arguments: [TestStoreMode.eager, .manual])
    func aReducerInABehaviorHasTheDependenciesOfTheTest(mode: TestStoreMode) {
        let store = TestStore(
            initial: [], behavior: Tagger().asBehavior(), environment: (), mode: mode
        ) {
            $0.uuid = .incrementing
        }
        store.send(true) { $0 = [UniqueID(0)] }
        store.runEffects()
        store.receive(where: { !$0 }) { $0.append(UniqueID(2)) }
    }

    private enum LiveKey: DependencyKey {
        static var liveValue: Int { 7 }
    }

    // DEP-10
    @Test func aDependencyWithoutAValueForTestsFailsInABehaviorToo() {
        let behavior = Behavior<Bool, Int, Void>.reduce { action, state in
            @Dependency(LiveKey.self) var value
            if action { state = value }
        }
        let store = TestStore(initial: 0, behavior: behavior, environment: ())
        let caught = failures { _ = store.send(true) { $0 = 7 } }
        #expect(caught.map(\.name) == ["F-UNIMPLEMENTED"])
    }
}
