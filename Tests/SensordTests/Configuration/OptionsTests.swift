import SensordCore
import Testing

@Suite struct OptionsTests {
    @Test func readsBothFormsOfAnOption() throws {
        let options = try Options(
            arguments: ["--line=/run/f", "--duration", "5s", "--source", "load"])
        #expect(options.line == "/run/f")
        #expect(options.duration == .seconds(5))
        #expect(options.source == .load)
    }

    @Test(arguments: [
        (["--verbose"], "unknown option '--verbose'"),
        (["-x"], "unknown option '-x'"),
        (["--"], "unknown option '--'"),
        (["fast"], "unexpected argument 'fast'"),
        (["-"], "unexpected argument '-'"),
        (["--period"], "--period needs a value"),
        (["--config"], "--config needs a value"),
        (["--period", "5"], "--period: '5' is no duration such as 500ms, 2s or 1m"),
        (["--threshold=x"], "--threshold: 'x' is neither a number nor auto"),
        (["--duration=x"], "--duration: 'x' is no duration such as 500ms, 2s or 1m"),
        (["--source", "sun"], "--source: 'sun' is none of auto, temperature, load"),
        (["--control="], "--control: the path has 0 bytes; a socket's has 1 to 107"),
        (
            ["--control", String(repeating: "x", count: 108)],
            "--control: the path has 108 bytes; a socket's has 1 to 107"
        ),
        (["--help=yes"], "--help takes no value"),
    ]) func saysWhatIsWrong(_ arguments: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments: arguments) }
        #expect(error?.message == message)
    }

    @Test func theHelpNamesEverything() {
        let words = [
            "--config", "--source", "--line", "--control", "--duration", "--help", "SIGHUP",
            "SIGUSR1",
            "SIGTERM", "SIGINT", "64", "66", "69", "71", "73", "74", "78",
        ]
        for word in words + SettingKey.allCases.map({ "--" + $0.rawValue }) {
            #expect(Options.help.contains(word), "\(word)")
        }
        for line in Options.help.split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
        }
    }
}
