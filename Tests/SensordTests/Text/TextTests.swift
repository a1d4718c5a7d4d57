import SensordCore
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("250us", Duration.microseconds(250)), ("500ms", .milliseconds(500)), ("2s", .seconds(2)),
        ("1m", .seconds(60)), ("3h", .seconds(10_800)), ("0s", .zero),
    ]) func readsADuration(_ text: String, _ duration: Duration) {
        #expect(Duration(text: text) == duration)
    }

    @Test(arguments: [
        "", "5", "ms", "-1s", "+1s", "1.5s", "1 s", "1S", "s1", "99999999999999999999s",
        "9223372036854775807h", "９s", "1000000h",
    ]) func refusesWhatIsNoDuration(_ text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (1.005, 1, "1.0"), (34.56, 1, "34.6"), (-0.04, 1, "0.0"),
        (-12.5, 0, "-13"), (0.999, 2, "1.00"), (1e20, 1, "1e+20"),
    ]) func printsANumber(_ number: Double, _ decimals: Int, _ text: String) {
        #expect(number.text(decimals: decimals) == text)
    }

    @Test func aSparklineGoesFromLowestToHighest() {
        #expect(sparkline([]) == "")
        #expect(sparkline([3, 3, 3]) == "▁▁▁")
        #expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
        #expect(sparkline([-1, 1]) == "▁█")
    }
}
