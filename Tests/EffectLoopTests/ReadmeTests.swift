import EffectLoop
import EffectTesting
import Glibc
import Testing

// The code of README.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

func daemon(sensor: Sensor) throws(SystemError) {
    let loop = try EventLoop()
    let store = Store(initialState: Thermostat.State(), on: loop) {
        Thermostat(sensor: sensor, disk: loop.lane("disk"))
    }
    let terminate = try loop.watch(signal: SIGTERM) { loop.stop() }
    store.send(.start)
    try loop.run()
    terminate.cancel()
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

@Suite struct ReadmeTests {
    @Test func everyLineOfCodeIsCompiled() throws {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let example = root + "/Tests/EffectLoopTests/Examples/Thermostat.swift"
        let tests = Set(try lines(of: here) + lines(of: example))
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
