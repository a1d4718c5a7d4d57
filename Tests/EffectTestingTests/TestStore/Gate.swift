import EffectTesting

/// A gate as a behavior: while it is open a channel listens, and another one may be opened by an effect.
enum Gate {
    struct State: Equatable {
        var isOpen = false
        var visits = 0
        var room = 1
        var settles = false
    }

    enum Action: Equatable {
        case open, close, move, ring, knock, probe
        case heard(String)

        var heard: String? { if case .heard(let text) = self { text } else { nil } }
    }

    struct Environment {
        var voice = "hello"
    }

    typealias Whole = Behavior<Action, State, Environment>

    static var behavior: Whole {
        Whole.handle { action, _ in
            switch action {
            case .open: .reduce { $0.isOpen = true }
            case .close: .reduce { $0.isOpen = false }
            case .move: .reduce { $0.room += 1 }
            case .knock:
                .reduce { $0.visits += 1 }
                    .produce { context in .send(.heard(context.environment.voice)) }
            case .ring: .produce { _ in .open(Self.channel("bell")) }
            case .probe, .heard: .doNothing
            }
        }
        .supervise { state, environment in Self.channels(of: state, environment.voice) }
    }

    static func channels(of state: State, _ voice: String = "") -> [Channel<Action>] {
        guard state.isOpen else { return [] }
        return [
            Channel(
                id: "ear",
                lifetime: .ephemeral(
                    resetKey: state.room, settle: state.settles ? .seconds(1) : nil),
                broadcasting: .onChange(state.visits)
            ) { dispatch in
                if !voice.isEmpty { dispatch(.heard("\(voice) in \(state.room)")) }
                return ChannelHandler(receive: { _ in }, cancel: {})
            }
        ]
    }

    static func channel(_ id: String) -> Channel<Action> {
        Channel(id: id) { dispatch in .cancelOnly { _ = dispatch } }
    }

    /// The same channels beside a reducer, which says nothing.
    static var reducer: some Reducer<State, Action> {
        Reduce<State, Action> { state, action in
            switch action {
            case .open: state.isOpen = true
            case .close: state.isOpen = false
            case .move: state.room += 1
            case .ring: return .open(Self.channel("bell"))
            case .knock, .probe, .heard: break
            }
            return .none
        }
        .supervise { channels(of: $0) }
    }

    static func store(
        _ state: State = State(), voice: String = "", mode: TestStoreMode = .eager,
        exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID, line: UInt = #line
    ) -> TestStore<State, Action> {
        TestStore(
            initial: state, behavior: behavior, environment: Environment(voice: voice), mode: mode,
            exhaustivity: exhaustivity, fileID: fileID, line: line)
    }
}
