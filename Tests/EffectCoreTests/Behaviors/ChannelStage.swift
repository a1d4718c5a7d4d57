import EffectCore
import EffectTesting

/// A store whose state says which channels it wants, and a log of what they go through.
final class ChannelStage {
    struct Wish {
        var id: String
        var resetKey: String?
        var settle: Int?
        var value: Int?
        var delivery = ChannelDelivery.immediate

        init(
            _ id: String, key: String? = nil, settle: Int? = nil, value: Int? = nil,
            delivery: ChannelDelivery = .immediate
        ) {
            self.id = id
            resetKey = key
            self.settle = settle
            self.value = value
            self.delivery = delivery
        }
    }

    indirect enum Action {
        case want([Wish])
        case effect(Effect<Action>)
        case wantAnd([Wish], Effect<Action>)
        case nothing
        case got(Int)
        case ended(String)
    }

    let clock = TestClock()
    let log = Log()
    private(set) var reports: [Report] = []
    private var dispatches: [String: Send<Action>] = [:]
    /// Runs when a channel opens, when it receives a value, and when it is closed.
    var onOpen: (String, Send<Action>) -> Void = { _, _ in }
    var onValue: (String, Int, Send<Action>) -> Void = { _, _, _ in }
    var onClose: (String) -> Void = { _ in }
    private(set) var store: Store<[Wish], Action>!
    private(set) var supervisions = 0

    init(_ wishes: [Wish] = [], initialEffect: Effect<Action> = .none) {
        clock.runQueue.reporter = Reporter { [weak self] in self?.reports.append($0) }
        let behavior = Behavior<Action, [Wish], Void>.handle { [weak self] action, _ in
            switch action {
            case .want(let wishes): return .reduce { $0 = wishes }
            case .effect(let effect): return .produce { _ in effect }
            case .wantAnd(let wishes, let effect):
                return .reduce { $0 = wishes }.produce { _ in effect }
            case .nothing: return .doNothing
            case .got(let value):
                self?.note("got \(value)")
                return .doNothing
            case .ended(let id):
                self?.note("onEnd \(id)")
                return .doNothing
            }
        }
        .supervise { [weak self] wishes, _ in
            guard let self else { return [] }
            supervisions += 1
            return wishes.map(channel)
        }
        store = Store(
            initial: wishes, initialEffect: initialEffect, behavior: behavior, environment: (),
            on: clock)
    }

    func channel(_ wish: Wish) -> Channel<Action> {
        let open: (Send<Action>) -> ChannelHandler<Int> = { [weak self] dispatch in
            self?.note("open \(wish.id)")
            self?.dispatches[wish.id] = dispatch
            self?.onOpen(wish.id, dispatch)
            return ChannelHandler(
                receive: { [weak self] value in
                    self?.note("\(wish.id) \(value)")
                    self?.onValue(wish.id, value, dispatch)
                },
                cancel: { [weak self] in
                    self?.note("close \(wish.id)")
                    self?.onClose(wish.id)
                })
        }
        var lifetime = ChannelLifetime.permanent
        if let key = wish.resetKey {
            lifetime = .ephemeral(
                resetKey: key, settle: wish.settle.map { .milliseconds($0) })
        }
        if let value = wish.value {
            return Channel(
                id: wish.id, lifetime: lifetime, broadcasting: .onChange(value),
                delivery: wish.delivery, onEnd: .ended(wish.id), open: open)
        }
        return Channel(
            id: wish.id, lifetime: lifetime, delivery: wish.delivery, onEnd: .ended(wish.id),
            open: open)
    }

    func note(_ text: String) {
        log("\(clock.now.nanoseconds / 1_000_000) \(text)")
    }

    func dispatch(of id: String) -> Send<Action>? { dispatches[id] }

    func want(_ wishes: Wish...) { store.send(.want(wishes)) }

    func advance(to time: Int) {
        clock.advance(to: Instant(nanoseconds: Int64(time) * 1_000_000))
    }

    /// What was logged since the last time.
    func take() -> [String] { log.take() }

    func release() {
        dispatches = [:]
        store = nil
    }
}
