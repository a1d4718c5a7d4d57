import EffectCore

// Code of StateDrivenChannels.md.

/// Reads the sensor that is selected, again and again.
enum Gauge {
    struct State: Equatable {
        var sensor: String?
        var value: Int?
    }

    enum Action: Equatable { case select(String?), read(Int) }

    struct Environment {
        var read: (_ sensor: String, _ onValue: @escaping (Int) -> Void) -> Void
    }

    static var behavior: Behavior<Action, State, Environment> {
        .reduce { action, state in
            switch action {
            case .select(let sensor): state = State(sensor: sensor)
            case .read(let value): state.value = value
            }
        }
        .supervise(on: { $0.sensor }) { sensor, environment in
            sensor.map { [poll($0, environment)] } ?? []
        }
    }

    private static func poll(_ sensor: String, _ environment: Environment) -> Channel<Action> {
        let lifetime = ChannelLifetime.ephemeral(resetKey: sensor, settle: .milliseconds(300))
        return Channel(id: "poll", lifetime: lifetime) { dispatch in
            func poll() {
                environment.read(sensor) { value in
                    dispatch(.read(value))
                    dispatch.after(.seconds(10), perform: poll)
                }
            }
            poll()
            return .cancelOnly {}
        }
    }
}
