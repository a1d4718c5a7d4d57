import EffectCore
import EffectTesting
import Testing

/// A reducer that lets go of what an effect still holds.
@Suite struct LetGoTests {
    // RED-14, RUN-12
    @Test(arguments: [false, true]) func whatAnActionReturnsStartsBeforeWhatItLetGoOfEnds(
        hasRemovedChild: Bool
    ) {
        var events: [String] = []
        var kept: [Send<Rack.Action>] = []
        var initial = Rack.State()
        initial.ticker = Ticker.State()
        let stage = Stage(initial) {
            $0.childEffects = { _ in .run { send in send.after(.seconds(9)) { send.finish() } } }
            $0.effects = { name in
                guard name == "let go" else {
                    return .run { send in
                        send.onTermination { events.append("first ends") }
                        kept.append(send)
                    }
                }
                kept.removeAll()
                return .run { _ in events.append("second starts") }
            }
            $0.after = { state, action in
                if action == .effect("let go") { state.ticker = nil }
            }
        }
        stage.store.send(.effect("keep"))
        if hasRemovedChild { stage.store.send(.ticker(.effect("hold"))) }
        stage.store.send(.effect("let go"))
        #expect(events == ["second starts", "first ends"])
        #expect(stage.inFlight == 0)
    }
}
