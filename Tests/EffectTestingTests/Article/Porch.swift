import EffectTesting

// The behavior of the article TestingFeatures.md.

enum Porch {
    struct State: Equatable { var isOpen = false }
    enum Action: Equatable { case open, close, knock, heard(String) }
    struct Environment { var voice = "hello" }

    static var behavior: Behavior<Action, State, Environment> {
        .handle { action, _ in
            switch action {
            case .open: .reduce { $0.isOpen = true }
            case .close: .reduce { $0.isOpen = false }
            case .knock: .produce { context in .send(.heard(context.environment.voice)) }
            case .heard: .doNothing
            }
        }
        .supervise { state, environment in
            guard state.isOpen else { return [] }
            return [
                Channel(id: "ear") { dispatch in
                    dispatch(.heard("wind"))
                    return .cancelOnly { dispatch.finish() }
                }
            ]
        }
    }
}
