import EffectDependencies

// The feature of the article Dependencies.md.

/// A sensor of one temperature.
struct Sensor {
    var read: (_ onValue: @escaping (Double) -> Void) -> Void
}

extension Sensor {
    static var adc: Sensor { Sensor { onValue in onValue(18.25) } }
}

enum SensorKey: DependencyKey {
    static var liveValue: Sensor { .adc }
    static var placeholder: Sensor? { Sensor { _ in } }
}

extension DependencyValues {
    var sensor: Sensor {
        get { self[SensorKey.self] }
        set { self[SensorKey.self] = newValue }
    }
}

struct Probe: Reducer {
    struct State: Equatable { var celsius = 0.0, measuredAt = WallTime.epoch }
    enum Action { case measure, measured(Double, at: WallTime) }

    @Dependency(\.sensor) var sensor
    @Dependency(\.date) var date

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .measure:
            return .run { send in
                sensor.read { celsius in send.finish(with: .measured(celsius, at: date())) }
            }
        case .measured(let celsius, let time):
            state = State(celsius: celsius, measuredAt: time)
            return .none
        }
    }
}
