import EffectCore
import EffectTesting
import Testing

/// A child that ticks once a second from `start` on, and notes what it did.
struct Ticker: Reducer {
    struct State: Equatable, Identifiable {
        var id = 0
        var ticks = 0
        var child: Leaf.State?
        var ports: IdentifiedArray<Int, Leaf.State> = []
    }

    enum Action: Equatable {
        case start
        case tick
        case stop
        case bye
        case effect(String)
        case said(String)
        case leaf(Leaf.Action)
        case port(Int, Leaf.Action)
        case leafGone
    }

    enum CancelID { case ticking }

    /// What an `effect` action is answered with.
    var effects: (String) -> Effect<Action> = { _ in .none }

    static var leaf: CasePath<Action, Leaf.Action> {
        CasePath(Action.leaf) { if case .leaf(let action) = $0 { action } else { nil } }
    }

    static var port: CasePath<Action, (id: Int, action: Leaf.Action)> {
        CasePath({ .port($0.id, $0.action) }) {
            if case .port(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .start: return .timer(every: .seconds(1), .tick).cancellable(id: CancelID.ticking)
            case .tick: state.ticks += 1
            case .stop: return .cancel(id: CancelID.ticking)
            case .effect(let name): return effects(name)
            case .leafGone: state.child = nil
            case .bye, .said, .leaf, .port: break
            }
            return .none
        }
        .ifLet(\.child, action: Self.leaf, dismiss: .leafGone) { Leaf() }
        .forEach(\.ports, action: Self.port) { Leaf() }
    }
}

/// The innermost feature: the same, with nothing in it.
struct Leaf: Reducer {
    struct State: Equatable, Identifiable {
        var id = 0
        var ticks = 0
    }

    enum Action: Equatable {
        case start
        case tick
        case leave
        case cancel(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start: return .timer(every: .seconds(1), .tick).cancellable(id: "io")
        case .tick: state.ticks += 1
        case .leave: return .dismiss
        case .cancel(let id): return .cancel(id: id)
        }
        return .none
    }
}

/// The root around tickers: an optional one, two collections, and one in a case of an enum.
struct Rack: Reducer {
    enum Mode: Equatable {
        case idle
        case active(Ticker.State)
    }

    struct State: Equatable {
        var ticker: Ticker.State?
        var devices: IdentifiedArray<Int, Ticker.State> = []
        var sessions: IdentifiedArray<Int, Ticker.State> = []
        var mode = Mode.idle
        var plain = Ticker.State()
    }

    enum Action: Equatable {
        case change(String)
        case effect(String)
        case said(String)
        case ticker(Ticker.Action)
        case device(Int, Ticker.Action)
        case session(Int, Ticker.Action)
        case mode(Ticker.Action)
        case plain(Ticker.Action)
        case tickerGone
        case deviceGone(Int)
    }

    var effects: (String) -> Effect<Action> = { _ in .none }
    var childEffects: (String) -> Effect<Ticker.Action> = { _ in .none }
    /// Runs before and after everything, on the state.
    var before: (inout State, Action) -> Void = { _, _ in }
    var change: (inout State, String) -> Void = { _, _ in }
    var note: (Action) -> Void = { _ in }
    var after: (inout State, Action) -> Void = { _, _ in }
    var id: ((Ticker.State) -> Int)?

    static var ticker: CasePath<Action, Ticker.Action> {
        CasePath(Action.ticker) { if case .ticker(let action) = $0 { action } else { nil } }
    }

    static var device: CasePath<Action, (id: Int, action: Ticker.Action)> {
        CasePath({ .device($0.id, $0.action) }) {
            if case .device(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    static var session: CasePath<Action, (id: Int, action: Ticker.Action)> {
        CasePath({ .session($0.id, $0.action) }) {
            if case .session(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    static var mode: CasePath<Action, Ticker.Action> {
        CasePath(Action.mode) { if case .mode(let action) = $0 { action } else { nil } }
    }

    static var plain: CasePath<Action, Ticker.Action> {
        CasePath(Action.plain) { if case .plain(let action) = $0 { action } else { nil } }
    }

    static var active: CasePath<Mode, Ticker.State> {
        CasePath(Mode.active) { if case .active(let state) = $0 { state } else { nil } }
    }

    @ReducerBuilder<State, Action>
    private var children: some ReducerOf<Self> {
        let child = Ticker(effects: childEffects)
        let core = Reduce<State, Action> { state, action in
            note(action)
            switch action {
            case .change(let name): change(&state, name)
            case .effect(let name): return effects(name)
            case .tickerGone: state.ticker = nil
            case .deviceGone(let id): state.devices.remove(id: id)
            case .said, .ticker, .device, .session, .mode, .plain: break
            }
            return .none
        }
        if let id {
            core.ifLet(\.ticker, action: Self.ticker, id: id, dismiss: .tickerGone) { child }
        } else {
            core.ifLet(\.ticker, action: Self.ticker, dismiss: .tickerGone) { child }
        }
        EmptyReducer()
            .forEach(\.devices, action: Self.device, dismiss: { .deviceGone($0) }) { child }
            .forEach(\.sessions, action: Self.session) { child }
        Scope(state: \.mode, action: CasePath({ $0 }, { $0 })) {
            EmptyReducer<Mode, Action>().ifCaseLet(Self.active, action: Self.mode) { child }
        }
        Scope(state: \.plain, action: Self.plain) { child }
    }

    var body: some ReducerOf<Self> {
        Reduce<State, Action> { state, action in
            before(&state, action)
            return .none
        }
        children
        Reduce<State, Action> { state, action in
            after(&state, action)
            return .none
        }
    }
}

/// A rack on a test clock, and what it received.
final class Stage {
    let clock = TestClock()
    let store: Store<Rack.State, Rack.Action>
    private(set) var received: [String] = []
    private(set) var reports: [Report] = []

    init(_ state: Rack.State = Rack.State(), _ configure: (inout Rack) -> Void = { _ in }) {
        var rack = Rack()
        configure(&rack)
        var receive: (Rack.Action) -> Void = { _ in }
        let note = rack.note
        rack.note = {
            receive($0)
            note($0)
        }
        store = Store(initialState: state, on: clock) { [rack] in rack }
        store.reporter = Reporter { [unowned self] in reports.append($0) }
        receive = { [unowned self] action in
            received.append("\(clock.now.nanoseconds / 1_000_000) \(action)")
        }
    }

    func advance(to time: Int) {
        clock.advance(to: Instant(nanoseconds: Int64(time) * 1_000_000))
    }

    /// What came since the last call.
    func takeReceived() -> [String] {
        defer { received = [] }
        return received
    }

    var inFlight: Int { store.effects.count }
}
