import EffectCore
import Glibc
import SensordCore
import Testing

@Suite struct ReportTests {
    @Test func aReportListsWhatRunsWithAgeAndDeadline() {
        let world = FakeWorld(duration: .seconds(2))
        world.vitals.effects = [Vitals.Effects(name: "signal", count: 4)]
        world.advance(to: 250)
        let before = world.events.count
        world.signals.send(SIGUSR1)
        let report = world.events.dropFirst(before)
        #expect(
            report.first
                == "report: samples 3, missed 0, lag p50 0s p99 0s, contact presses 0, edges 0")
        #expect(
            report.dropFirst().prefix(2) == [
                "loop: turns 0, idle 100.0 %, lag p50 0s p99 0s max 0s, wake-ups 0, "
                    + "timers at most 0",
                "store: effects signal 4; dropped sends 0",
            ])
        let rows = report.dropFirst(3).map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["kind", "name", "id", "age", "due", "in", "source"])
        let cells = rows.dropFirst().map { Array($0.prefix(5)) }
        #expect(cells.contains(["run", "signal", "signals", "250ms", "-"]))
        #expect(cells.contains(["run", "descriptor", "line", "250ms", "-"]))
        #expect(cells.contains(["timer", "-", "sampling", "250ms", "50ms"]))
        #expect(cells.contains(["after", "-", "duration", "250ms", "1.75s"]))
        #expect(cells.contains(["throttled", "-", "status", "50ms", "750ms"]))
    }
}
