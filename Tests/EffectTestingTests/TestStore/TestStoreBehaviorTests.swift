import EffectCore
import EffectTesting
import Testing

/// Test stores around behaviors, and channels in test stores.
@Suite struct TestStoreBehaviorTests {
    private enum Action: Equatable {
        case connect, disconnect, load, loaded(String)
    }

    private struct State: Equatable {
        var isConnected = false
        var text = ""
    }

    private typealias Feature = Behavior<Action, State, String>

    private static var feature: Feature {
        Feature.handle { action, _ in
            switch action {
            case .connect: .reduce { $0.isConnected = true }
            case .disconnect: .reduce { $0.isConnected = false }
            case .load:
                .produce { .after(.seconds(1), .loaded($0.environment)) }
            case .loaded(let text): .reduce { $0.text = text }
            }
        }
        .supervise { state, _ in
            state.isConnected ? [Channel(id: "socket") { _ in .cancelOnly {} }] : []
        }
    }

    // DEP-11
    @Test func anotherEnvironmentIsForLaterActions() {
        let store = TestStore(initial: State(), behavior: Self.feature, environment: "a")
        store.dispatch(.load)
        store.setEnvironment("b")
        store.advance(by: .seconds(1))
        store.receive(.loaded("a")) { $0.text = "a" }
        store.send(.load)
        store.advance(by: .seconds(1))
        store.receive(.loaded("b")) { $0.text = "b" }
    }

    @Test func effectsOfABehaviorAreKeptInManualMode() {
        let store = TestStore(
            initial: State(), behavior: Self.feature, environment: "a", mode: .manual)
        store.send(.load)
        #expect(store.pendingEffects == 1)
        store.advance(by: .seconds(1))
        store.runEffects()
        store.advance(by: .seconds(1))
        store.receive(.loaded("a")) { $0.text = "a" }
    }

    // CHN-56, TST-44
    @Test(arguments: ["behavior", "reducer", "effect"])
    func aChannelThatIsOpenAtTheEndFailsTheTest(form: String) {
        withKnownIssue {
            var store: TestStore<State, Action>?
            let reducer = Reduce<State, Action> { state, action in
                state.isConnected = action == .connect
                guard form == "effect" else { return .none }
                return .open(Channel(id: "socket") { _ in .cancelOnly {} })
            }
            switch form {
            case "behavior":
                store = TestStore(initial: State(), behavior: Self.feature, environment: "")
            case "reducer":
                store = TestStore(initialState: State()) {
                    reducer.supervise { state in
                        state.isConnected ? [Channel(id: "socket") { _ in .cancelOnly {} }] : []
                    }
                }
            default: store = TestStore(initialState: State()) { reducer }
            }
            store?.send(.connect) { $0.isConnected = true }
            store = nil
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.hasPrefix("F-OPEN-CHANNEL") && text.contains("String(socket)")
        }
    }

    // CHN-56
    @Test func aChannelThatIsClosedPasses() {
        let store = TestStore(initial: State(), behavior: Self.feature, environment: "")
        store.send(.connect) { $0.isConnected = true }
        store.send(.disconnect) { $0.isConnected = false }
        store.finish()
    }

    @Test func anEnvironmentOfAnotherTypeTraps() async {
        await #expect(processExitsWith: .failure) {
            let behavior = Behavior<Int, Int, Int>.identity
            TestStore(initial: 0, behavior: behavior, environment: 1).setEnvironment("text")
        }
    }
}
