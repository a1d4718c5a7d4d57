import EffectLoop
import Glibc  // the numbers of signals and descriptors

struct Daemon: Reducer {
    struct State: Equatable {
        var thermostat = Thermostat.State()
        var isEnding = false
    }

    enum Action: Equatable {
        case start, input, terminate, refused(SystemError), stopped
        case thermostat(Thermostat.Action)
    }

    enum CancelID { case life }

    let thermostat: Thermostat
    let descriptors: any DescriptorSource
    let signals: any SignalSource
    let readSetpoint: () -> Double?
    let stop: () -> Void

    var body: some Reducer<State, Action> {
        Scope(
            state: \.thermostat,
            action: CasePath(Action.thermostat) {
                if case .thermostat(let action) = $0 { action } else { nil }
            }
        ) { thermostat }
        Reduce { state, action in
            switch action {
            case .start:
                return .merge(
                    .signal(SIGTERM, on: signals) { .terminate },
                    .readable(STDIN_FILENO, on: descriptors) { .input }
                        .cancellable(id: CancelID.life),
                    .send(.thermostat(.start)))
            case .input:
                return .run { send in
                    guard let value = readSetpoint() else { return send.cancel(id: CancelID.life) }
                    send(.thermostat(.setpoint(value)))
                }
            case .terminate:
                guard !state.isEnding else { return .none }
                state.isEnding = true
                let setpoint = state.thermostat.setpoint
                return .concatenate(
                    .cancel(id: CancelID.life),
                    .send(.thermostat(.stop)),
                    .blocking(on: thermostat.disk) {
                        writeSetpoint(setpoint)
                    } _: {
                        .thermostat(.saved)
                    } refused: {
                        .refused($0)
                    },
                    .send(.stopped))
            case .stopped:
                return .fireAndForget(stop)
            case .refused, .thermostat:
                return .none
            }
        }
    }
}
