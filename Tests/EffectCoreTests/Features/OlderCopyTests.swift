import EffectCore
import EffectTesting
import Testing

/// A collection that is put back as it was has lost what was added since.
@Suite struct OlderCopyTests {
    private func stage() -> Stage {
        var saved: IdentifiedArray<Int, Ticker.State> = []
        return Stage {
            $0.childEffects = {
                .send(.said($0)).throttle(id: "t", for: .seconds(10), latest: false)
            }
            $0.change = { state, name in
                switch name {
                case "save": saved = state.devices
                case "add": state.devices.append(Ticker.State(id: 1))
                case "other":
                    state.devices = saved
                    state.devices.append(Ticker.State(id: 2))
                default: state.devices = saved
                }
            }
        }
    }

    // RED-09, RED-13
    @Test(arguments: ["undo", "other"]) func anElementThatAnOlderCopyLacksTakesItsEffects(
        change: String
    ) {
        let stage = stage()
        stage.store.send(.change("save"))
        stage.store.send(.change("add"))
        stage.store.send(.device(1, .start))
        stage.store.send(.said("anything"))
        stage.store.send(.change(change))
        #expect(stage.inFlight == 0)
        stage.advance(to: 5_000)
        #expect(stage.takeReceived().count == 5)
    }

    @Test func itsThrottleIsForgotten() {
        let stage = stage()
        stage.store.send(.change("save"))
        for word in ["first", "second"] {
            stage.store.send(.change("add"))
            stage.store.send(.device(1, .effect(word)))
            stage.store.send(.said("anything"))
            stage.store.send(.change("undo"))
        }
        let said = stage.takeReceived().filter { $0.contains("device") && $0.contains("said") }
        #expect(said.count == 2)
    }
}
