public import EffectCore

/// The lower half of the plant's tree: a bank of probes that may be absent, and their meters.
public struct Session: Reducer {
    /// What it remembers.
    public struct State {
        var bank: Bank.State?
    }

    /// What happens to it.
    public enum Action { case bank(Bank.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        EmptyReducer()
            .ifLet(
                \.bank,
                action: CasePath(Action.bank) {
                    if case .bank(let action) = $0 { action } else { nil }
                }
            ) { Bank() }
    }
}

/// A bank with its probes.
public struct Bank: Reducer {
    /// What it remembers.
    public struct State {
        var probes: IdentifiedArray<Int, Probe.State>
    }

    /// What happens to it.
    public enum Action { case probe(Int, Probe.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        EmptyReducer()
            .forEach(
                \.probes,
                action: CasePath {
                    Action.probe($0.id, $0.action)
                } _: {
                    if case .probe(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) { Probe() }
    }
}

/// A probe, and its meter.
public struct Probe: Reducer {
    /// What it remembers.
    public struct State: Identifiable {
        /// What tells it from its siblings.
        public let id: Int
        var meter = Meter.State()
    }

    /// What happens to it.
    public enum Action { case meter(Meter.Action) }

    /// The feature, composed.
    public var body: some Reducer<State, Action> {
        Scope(
            state: \.meter,
            action: CasePath(Action.meter) {
                if case .meter(let action) = $0 { action } else { nil }
            }
        ) { Meter() }
    }
}

/// A meter.
public struct Meter: Reducer {
    /// What it remembers.
    public struct State {
        var total = 0
    }

    /// What happens to it.
    public enum Action { case add(Int) }

    /// Adds.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let value):
            state.total &+= value
            return .none
        }
    }
}
