import EffectCore
import Testing

@Suite struct InstantTests {
    private let last = Instant(nanoseconds: .max)
    private let first = Instant(nanoseconds: .min)

    @Test func advancingAddsNanoseconds() {
        #expect(Instant.zero.advanced(by: .seconds(3)) == Instant(nanoseconds: 3_000_000_000))
        #expect(Instant.zero.advanced(by: .nanoseconds(-1)) == Instant(nanoseconds: -1))
    }

    @Test func theDurationBetweenInstantsIsSigned() {
        let (early, late) = (Instant(nanoseconds: 5), Instant(nanoseconds: 12))
        #expect(early.duration(to: late) == .nanoseconds(7))
        #expect(late.duration(to: early) == .nanoseconds(-7))
        #expect(early.duration(to: early) == .zero)
    }

    @Test func instantsAreOrderedInTime() {
        #expect(first < .zero)
        #expect(.zero < last)
        #expect(!(last < last))
        #expect(last == .distantFuture)
    }

    // TMR-20
    @Test func arithmeticSaturatesAtBothEnds() {
        #expect(last.advanced(by: .nanoseconds(1)) == last)
        #expect(first.advanced(by: .nanoseconds(-1)) == first)
        #expect(last.advanced(by: .nanoseconds(-1)) == Instant(nanoseconds: .max - 1))
        #expect(Instant.zero.advanced(by: .seconds(Int64.max)) == last)
        #expect(Instant.zero.advanced(by: .seconds(Int64.min)) == first)
        #expect(first.duration(to: last) == .nanoseconds(Int64.max))
        #expect(last.duration(to: first) == .nanoseconds(Int64.min))
    }
}

@Suite struct DurationNanosecondsTests {
    // TMR-18
    @Test(arguments: [1, 2, 999_999_999])
    func aPartOfANanosecondCountsAsAWholeOne(_ attoseconds: Int64) {
        let duration = Duration(secondsComponent: 0, attosecondsComponent: attoseconds)
        #expect(duration.roundedNanoseconds == 1)
        #expect((duration + .milliseconds(1)).roundedNanoseconds == 1_000_001)
    }

    @Test func wholeNanosecondsStayAsTheyAre() {
        #expect(Duration.zero.roundedNanoseconds == 0)
        #expect(Duration.nanoseconds(1).roundedNanoseconds == 1)
        #expect(Duration.nanoseconds(Int64.max).roundedNanoseconds == .max)
        #expect(Duration.nanoseconds(Int64.min).roundedNanoseconds == .min)
        #expect(Duration.microseconds(1_500).roundedNanoseconds == 1_500_000)
    }

    @Test func negativeDurationsAreRoundedUpToo() {
        let half = Duration(secondsComponent: 0, attosecondsComponent: 500_000_000)
        #expect((Duration.nanoseconds(-1) + half).roundedNanoseconds == 0)
        #expect((Duration.nanoseconds(-2) + half).roundedNanoseconds == -1)
        #expect((Duration.seconds(-1) + half).roundedNanoseconds == -999_999_999)
    }

    // TMR-20
    @Test(arguments: [1, 2, 18])
    func aDurationBeyondTheRangeSaturates(_ factor: Int) {
        #expect((Duration.seconds(Int64.max) * factor).roundedNanoseconds == .max)
        #expect((Duration.seconds(Int64.min) * factor).roundedNanoseconds == .min)
    }

    // TMR-20
    @Test func theEdgesOfTheRangeAreExact() {
        let edge = Duration.nanoseconds(Int64.max)
        #expect((edge - .nanoseconds(1)).roundedNanoseconds == .max - 1)
        #expect((edge + .nanoseconds(1)).roundedNanoseconds == .max)
        #expect((edge + .seconds(1)).roundedNanoseconds == .max)
        let lowEdge = Duration.nanoseconds(Int64.min)
        #expect((lowEdge + .nanoseconds(1)).roundedNanoseconds == .min + 1)
        #expect((lowEdge - .nanoseconds(1)).roundedNanoseconds == .min)
    }

    // R-FOO-03
    @Test func timesBeyond32BitsOfNanosecondsAreRight() {
        #expect(Duration.seconds(3).roundedNanoseconds == 3_000_000_000)
        #expect(Duration.seconds(60 * 60).roundedNanoseconds == 3_600_000_000_000)
        #expect(Duration.seconds(50 * 86_400).roundedNanoseconds == 4_320_000_000_000_000)
        #expect(Duration.seconds(Int32(3)).roundedNanoseconds == 3_000_000_000)
        #expect(Duration.milliseconds(Int32.max).roundedNanoseconds == 2_147_483_647_000_000)
        let inFiftyDays = Instant.zero.advanced(by: .seconds(50 * 86_400))
        #expect(inFiftyDays.duration(to: .zero) == .seconds(-50 * 86_400))
    }
}
