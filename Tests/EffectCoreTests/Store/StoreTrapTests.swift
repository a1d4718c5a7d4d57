import EffectCore
import EffectTesting
import Testing

/// Faults of a program that end it with a sentence.
@Suite struct StoreTrapTests {
    @Test func readingTheStateInTheStoresOwnReducerTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var store: Store<Int, Int>?
            store = Store(initialState: 0, on: TestClock()) {
                Reduce { _, _ in
                    _ = store?.state
                    return .none
                }
            }
            store?.send(1)
        }
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Store.state: read inside the store's own reducer"))
        #endif
    }
}
