import SensordCore
import Testing

@Suite struct SettingsFileTests {
    @Test func readsKeysCommentsAndEmptyLines() throws {
        var settings = Settings()
        try settings.apply(
            file: "# all\n\nperiod = 200ms # often\r\n\tthreshold=71.5\nhold=1s\ndebounce = 0s\n",
            path: "f")
        #expect(settings.period == .milliseconds(200))
        #expect(settings.threshold == 71.5)
        #expect(settings.hold == .seconds(1))
        #expect(settings.debounce == .zero)
        #expect(settings.status == .seconds(1))
    }

    @Test(arguments: [
        ("period", "f:2: 'period' is not of the form key = value"),
        (
            "perod = 1s",
            "f:2: there is no key 'perod'; "
                + "the keys are period, threshold, hold, debounce, status"
        ),
        ("hold = 5", "f:2: hold: '5' is no duration such as 500ms, 2s or 1m"),
        ("hold =", "f:2: hold: '' is no duration such as 500ms, 2s or 1m"),
        ("period = 999us", "f:2: period: '999us' is less than 1ms"),
        ("threshold = hot", "f:2: threshold: 'hot' is neither a number nor auto"),
        ("threshold = inf", "f:2: threshold: 'inf' is neither a number nor auto"),
        ("status = 1s", "f:2: status was set in line 1 already"),
    ]) func aWrongLineIsNamedAndNothingIsTaken(_ line: String, _ message: String) {
        var settings = Settings()
        let error = #expect(throws: ConfigurationError.self) {
            try settings.apply(file: "status = 7s\n\(line)\n", path: "f")
        }
        #expect(error?.description == message)
        #expect(settings == Settings())
    }

    @Test func theCommandLineWinsOverTheFile() throws {
        let file = try ScratchDirectory()
        let path = try file.write("period = 3s\nhold = 4s\n", to: "sensord.conf")
        let options = try Options(arguments: ["--period", "5s", "--config", path])
        let settings = try options.configuration.load()
        #expect(settings.period == .seconds(5))
        #expect(settings.hold == .seconds(4))
    }

    @Test func aMissingFileIsAnError() {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(file: "/nowhere/sensord.conf").load()
        }
        #expect(
            error?.description == "open /nowhere/sensord.conf: no such file or directory (2)")
    }
}
