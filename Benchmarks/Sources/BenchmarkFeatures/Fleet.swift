public import EffectCore

/// Machines in a collection, each with an engine that may be absent: children with live effects.
public struct Fleet: Reducer {
    /// A fleet, and a counter beside it.
    public struct State {
        /// The machines.
        public var machines: IdentifiedArray<Int, Machine.State>
        /// What the fleet itself has counted.
        public var total = 0

        /// Creates a fleet of that many machines, with or without their engines.
        public init(count: Int, withEngines: Bool = false) {
            let engine = withEngines ? Engine.State() : nil
            machines = IdentifiedArray(
                (0..<count).map { Machine.State(id: $0, engine: engine) })
        }
    }

    /// What happens to a fleet.
    public enum Action {
        case add(Int)
        case machine(Int, Machine.Action)
    }

    /// Creates the feature.
    public init() {}

    /// The machines, then the fleet's own counter.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            if case .add(let value) = action { state.total &+= value }
            return .none
        }
        .forEach(
            \.machines,
            action: CasePath {
                Action.machine($0.id, $0.action)
            } _: {
                if case .machine(let id, let action) = $0 { (id, action) } else { nil }
            }
        ) { Machine() }
    }
}

/// A machine that may run a timer, and whose engine may run one.
public struct Machine: Reducer {
    /// A machine.
    public struct State: Identifiable {
        /// What tells it from the others.
        public let id: Int
        var total = 0
        var engine: Engine.State?

        init(id: Int, engine: Engine.State?) {
            self.id = id
            self.engine = engine
        }
    }

    /// What happens to a machine.
    public enum Action {
        case add(Int)
        case startTimer
        case engine(Engine.Action)
    }

    /// The engine, if there is one, then the machine.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .add(let value):
                state.total &+= value
                return .none
            case .startTimer:
                return .timer(every: .seconds(3_600), .add(1))
            case .engine:
                return .none
            }
        }
        .ifLet(
            \.engine,
            action: CasePath(Action.engine) {
                if case .engine(let action) = $0 { action } else { nil }
            }
        ) { Engine() }
    }
}

/// An engine that may run timers.
public struct Engine: Reducer {
    /// An engine.
    public struct State {
        var total = 0
    }

    /// What happens to an engine.
    public enum Action {
        case add(Int)
        case startTimer
    }

    /// Counts, or starts a timer.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let value):
            state.total &+= value
            return .none
        case .startTimer:
            return .timer(every: .seconds(3_600), .add(1))
        }
    }
}
