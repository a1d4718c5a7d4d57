import EffectCore
import EffectTesting
import Testing

/// A protocol of ten steps with a fake device on a serial line, as a feature would write it.
@Suite struct DeviceProtocolTests {
    enum Fault: Error, Equatable {
        case silent
        case refused(String)
        case garbled(String)
    }

    /// What a driver offers: one request at a time, answered by a callback, or aborted.
    final class Device {
        var answers: [String: [String?]] = [:]
        private(set) var requests: [String] = []
        private(set) var aborted = 0
        private let clock: TestClock
        private let line: Store<Int, String>
        private let pending: Pending

        final class Pending { var answer: ((String) -> Void)? }

        init(on clock: TestClock) {
            self.clock = clock
            let pending = Pending()
            self.pending = pending
            line = Store(initialState: 0, on: clock) {
                Reduce { _, text in
                    .run { send in
                        send.after(milliseconds(20)) {
                            let answer = pending.answer
                            pending.answer = nil
                            answer?(text)
                        }
                    }
                }
            }
        }

        func request(_ text: String, _ onAnswer: @escaping (String) -> Void) {
            precondition(pending.answer == nil, "one request at a time")
            requests.append(text)
            pending.answer = onAnswer
            var left = answers[text] ?? ["OK"]
            let answer = left.count > 1 ? left.removeFirst() : left[0]
            answers[text] = left
            if let answer { line.send(answer) }
        }

        func abort() {
            aborted += 1
            pending.answer = nil
        }
    }

    /// The driver's calls as operations.
    struct Port {
        let device: Device

        func ask(_ text: String) -> Operation<String, Fault> {
            Operation { context, complete in
                device.request(text) { complete(.success($0)) }
                context.onCancel { device.abort() }
            }
            .timeout(after: milliseconds(100), error: .silent)
            .retry(.constant(milliseconds(50), limit: 2), if: { $0 == .silent })
        }

        func tell(_ text: String) -> Operation<Void, Fault> {
            ask(text).flatMap { $0 == "OK" ? .success(()) : .failure(.refused(text)) }
        }

        func number(_ text: String) -> Operation<Int, Fault> {
            ask(text).flatMap { answer in
                Int(answer).map { .success($0) } ?? .failure(.garbled(answer))
            }
        }
    }

    struct Calibration: Equatable {
        var serial: String
        var offset: Int
        var slope: Int
    }

    struct Feature: Reducer {
        struct State: Equatable {
            var calibration: Calibration?
            var fault: Fault?
        }
        enum Action { case calibrate, stop, calibrated(Result<Calibration, Fault>) }
        enum CancelID { case calibration }

        let port: Port

        var calibration: Operation<Calibration, Fault> {
            port.tell("RESET")
                .flatMap { .sleep(for: .seconds(2)) }
                .flatMap { port.ask("ID?") }
                .flatMap { serial in
                    port.tell("UNLOCK").flatMap { port.tell("RANGE 10") }
                        .flatMap { port.number("ZERO?") }
                        .flatMap { offset in
                            port.tell("HEAT ON")
                                .flatMap { .sleep(for: .seconds(30)) }
                                .flatMap { port.number("SPAN?") }
                                .map { Calibration(serial: serial, offset: offset, slope: $0) }
                        }
                }
                .flatMap { result in port.tell("HEAT OFF").map { result } }
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .calibrate:
                return calibration.timeout(after: .seconds(60), error: .silent)
                    .effect(name: "calibration") { .calibrated($0) }
                    .scheduling(.skipIfRunning(id: CancelID.calibration))
            case .stop: return .cancel(id: CancelID.calibration)
            case .calibrated(.success(let calibration)):
                state.calibration = calibration
                return .none
            case .calibrated(.failure(let fault)):
                state.fault = fault
                return .none
            }
        }
    }

    private let clock = TestClock()
    private let device: Device
    private let store: Store<Feature.State, Feature.Action>

    init() {
        let device = Device(on: clock)
        device.answers = ["ID?": ["A-17"], "ZERO?": ["3"], "SPAN?": ["1012"]]
        self.device = device
        store = Store(initialState: Feature.State(), on: clock) {
            Feature(port: Port(device: device))
        }
    }

    private static let requests = [
        "RESET", "ID?", "UNLOCK", "RANGE 10", "ZERO?", "HEAT ON", "SPAN?", "HEAT OFF",
    ]

    @Test func tenStepsAreOneEffect() {
        let task = store.send(.calibrate)
        store.send(.calibrate)
        #expect(store.effects.count == 1)
        #expect(store.effects.first?.name == "calibration")
        clock.run()
        #expect(task.isFinished)
        #expect(device.requests == Self.requests)
        #expect(store.state.calibration == Calibration(serial: "A-17", offset: 3, slope: 1012))
        #expect(clock.now == .zero.advanced(by: .milliseconds(32_160)))
        #expect(store.tableCounts == (0, 0, 0))
    }

    @Test func aSilentDeviceIsAskedAgain() {
        device.answers["ZERO?"] = [nil, nil, "4"]
        store.send(.calibrate)
        clock.run()
        #expect(store.state.calibration?.offset == 4)
        #expect(device.requests.count { $0 == "ZERO?" } == 3)
        #expect(device.aborted == 2)
    }

    @Test func aDeviceThatStaysSilentIsAFault() {
        device.answers["UNLOCK"] = [nil]
        store.send(.calibrate)
        clock.run()
        #expect(store.state == Feature.State(fault: .silent))
        #expect(device.requests == ["RESET", "ID?", "UNLOCK", "UNLOCK", "UNLOCK"])
        #expect(device.aborted == 3)
    }

    @Test func aRefusalIsNotTriedAgain() {
        device.answers["RANGE 10"] = ["ERR"]
        store.send(.calibrate)
        clock.run()
        #expect(store.state.fault == .refused("RANGE 10"))
        #expect(device.requests == ["RESET", "ID?", "UNLOCK", "RANGE 10"])
    }

    @Test func aStopEndsTheStepThatRunsAndStartsNoOther() {
        device.answers["ID?"] = [nil]
        store.send(.calibrate)
        clock.advance(by: .milliseconds(2_050))
        #expect(device.requests == ["RESET", "ID?"])
        store.send(.stop)
        store.send(.stop)
        clock.run()
        #expect(device.requests == ["RESET", "ID?"])
        #expect(device.aborted == 1)
        #expect(store.state == Feature.State())
        #expect(store.tableCounts == (0, 0, 0))
        #expect(clock.armedTimerCount == 0)
    }
}
