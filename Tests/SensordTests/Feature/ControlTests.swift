import EffectCore
import EffectTesting
import Glibc
import SensordCore
import Testing

/// The commands and their answers.
@Suite struct ControlTests {
    private let world = FakeWorld(isControlled: true)

    init() { world.connect(30) }

    @Test func statusTellsStateAlarmSettingsAndVitals() {
        world.advance(to: 150)
        #expect(
            world.type("status\n", from: 30).split(separator: "\n") == [
                "sampling  heat 20.0 °C  ▁▁  lag p50 0s p99 0s",
                "alarm: quiet, threshold 50.0 °C",
                "settings: period 100ms, threshold 50.0, hold 250ms, debounce 50ms, status 1s",
                "samples 2, missed 0, lag p50 0s p99 0s, contact presses 0, edges 0",
                "clients: 1 of 8",
                "loop: turns 0, idle 100.0 %, lag p50 0s p99 0s max 0s, wake-ups 0, "
                    + "timers at most 0",
                "store: effects none; dropped sends 0",
                "ok",
            ])
    }

    @Test func aSettingIsTakenAtOnceAndSaid() {
        world.advance(to: 150)
        #expect(world.type("set period 40ms\n", from: 30) == "ok\n")
        #expect(world.events.last == "configuration: \(world.state.settings.text)")
        world.advance(to: 240)
        #expect(world.samples == [0, 100, 150, 190, 230])
    }

    @Test func aSettingThatChangesNothingIsAnsweredAndNotSaid() {
        world.advance(to: 150)
        let words = world.words
        #expect(world.type("set period 100ms\n", from: 30) == "ok\n")
        #expect(world.words == words)
        world.advance(to: 240)
        #expect(world.samples == [0, 100, 200])
    }

    @Test(arguments: [
        ("set period soon", "period: 'soon' is no duration such as 500ms, 2s or 1m"),
        ("set period 1us", "period: '1us' is less than 1ms"),
        (
            "set speed 5",
            "there is no key 'speed'; the keys are period, threshold, hold, debounce, status"
        ),
        ("set period", "the form is: set KEY VALUE"),
        ("status now", "the form is: status"),
        ("reboot", "unknown command; the commands are status, set, watch, quit, help"),
        ("\u{1B}[2J", "the line is not text"),
        (String(repeating: "x", count: 257), "the line is longer than 256 bytes"),
    ]) func whatIsWrongIsAnsweredAndChangesNothing(_ line: String, _ reason: String) {
        let settings = world.state.settings
        #expect(world.type(line + "\n", from: 30) == "error: \(reason)\n")
        #expect(world.state.settings == settings)
        #expect(world.type("set hold 1s\n", from: 30) == "ok\n")
    }

    @Test func answersComeInTheOrderOfTheLines() {
        let answers = world.type("status\nset hold 1s\n\nfly\nhelp\n", from: 30)
        let lines = answers.split(separator: "\n").map { $0.prefix(5) }
        #expect(lines.filter { $0 == "ok" || $0 == "error" } == ["ok", "ok", "error", "ok"])
        #expect(lines[lines.count - 2] == "help ")
    }

    @Test func aLineInPiecesIsOneLine() {
        #expect(world.type("set ho", from: 30).isEmpty)
        #expect(world.type("ld 1s\r", from: 30).isEmpty)
        #expect(world.type("\nset", from: 30) == "ok\n")
    }

    @Test func watchStreamsEachStatusUntilTheInputEnds() {
        _ = world.type("set status 0s\n", from: 30)
        #expect(world.type("watch\n", from: 30).hasPrefix("ok\nsampling  "))
        world.advance(to: 350)
        #expect(world.socket.take(30).split(separator: "\n").count == 3)
        world.hangUp(30)
        #expect(world.socket.closed == [30])
        world.advance(to: 650)
        #expect(world.socket.take(30).isEmpty)
    }

    @Test func whatIsHeldBackReachesWhoWatchesBeforeTheEnd() {
        _ = world.type("watch\n", from: 30)
        world.advance(to: 150)
        world.signals.send(SIGTERM)
        let lines = world.socket.take(30).split(separator: "\n")
        #expect(lines.map { $0.prefix(8) } == ["sampling", "ended: s"])
    }

    @Test func quitAnswersSaysTheLastWordsAndLetsGo() {
        world.connect(31)
        _ = world.type("watch\n", from: 31)
        #expect(world.type("quit\n", from: 30) == "ok\n")
        #expect(world.socket.take(31) == "ended: \(ending)\n")
        #expect(world.words.last == .finish(0))
        #expect(world.socket.closed == [30, 31])
        #expect(world.descriptors.watchCount == 0)
        #expect(world.store.effects.isEmpty)
        #expect(!world.clock.hasPendingWork)
    }

    private var ending: String {
        "samples 1, missed 0, lag p50 0s p99 0s, contact presses 0, edges 0"
    }
}
