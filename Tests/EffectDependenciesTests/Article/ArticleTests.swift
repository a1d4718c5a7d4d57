import EffectDependencies
import EffectTesting
import Testing

// The code of Dependencies.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

@Test func aMeasurementHasItsTime() {
    let clock = TestClock()
    let store = Store(initialState: Probe.State(), on: clock) {
        Probe()
    } withDependencies: {
        $0.context = .test
        $0.reporter = .recordingIssues
        $0.sensor = Sensor { onValue in onValue(18.5) }
        $0.date = .constant(WallTime(seconds: 1_000))
    }
    store.send(.measure)
    #expect(store.state.celsius == 18.5)
    #expect(store.state.measuredAt == WallTime(seconds: 1_000))
}

/// Both probes of a room; the second one's sensor is another device.
struct Room: Reducer {
    struct State { var inside = Probe.State(), outside = Probe.State() }
    enum Action { case inside(Probe.Action), outside(Probe.Action) }

    let outdoors: Sensor

    var body: some Reducer<State, Action> {
        Scope(state: \.inside, action: insidePath) { Probe() }
        Scope(state: \.outside, action: outsidePath) { Probe().dependency(\.sensor, outdoors) }
    }
}

/// A device of one's own, whose callbacks the engine does not make.
struct Meter: Reducer {
    enum Action { case start, sample(Int, at: Instant) }

    let device: Device
    @Dependency(\.now) var now

    func reduce(into state: inout [Instant], action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .run { send in
                withEscapedDependencies { dependencies in
                    device.read { value in
                        dependencies.yield { send.finish(with: .sample(value, at: now())) }
                    }
                }
            }
        case .sample(_, let instant):
            state.append(instant)
            return .none
        }
    }

    final class Device {
        private var callback: ((Int) -> Void)?

        func read(_ callback: @escaping (Int) -> Void) { self.callback = callback }

        func arrive(_ value: Int) {
            let callback = callback
            self.callback = nil
            callback?(value)
        }
    }
}

struct Heater: Reducer {
    struct State: Equatable {
        @Shared var setpoint: Double
        init(setpoint: Shared<Double>) { _setpoint = setpoint }
    }
    enum Action { case warmer }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.$setpoint.withLock { $0 += 0.5 }
        return .none
    }
}

@Suite struct ArticleTests {
    private let clock = TestClock()

    @Test func aChildHasAnotherSensor() {
        let store = Store(initialState: Room.State(), on: clock) {
            Room(outdoors: Sensor { $0(-3) })
        } withDependencies: {
            $0.sensor = Sensor { $0(21) }
        }
        store.send(.inside(.measure))
        store.send(.outside(.measure))
        #expect(store.state.inside.celsius == 21)
        #expect(store.state.outside.celsius == -3)
        #expect(store.state.inside.measuredAt > .epoch)
    }

    @Test func aCallbackFromElsewhereYields() {
        let device = Meter.Device()
        let store = Store(initialState: [Instant](), on: clock) {
            Meter(device: device).dependency(\.now, { Instant(nanoseconds: 5) })
        }
        store.send(.start)
        device.arrive(1)
        #expect(store.state == [Instant(nanoseconds: 5)])
    }

    @Test func aSharedSetpointIsSaved() {
        let directory = ScratchDirectory()
        let path = directory.file("setpoint")
        let lane = TestLane()
        let setpoint = Shared(
            file: path, default: 20.0, on: lane,
            encode: { Array("\($0)".utf8) },
            decode: { Double(String(decoding: $0, as: UTF8.self)) ?? 20 })
        let store = Store(initialState: Heater.State(setpoint: setpoint), on: clock) { Heater() }
        store.send(.warmer)
        store.send(.warmer)
        lane.runAll()
        #expect(contents(of: path) == "21.0")
        #expect(lane.submittedCount == 1)
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let probe = root + "/Tests/EffectDependenciesTests/Article/Probe.swift"
        let tests = Set(try lines(of: here) + lines(of: probe))
        let article =
            root + "/Sources/EffectDependencies/EffectDependencies.docc/Dependencies.md"
        var isCode = false
        var count = 0
        for line in try lines(of: article) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                continue
            }
            guard isCode, !line.isEmpty else { continue }
            count += 1
            #expect(tests.contains(line), "Dependencies.md shows what no test compiles: \(line)")
        }
        #expect(count > 60)
    }

    private func lines(of path: String) throws -> [String] {
        try #require(contents(of: path)).split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.drop { $0 == " " }) }
    }
}

extension Room {
    fileprivate var insidePath: CasePath<Action, Probe.Action> {
        CasePath(Action.inside) { if case .inside(let action) = $0 { action } else { nil } }
    }

    fileprivate var outsidePath: CasePath<Action, Probe.Action> {
        CasePath(Action.outside) { if case .outside(let action) = $0 { action } else { nil } }
    }
}
