import EffectCore
import EffectTesting
import Testing

@Suite struct DebounceMaxWaitTests {
    private func debounced(maxWait: Duration) -> Calls {
        Calls { .value($0).debounce(id: "d", for: .seconds(1), maxWait: maxWait) }
    }

    // DEB-22
    @Test func maxWaitBoundsTheWaitOfSustainedInput() {
        let calls = debounced(maxWait: .milliseconds(2_500))
        for number in 0...10 { calls.call(number, at: number * 500) }
        calls.advance(to: 5_000)
        calls.expect([(2_500, 4), (5_000, 9)])
    }

    // DEB-22
    @Test func aCallDueBeforeTheEndOfMaxWaitIsTheOneThatStarts() {
        let calls = debounced(maxWait: .milliseconds(2_500))
        calls.arm(9, after: 2_500)
        for number in 0...4 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(2_500, 9)])
    }

    // DEB-22
    @Test func aCallDueAfterTheEndOfMaxWaitWaitsAfresh() {
        let calls = debounced(maxWait: .milliseconds(2_500))
        calls.call(0, at: 0)
        calls.arm(9, after: 2_500)
        for number in 1...4 { calls.call(number, at: number * 500) }
        calls.advance(to: 9_000)
        calls.expect([(2_500, 4), (3_500, 9)])
    }

    // DEB-22
    @Test func aBurstThatEndsInTimeDoesNotFeelMaxWait() {
        let calls = debounced(maxWait: .milliseconds(2_500))
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.call(3, at: 4_000)
        calls.advance(to: 9_000)
        calls.expect([(1_500, 2), (5_000, 3)])
    }

    // DEB-22
    @Test(arguments: [(1_000, 1_000), (400, 400), (0, 0), (-5, 0), (1_001, 1_000)])
    func maxWaitShorterThanTheQuietPeriodDecides(_ maxWait: Int, _ start: Int) {
        let calls = debounced(maxWait: .milliseconds(maxWait))
        calls.call(1, at: 0)
        calls.expect([])
        calls.advance(to: 9_000)
        calls.expect([(start, 1)])
    }

    // DEB-22
    @Test func aCancelStartsMaxWaitAfresh() {
        let calls = debounced(maxWait: .milliseconds(1_500))
        calls.call(1, at: 0)
        calls.call(2, at: 900)
        calls.cancel("d", at: 1_000)
        calls.call(3, at: 1_200)
        calls.call(4, at: 2_000)
        calls.call(5, at: 2_600)
        calls.advance(to: 9_000)
        calls.expect([(2_700, 5)])
    }

    // DEB-22
    @Test func anEndlessMaxWaitBoundsNothing() {
        let calls = debounced(maxWait: .seconds(Int64.max))
        for number in 0...100 { calls.call(number, at: number * 500) }
        calls.advance(to: 90_000)
        calls.expect([(51_000, 100)])
    }

    // R-DEB-04
    @Test func aSourceFasterThanTheQuietPeriodNeedsMaxWait() {
        func run(_ maxWait: Duration?) -> Calls {
            let calls = Calls {
                .value($0).debounce(id: "d", for: .milliseconds(200), maxWait: maxWait)
            }
            for number in 0...9 { calls.call(number, at: number * 100) }
            calls.advance(to: 5_000)
            return calls
        }
        run(nil).expect([(1_100, 9)])
        run(.milliseconds(500)).expect([(500, 4), (1_000, 9)])
    }
}
