import EffectCore
import EffectTesting
import Testing

@Suite struct CatalogTests {
    /// A server that answers when the test says so.
    private final class Server {
        var requests: [(query: String, onResult: (Result<[String], CatalogError>) -> Void)] = []
        var aborted: [String] = []

        var environment: Catalog.Environment {
            Catalog.Environment { [self] query, onResult in
                requests.append((query, onResult))
                return { [self] in aborted.append(query) }
            }
        }

        func answer(_ result: Result<[String], CatalogError>) {
            requests.removeFirst().onResult(result)
        }
    }

    private let server = Server()

    private func store() -> Store<Catalog.State, Catalog.Action> {
        Store(
            initial: Catalog.State(), behavior: Catalog.behavior, environment: server.environment,
            on: TestClock())
    }

    @Test func itemsAreLoaded() {
        let store = store()
        store.send(.load("tea"))
        #expect(store.state == Catalog.State(isLoading: true))
        server.answer(.success(["assam", "sencha"]))
        #expect(store.state == Catalog.State(items: ["assam", "sencha"]))
        #expect(server.aborted.isEmpty)
        #expect(store.effects.isEmpty)
    }

    @Test func aFailureIsShownUntilTheNextLoad() {
        let store = store()
        store.send(.load("tea"))
        server.answer(.failure(.offline))
        #expect(store.state == Catalog.State(error: .offline))
        store.send(.load("tea"))
        #expect(store.state == Catalog.State(isLoading: true))
    }

    @Test func aLaterLoadReplacesTheOneBefore() {
        let store = store()
        store.send(.load("t"))
        store.send(.load("te"))
        #expect(server.aborted == ["t"])
        server.answer(.success(["tango"]))
        #expect(store.state == Catalog.State(isLoading: true))
        server.answer(.success(["tea"]))
        #expect(store.state == Catalog.State(items: ["tea"]))
    }

    @Test func givingUpNotifiesOnlyWhereSomethingChanges() {
        let store = store()
        var changes = 0
        let token = store.observe(didChange: { changes += 1 })
        store.send(.giveUp)
        #expect(changes == 0)
        store.send(.load("tea"))
        store.send(.giveUp)
        #expect(changes == 2)
        #expect(server.aborted == ["tea"])
        #expect(store.state == Catalog.State())
        _ = token
    }

    @Test func itRunsInATreeOfReducersAndTheOtherWayRound() {
        let behavior = Behavior<Catalog.Action, CountedCatalog.State, Void>(
            reducer: CountedCatalog(environment: server.environment))
        let store = Store(
            initial: CountedCatalog.State(), behavior: behavior, environment: (), on: TestClock())
        store.send(.load("t"))
        store.send(.load("tea"))
        #expect(server.aborted == ["t"])
        server.answer(.success(["tango"]))
        server.answer(.success(["assam"]))
        #expect(
            store.state == CountedCatalog.State(catalog: Catalog.State(items: ["assam"]), loads: 2))
    }
}
