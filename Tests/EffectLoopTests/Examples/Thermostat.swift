import EffectLoop
import Synchronization

/// A thermometer as a struct of closures: a fake in a test is as good as a real one.
struct Sensor {
    struct Request {
        let abort: () -> Void
    }

    let read: (_ onValue: @escaping (Double) -> Void) -> Request
}

/// Where the example's disk would be.
let writtenSetpoints = Mutex<[Double]>([])

func writeSetpoint(_ setpoint: Double) { writtenSetpoints.withLock { $0.append(setpoint) } }

struct Thermostat: Reducer {
    struct State: Equatable {
        var celsius = 0.0
        var heating = false
        var setpoint = 20.0
    }

    enum Action: Equatable {
        case start, stop, tick, sample(Double), setpoint(Double), save, saved
    }

    enum CancelID { case polling, save }

    let sensor: Sensor
    let disk: any BlockingLane

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .timer(every: .seconds(1), .tick)
                .cancellable(id: CancelID.polling, cancelInFlight: true)
        case .stop:
            return .cancel(id: CancelID.polling)
        case .tick:
            return .run { send in
                let request = sensor.read { value in send.finish(with: .sample(value)) }
                send.onCancel { request.abort() }
            }
        case .sample(let value):
            state.celsius = value
            state.heating = value < state.setpoint
            return .none
        case .setpoint(let value):
            state.setpoint = value
            return .send(.save).debounce(id: CancelID.save, for: .milliseconds(300))
        case .save:
            return .blocking(on: disk, { [setpoint = state.setpoint] in writeSetpoint(setpoint) }) {
                _ in .saved
            }
        case .saved:
            return .none
        }
    }
}
