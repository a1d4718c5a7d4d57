import EffectCore
import Testing

@Suite struct LagHistogramTests {
    @Test func anEmptyOneIsAllZero() {
        let histogram = LagHistogram()
        #expect(histogram.count == 0)
        #expect(histogram.max == .zero)
        #expect(histogram.p50 == .zero)
        #expect(histogram.p99 == .zero)
    }

    @Test func itPrintsInUnitsThatSuit() {
        var histogram = LagHistogram()
        #expect("\(histogram)" == "count 0, median 0s, p99 0s, max 0s")
        for _ in 0..<99 { histogram.record(60_000) }
        histogram.record(2_500_000)
        #expect("\(histogram)" == "count 100, median 65.5µs, p99 65.5µs, max 2.5ms")
    }

    @Test func aQuantileIsAtMostTwiceTheTrueOneAndNeverBelowIt() {
        var histogram = LagHistogram()
        for value in 1...1_000 as ClosedRange<Int64> { histogram.record(value * 1_000) }
        #expect(histogram.count == 1_000)
        #expect(histogram.max == .microseconds(1_000))
        #expect(histogram.p50 >= .microseconds(500))
        #expect(histogram.p50 <= .microseconds(1_000))
        #expect(histogram.p99 >= .microseconds(990))
        #expect(histogram.p99 <= histogram.max)
        #expect(histogram.quantile(0) <= .nanoseconds(1_024))
        #expect(histogram.quantile(1) == histogram.max)
        #expect(histogram.quantile(7) == histogram.max)
    }

    @Test func oneOutlierMovesTheMaximumAlone() {
        var histogram = LagHistogram()
        for _ in 0..<999 { histogram.record(100) }
        histogram.record(1_000_000_000)
        #expect(histogram.p99 == .nanoseconds(128))
        #expect(histogram.max == .seconds(1))
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max - 1, .max])
    func everyValueHasABucket(value: Int64) {
        var histogram = LagHistogram()
        histogram.record(value)
        #expect(histogram.count == 1)
        #expect(histogram.max == .nanoseconds(max(0, value)))
        #expect(histogram.p50 == histogram.max)
    }
}
