import SensordCore
import Testing

@Suite struct SamplerTests {
    @Test func takesTheHottestZoneAndLeavesOutOneThatSleeps() throws {
        let directory = try ScratchDirectory()
        let zone = try directory.write("41500\n", to: "thermal_zone0/temp")
        try directory.write("62000\n", to: "thermal_zone3/temp")
        let sampler = try #require(Sampler.temperature(root: directory.path))
        #expect(sampler.read() == .success(Reading(value: 62)))
        try directory.write("", to: "thermal_zone3/temp")
        #expect(sampler.read() == .success(Reading(value: 41.5)))
        try directory.write("hot\n", to: "thermal_zone0/temp")
        try directory.remove("thermal_zone3/temp")
        guard case .failure(.system(let error)) = sampler.read() else {
            Issue.record("expected a failure")
            return
        }
        #expect(error.subject.hasSuffix("thermal_zone3/temp"))
        #expect(zone.hasPrefix(directory.path))
    }

    @Test func withoutZonesThereIsNoThermometer() throws {
        let directory = try ScratchDirectory()
        #expect(Sampler.temperature(root: directory.path) == nil)
    }

    @Test func readsLoadAndMemory() throws {
        let directory = try ScratchDirectory()
        try directory.write("0.42 0.30 0.20 1/100 4711\n", to: "loadavg")
        try directory.write(
            "MemTotal:  1000 kB\nMemFree: 10 kB\nMemAvailable: 250 kB\n", to: "meminfo")
        let sampler = Sampler.load(root: directory.path)
        #expect(sampler.read() == .success(Reading(value: 0.42, detail: "memory 75 %")))
        let meminfo = try directory.write("MemTotal: 0 kB\n", to: "meminfo")
        #expect(
            sampler.read()
                == .failure(.malformed(path: meminfo, expected: "MemTotal and MemAvailable")))
    }

    @Test func aFileThatIsTooLargeIsRefused() throws {
        let directory = try ScratchDirectory()
        let path = try directory.write(String(repeating: "x", count: 101), to: "large")
        let error = #expect(throws: FileError.self) { try SmallFile(path).read(limit: 100) }
        #expect(error == .tooLarge(path: path, limit: 100))
    }
}
