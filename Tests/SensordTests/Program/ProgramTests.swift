import Glibc
import SensordCore
import Testing

extension ProgramRuns {
    /// The program as it is built, run as a user runs it.
    @Suite struct ProgramTests {
        @Test func runsForTheDurationAndPrintsSamples() throws {
            let program = try Program(["--duration", "1s", "--period", "100ms", "--source", "load"])
            try program.waitFor("sampling load: period 100ms")
            try program.waitFor("sampling  load ")
            try program.waitFor("ended: ")
            #expect(try program.waitForEnd() == 0)
            #expect(!program.printed.contains("\u{1B}"))
        }

        @Test func helpIsAllOfTheHelp() throws {
            let program = try Program(["--help"])
            #expect(try program.waitForEnd() == 0)
            #expect(program.printed == Options.help)
        }

        @Test(arguments: [
            (["--frequency", "5"], 64, "unknown option '--frequency'; see sensord --help"),
            (["--config", "/nowhere/x"], 78, "open /nowhere/x: no such file or directory (2)"),
            (
                ["--line", "/nowhere/x"], 66,
                "--line: open /nowhere/x: no such file or directory (2)"
            ),
        ]) func saysWhyItDoesNotStart(_ arguments: [String], _ code: Int32, _ text: String) throws {
            let program = try Program(arguments)
            #expect(try program.waitForEnd() == code)
            #expect(program.printed == "sensord: \(text)\n")
        }

        @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsIt(_ signal: Int32) throws {
            let program = try Program([])
            try program.waitFor("sampling ")
            program.send(signal)
            try program.waitFor("ended: ")
            #expect(try program.waitForEnd() == 0)
        }

        @Test func aReloadTakesTheNewFileAndRefusesAWrongOne() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("period = 3s\n", to: "c")
            let program = try Program(["--config", path])
            try program.waitFor("period 3s, ")
            try directory.write("# now\nperiod = fast\n", to: "c")
            program.send(SIGHUP)
            try program.waitFor(
                "configuration: \(path):2: period: 'fast' is no duration such as 500ms, 2s or 1m; "
                    + "keeping the old one")
            try directory.write("period = 70ms\n", to: "c")
            program.send(SIGHUP)
            try program.waitFor("configuration: period 70ms, ")
            try directory.remove("c")
            program.send(SIGHUP)
            try program.waitFor("no such file or directory (2); keeping the old one")
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
        }

        @Test func aReportShowsWhatRuns() throws {
            let program = try Program(["--duration", "1h"], input: .pipe)
            try program.waitFor("sampling  ")
            program.send(SIGUSR1)
            try program.waitFor("report: samples 1, missed 0, lag p50 ")
            try program.waitFor("loop: turns ")
            try program.waitFor("store: effects signal 4, ")
            try program.waitFor("  run       signal      signals   ")
            try program.waitFor("  run       descriptor  line      ")
            try program.waitFor("  timer     -           sampling  ")
            try program.waitFor("  after     -           duration  ")
        }

        @Test func withoutAReaderItEnds() throws {
            let program = try Program(["--period", "1ms", "--status", "0s"], input: .pipe)
            try program.waitFor("sampling  ")
            program.closeOutput()
            #expect(try program.waitForEnd() == 74)
        }
    }
}
