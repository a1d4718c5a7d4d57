public import EffectCore

/// The upper half of the plant's tree: a bus that may be absent, its devices, and their sessions.
public struct Gateway: Reducer {
    /// What it remembers.
    public struct State {
        var bus: Bus.State?
    }

    /// What happens to it.
    public enum Action { case bus(Bus.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        EmptyReducer()
            .ifLet(
                \.bus,
                action: CasePath(Action.bus) {
                    if case .bus(let action) = $0 { action } else { nil }
                }
            ) { Bus() }
    }
}

/// A bus with its devices.
public struct Bus: Reducer {
    /// What it remembers.
    public struct State {
        var devices: IdentifiedArray<Int, Device.State>
    }

    /// What happens to it.
    public enum Action { case device(Int, Device.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        EmptyReducer()
            .forEach(
                \.devices,
                action: CasePath {
                    Action.device($0.id, $0.action)
                } _: {
                    if case .device(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) { Device() }
    }
}

/// A device, and its link.
public struct Device: Reducer {
    /// What it remembers.
    public struct State: Identifiable {
        /// What tells it from its siblings.
        public let id: Int
        var link: Link.State
    }

    /// What happens to it.
    public enum Action { case link(Link.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        Scope(
            state: \.link,
            action: CasePath(Action.link) { if case .link(let action) = $0 { action } else { nil } }
        ) { Link() }
    }
}

/// A link, which may be up.
public struct Link: Reducer {
    /// What it remembers.
    public enum State {
        case offline
        case online(Session.State)
    }

    /// What happens to it.
    public enum Action { case session(Session.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        EmptyReducer()
            .ifCaseLet(
                CasePath(State.online) {
                    if case .online(let session) = $0 { session } else { nil }
                },
                action: CasePath(Action.session) {
                    if case .session(let action) = $0 { action } else { nil }
                }
            ) { Session() }
    }
}
