import EffectCore
import EffectTesting
import Testing

@Suite struct LiveEffectsTests {
    @Test func effectsInFlightAreCountedByNameOrLine() {
        let clock = TestClock()
        let line: UInt = #line + 6
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { _, action in
                switch action {
                case 0: .run(name: "poll") { send in send.onCancel { _ = send } }
                case 1:
                    .after(.seconds(1), 2)
                default: .cancelAll
                }
            }
        }
        #expect(store.liveEffectsByName.isEmpty)
        store.send(1)
        for _ in 0..<3 { store.send(0) }
        let live = store.liveEffectsByName
        #expect(live.map(\.count) == [3, 1])
        #expect(live.map(\.name) == ["poll", "EffectCoreTests/LiveEffectsTests.swift:\(line)"])
        store.send(2)
        #expect(store.liveEffectsByName.isEmpty)
    }
}
