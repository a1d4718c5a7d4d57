import EffectCore
import EffectTesting
import Testing

/// What a child still sends in the action in which it goes.
@Suite struct LastSendTests {
    // RED-14, CAT-02
    @Test(arguments: ["flat", "nested", "pairwise", "mapped"])
    func aChainInAChainSendsWhatItBeginsWith(form: String) {
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        let stage = Stage(initial) {
            $0.childEffects = { form in
                let a = Effect<Ticker.Action>.send(.said("a"))
                let b = Effect<Ticker.Action>.send(.said("b"))
                let later = Effect<Ticker.Action>.after(.zero, .said("no"))
                return switch form {
                case "flat": .concatenate(a, b, later)
                case "nested": .concatenate(.concatenate(a, b), later)
                case "pairwise": a.concatenate(with: b).concatenate(with: later)
                default: .concatenate(.concatenate(a, b).map { $0 }, later)
                }
            }
            $0.after = { state, action in
                if case .ticker(.effect) = action { state.ticker = nil }
            }
        }
        stage.store.send(.ticker(.effect(form)))
        stage.advance(to: 1_000)
        let said = stage.takeReceived().filter { $0.contains("said") }
        #expect(said.map { $0.contains("\"a\"") } == [true, false])
    }
}
