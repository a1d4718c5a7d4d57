import EffectCore
import EffectTesting
import SensordCore

/// The whole program on a test clock, with devices that a test plays.
///
/// Times are milliseconds of virtual time; what is printed is noted with its time.
final class FakeWorld {
    enum Word: Equatable {
        case status(Int)
        case event(Int, String)
        case finish(Int)
    }

    static let line: Int32 = 7

    let clock = TestClock()
    let descriptors = TestDescriptors()
    let socket = FakeControlSocket()
    var vitals = Vitals()
    let signals = FakeSignals()
    var reading: Result<Reading, FileError>
    var look = ContactLine.Look.edge
    var file: Result<Settings, ConfigurationError>?
    var printFailure: SystemError?
    private(set) var samples: [Int] = []
    private(set) var words: [Word] = []
    private(set) var lastLine = ""
    private var storage: Store<Sensord.State, Sensord.Action>?

    var store: Store<Sensord.State, Sensord.Action> { storage! }
    var state: Sensord.State { store.state }
    var now: Int { Int(clock.now.nanoseconds / 1_000_000) }

    init(
        duration: Duration? = nil, printFailure: SystemError? = nil, value: Double = 20,
        isControlled: Bool = false, _ change: (inout Settings) -> Void = { _ in }
    ) {
        self.printFailure = printFailure
        reading = .success(Reading(value: value))
        var settings = Settings()
        settings.period = .milliseconds(100)
        settings.threshold = 50
        settings.hold = .milliseconds(250)
        change(&settings)
        clock.runQueue.reporter = .recordingIssues
        let devices = devices(isControlled: isControlled)
        storage = Store(initialState: Sensord.State(settings: settings), on: clock) {
            Sensord(devices: devices, duration: duration)
        }
        store.send(.start)
    }

    func advance(to time: Int) {
        clock.advance(to: Instant(nanoseconds: Int64(time) * 1_000_000))
    }

    /// One chunk of bytes on the contact line.
    func edge() { descriptors.becomeReadable(Self.line) }

    var isLineWatched: Bool { descriptors.watchCount(of: Self.line) > 0 }

    var events: [String] {
        words.compactMap { if case .event(_, let text) = $0 { text } else { nil } }
    }

    var statusTimes: [Int] {
        words.compactMap { if case .status(let time) = $0 { time } else { nil } }
    }

    private func devices(isControlled: Bool) -> Devices {
        Devices(
            sampler: Sampler(name: "heat", unit: "°C", decimals: 1, usualThreshold: 80) {
                [unowned self] in
                samples.append(now)
                return reading
            },
            printer: Printer(
                status: { [unowned self] text throws(SystemError) in
                    try note(.status(now), text)
                },
                event: { [unowned self] text throws(SystemError) in
                    try note(.event(now, text), text)
                },
                finish: { [unowned self] text throws(SystemError) in
                    try note(.finish(now), text)
                }),
            line: ContactLine(name: "the line", fileDescriptor: Self.line) { [unowned self] in
                look
            },
            control: isControlled ? socket.device : nil,
            reload: { [unowned self] in file ?? .success(Settings()) },
            effects: { [unowned self] in store.effects },
            vitals: { [unowned self] in vitals },
            now: { [clock] in clock.now }, descriptors: descriptors, signals: signals)
    }

    private func note(_ word: Word, _ text: String) throws(SystemError) {
        if let printFailure { throw printFailure }
        words.append(word)
        lastLine = text
    }
}
