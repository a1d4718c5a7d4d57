import EffectCore

// The features of the articles Features.md and CancellationAndScopes.md.

struct Port: Reducer {
    struct State: Equatable, Identifiable {
        let id: String
        var polls = 0
    }

    enum Action: Equatable { case open, poll, close, hungUp }
    enum CancelID { case polling }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .open:
            return .timer(every: .seconds(1), .poll).cancellable(id: CancelID.polling)
        case .poll:
            state.polls += 1
            return .none
        case .close:
            return .cancel(id: CancelID.polling)
        case .hungUp:
            return .dismiss
        }
    }
}

struct Update: Reducer {
    struct State: Equatable {
        let version: Int
        var percent = 0
    }

    enum Action: Equatable { case start, progress }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .timer(every: .milliseconds(100), .progress)
        case .progress:
            state.percent += 10
            return state.percent == 100 ? .dismiss : .none
        }
    }
}

struct Session: Reducer {
    struct State: Equatable { var beats = 0 }
    enum Action: Equatable { case start, beat }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .timer(every: .seconds(1), .beat)
        case .beat:
            state.beats += 1
            return .none
        }
    }
}

struct Uplink: Reducer {
    enum State: Equatable { case down, online(Session.State) }
    enum Action: Equatable { case connected, lost, session(Session.Action) }

    static var online: CasePath<State, Session.State> {
        CasePath(State.online) { if case .online(let session) = $0 { session } else { nil } }
    }

    static var session: CasePath<Action, Session.Action> {
        CasePath(Action.session) { if case .session(let action) = $0 { action } else { nil } }
    }

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .connected:
                state = .online(Session.State())
                return .send(.session(.start))
            case .lost:
                state = .down
            case .session:
                break
            }
            return .none
        }
        .ifCaseLet(Self.online, action: Self.session) { Session() }
    }
}

struct PortGateway: Reducer {
    struct State: Equatable {
        var uplink = Uplink.State.down
        var update: Update.State?
        var ports: IdentifiedArray<String, Port.State> = []
        var events: [String] = []
    }

    enum Action: Equatable {
        case plugged(String), unplugged(String), offered(version: Int), updateEnded
        case uplink(Uplink.Action), update(Update.Action), port(String, Port.Action)
    }

    var body: some ReducerOf<Self> {
        Scope(state: \.uplink, action: Self.uplink) { Uplink() }
        Reduce { state, action in
            switch action {
            case .plugged(let name):
                state.ports.append(Port.State(id: name))
                return .send(.port(name, .open))
            case .unplugged(let name):
                state.ports.remove(id: name)
            case .offered(let version):
                state.update = Update.State(version: version)
                return .send(.update(.start))
            case .updateEnded:
                state.update = nil
            case .uplink, .update, .port:
                break
            }
            return .none
        }
        .ifLet(\.update, action: Self.update, id: { $0.version }, dismiss: .updateEnded) {
            Update()
        }
        .forEach(\.ports, action: Self.port, dismiss: { .unplugged($0) }) { Port() }
        .onChange(of: { $0.ports.count }) { old, new in
            Reduce { state, _ in
                state.events.append("\(old) ports, now \(new)")
                return .none
            }
        }
    }
}

extension PortGateway {
    static var uplink: CasePath<Action, Uplink.Action> {
        CasePath(Action.uplink) { if case .uplink(let action) = $0 { action } else { nil } }
    }

    static var update: CasePath<Action, Update.Action> {
        CasePath(Action.update) { if case .update(let action) = $0 { action } else { nil } }
    }

    static var port: CasePath<Action, (id: String, action: Port.Action)> {
        CasePath({ .port($0.id, $0.action) }) {
            if case .port(let id, let action) = $0 { (id, action) } else { nil }
        }
    }
}

struct Zone: Reducer {
    struct State: Equatable, Identifiable {
        let id: Int
        var isArmed = false
        var zones: IdentifiedArray<Int, State> = []
    }

    indirect enum Action { case arm, zone(Int, Action) }

    static var zone: CasePath<Action, (id: Int, action: Action)> {
        CasePath({ .zone($0.id, $0.action) }) {
            if case .zone(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            guard case .arm = action else { return .none }
            state.isArmed = true
            return .merge(state.zones.ids.map { .send(.zone($0, .arm)) })
        }
        .forEach(\.zones, action: Self.zone) { Zone() }
    }
}

/// A gateway with what only some machines have.
struct EquippedGateway: Reducer {
    typealias State = PortGateway.State
    typealias Action = PortGateway.Action

    let audit: Reduce<State, Action>?
    let greets: Bool

    var body: some ReducerOf<Self> {
        PortGateway()
        audit
        if greets {
            Reduce { state, action in
                if case .plugged(let name) = action { state.events.append("hello, \(name)") }
                return .none
            }
        }
    }
}

enum Console: TransactionKey { static var defaultValue: String { "nobody" } }
