import EffectCore
import EffectTesting
import Testing

@Suite struct ShopTests {
    @Test func aVisitLoadsTheCatalogAndEachActionIsLogged() {
        var log: [String] = []
        let catalog = Catalog.Environment { query, onResult in
            onResult(.success([query]))
            return {}
        }
        let store = Store(
            initial: Shop.State(archive: Catalog.State()), behavior: Shop.behavior,
            environment: Shop.Environment(catalog: catalog) { log.append($0) }, on: TestClock())
        store.dispatch(.visit)
        #expect(store.state.catalog.items.isEmpty && log.count == 1)
        store.dispatch(.archive(.load("old")))
        #expect(store.state.archive?.items == ["old"] && log.count == 3)
        store.stop()
        store.replaceState(Shop.State())
        store.start()
        store.dispatch(.visit)
        #expect(store.state.catalog.items == ["all"] && log.count == 6)
        #expect(log[4].hasPrefix("EffectCoreTests/Shop.swift:"))
    }
}
