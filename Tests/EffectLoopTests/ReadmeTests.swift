import EffectLoop
import EffectTesting
import Glibc
import Testing

// The code of README.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

func daemon(sensor: Sensor, readSetpoint: @escaping () -> Double?) throws(SystemError) {
    var configuration = EventLoop.Configuration()
    configuration.timerPrecision = .high  // to the nanosecond; default: the millisecond
    configuration.slowCallbackThreshold = .milliseconds(50)  // what takes longer is reported
    let loop = try EventLoop(configuration: configuration)
    let store = Store(initialState: Daemon.State(), on: loop) {
        Daemon(
            thermostat: Thermostat(sensor: sensor, disk: loop.lane("disk")), descriptors: loop,
            signals: loop, readSetpoint: readSetpoint, stop: { loop.stop() })
    }
    let inbox = loop.inbox(for: store, capacity: 64)
    Task.detached {
        do throws(InboxFull) {
            try inbox.send(.thermostat(.setpoint(21)))
        } catch {
            print(error.isClosed ? "the daemon has ended" : "64 actions wait: try again later")
        }
    }
    store.send(.start)
    try loop.run()
    print(loop.statistics)  // turns, wake-ups, idle share, lag
}

extension Sensor {
    static func constant(_ value: Double) -> Sensor {
        Sensor { onValue in
            onValue(value)
            return Request(abort: {})
        }
    }
}

@Test func aBurstOfSetpointsIsSavedOnce() {
    let clock = TestClock()
    let disk = TestLane()
    let store = Store(initialState: Thermostat.State(), on: clock) {
        Thermostat(sensor: .constant(18.5), disk: disk)
    }
    store.send(.start)
    store.send(.setpoint(21))
    store.send(.setpoint(22))
    clock.advance(by: .milliseconds(300))
    #expect(disk.waitingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(store.state.heating)
}

@Test func terminationSavesAndThenStops() {
    let disk = TestLane()
    let descriptors = TestDescriptors()
    let signals = TestSignals()
    var hasStopped = false
    let store = Store(initialState: Daemon.State(), on: TestClock()) {
        Daemon(
            thermostat: Thermostat(sensor: .constant(18.5), disk: disk), descriptors: descriptors,
            signals: signals, readSetpoint: { 22 }, stop: { hasStopped = true })
    }
    store.send(.start)
    descriptors.becomeReadable(STDIN_FILENO)
    #expect(store.state.thermostat.setpoint == 22)
    signals.raise(SIGTERM)
    #expect(!hasStopped && descriptors.watchCount == 0)
    signals.raise(SIGTERM)
    disk.runAll()
    #expect(hasStopped && disk.startedCount == 1)
}

@Suite struct ReadmeTests {
    @Test func everyLineOfCodeIsCompiled() throws {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let examples = root + "/Tests/EffectLoopTests/Examples"
        let tests = Set(
            try Readme.lines(of: here) + Readme.lines(of: examples + "/Thermostat.swift")
                + Readme.lines(of: examples + "/Daemon.swift"))
        let code = try Readme.blocks(of: root + "/README.md").flatMap { $0 }
            .filter { !$0.isEmpty }
        for line in code {
            #expect(tests.contains(line), "README.md shows what no test compiles: \(line)")
        }
        #expect(code.count > 150)
    }
}

extension RealLoop {
    @Suite struct ReadmeAsPrinted {
        /// What is not a test, in one program, with what the text leaves to the reader.
        @Test func theCodeOfTheReadmeBuilds() throws {
            let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
            let blocks = try Readme.blocks(of: root + "/README.md")
                .filter { block in !block.contains { $0.hasPrefix("@Test ") } }
            #expect(blocks.count == 3)
            let program = blocks.flatMap { $0 }.joined(separator: "\n")
            let errors = try Compiler().errors(
                in: program + "\nfunc writeSetpoint(_ setpoint: Double) {}\n")
            #expect(errors == "")
        }
    }
}

/// The text of README.md, line by line without indentation.
private enum Readme {
    static func blocks(of path: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var isCode = false
        for line in try lines(of: path) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                if isCode { blocks.append([]) }
            } else if isCode {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    static func lines(of path: String) throws -> [String] {
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
