// A small daemon, so that the generic code is compiled for real types in Embedded mode too.

import EffectLoop

struct Blink: Reducer {
    struct State { var isOn = false }
    enum Action { case start, toggle, save, stop }
    enum CancelID { case timer, save }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .merge(
                .timer(every: .milliseconds(10), .toggle).cancellable(id: CancelID.timer),
                .run { send in send.after(.milliseconds(100)) { send.finish(with: .stop) } })
        case .toggle:
            state.isOn = !state.isOn
            return .concatenate(
                .send(.save).debounce(id: CancelID.save, for: .milliseconds(1)),
                Effect<Int>.sleep(for: .milliseconds(1)).map { _ in .save })
        case .save: return .none
        case .stop: return .merge(.cancel(id: CancelID.timer), .cancel(id: CancelID.save))
        }
    }
}

struct Board: Reducer {
    struct State { var blink = Blink.State() }
    enum Action { case blink(Blink.Action) }

    var body: some Reducer<State, Action> {
        Scope(
            state: { (state: inout State, change: (inout Blink.State) -> Void) in
                change(&state.blink)
            },
            action: CasePath(Action.blink) {
                if case .blink(let action) = $0 { action } else { nil }
            },
            id: 1
        ) { Blink() }
    }
}

@main
struct Program {
    static func main() {
        guard let loop = try? EventLoop() else { return }
        let store = Store(initialState: Board.State(), on: loop) { Board() }
        var changes = 0
        let token = store.observe { _ in changes += 1 }
        store.send(.blink(.start))
        try? loop.run()
        token.cancel()
    }
}
