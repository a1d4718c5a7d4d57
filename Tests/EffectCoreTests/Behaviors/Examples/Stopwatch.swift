import EffectCore

// Code of StateDrivenChannels.md.

/// A stopwatch: it ticks for as long as its state says that it runs.
enum Stopwatch {
    struct State: Equatable {
        var isRunning = false
        var seconds = 0
    }

    enum Action: Equatable { case toggle, reset, tick }

    static var behavior: Behavior<Action, State, Void> {
        .reduce { action, state in
            switch action {
            case .toggle: state.isRunning.toggle()
            case .reset: state = State()
            case .tick: state.seconds += 1
            }
        }
        .supervise(on: { $0.isRunning }) { isRunning, _ in isRunning ? [ticks] : [] }
    }

    private static var ticks: Channel<Action> {
        Channel(id: "ticks") { dispatch in
            func wait() {
                dispatch.after(.seconds(1)) {
                    dispatch(.tick)
                    wait()
                }
            }
            wait()
            return .cancelOnly {}
        }
    }
}
