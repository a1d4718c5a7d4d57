import EffectCore
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        (Duration.zero, "0s"), (.nanoseconds(7), "7ns"), (.nanoseconds(1_250), "1.25µs"),
        (.nanoseconds(1_050), "1.05µs"), (.nanoseconds(10_050), "10µs"),
        (.nanoseconds(999_999), "999µs"),
        (.microseconds(61), "61µs"), (.nanoseconds(12_349_000), "12.3ms"),
        (.milliseconds(500), "500ms"), (.seconds(2), "2s"), (.milliseconds(2_050), "2.05s"),
        (.seconds(60), "1m"), (.seconds(190), "3m10s"), (.seconds(7_260), "2h1m"),
        (.milliseconds(-3), "-3ms"), (.nanoseconds(Int64.max), "2562047h47m"),
    ]) func printsADuration(_ duration: Duration, _ text: String) {
        #expect(duration.text == text)
    }
}
