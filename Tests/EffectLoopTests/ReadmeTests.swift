import EffectLoop
import EffectTesting
import Glibc
import Testing

// The code of README.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

struct Sensor {
    struct Request { var abort: () -> Void }
    var read: (_ onValue: @escaping (Double) -> Void) -> Request

    static func constant(_ value: Double) -> Sensor {
        Sensor { onValue in
            onValue(value)
            return Request {}
        }
    }
}

final class Settings {
    var saved: [Double] = []
    func save(_ setpoint: Double) { saved.append(setpoint) }
}

struct Thermostat: Reducer {
    struct State: Equatable {
        var celsius = 0.0
        var heating = false
        var setpoint = 20.0
    }
    enum Action: Equatable {
        case start, stop, tick, sample(Double), setpoint(Double), save
    }
    enum CancelID { case polling, save }
    let sensor: Sensor  // a struct of closures; tests pass a fake
    let settings: Settings

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .timer(every: .seconds(1), .tick)
                .cancellable(id: CancelID.polling, cancelInFlight: true)
        case .stop:
            return .cancel(id: CancelID.polling)
        case .tick:
            return .run { send in  // a callback, not a Task
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
            return .fireAndForget { [setpoint = state.setpoint] in settings.save(setpoint) }
        }
    }
}

nonisolated func daemon(sensor: Sensor, settings: Settings) throws(SystemError) {
    let loop = try EventLoop()
    let store = Store(initialState: Thermostat.State(), on: loop) {
        Thermostat(sensor: sensor, settings: settings)
    }
    store.send(.start)
    try loop.run()
}

@Suite struct ReadmeTests {
    @Test func theDaemonIsTestedWithoutWaiting() {
        let settings = Settings()
        let clock = TestClock()
        let store = Store(initialState: Thermostat.State(), on: clock) {
            Thermostat(sensor: .constant(18.5), settings: settings)
        }
        store.send(.start)
        store.send(.setpoint(21))
        store.send(.setpoint(22))
        clock.advance(by: .milliseconds(300))
        #expect(settings.saved == [22])
        clock.advance(by: .seconds(1))
        #expect(store.state.heating)
        store.send(.stop)
        #expect(store.effects.isEmpty)
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let tests = Set(try lines(of: here))
        var isCode = false
        var count = 0
        for line in try lines(of: root + "/README.md") {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                continue
            }
            guard isCode, !line.isEmpty else { continue }
            count += 1
            #expect(tests.contains(line), "README.md shows what no test compiles: \(line)")
        }
        #expect(count > 40)
    }

    private func lines(of path: String) throws -> [String] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var text: [UInt8] = []
        var byte = getc(file)
        while byte != EOF {
            text.append(UInt8(byte))
            byte = getc(file)
        }
        return String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { line in
            let start = line.firstIndex { $0 != " " } ?? line.endIndex
            return String(line[start...])
        }
    }
}
