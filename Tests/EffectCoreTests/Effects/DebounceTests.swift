import EffectCore
import EffectTesting
import Testing

@Suite struct DebounceTests {
    private func debounced(by duration: Duration = .seconds(1)) -> Calls {
        Calls { .value($0).debounce(id: "d", for: duration) }
    }

    // DEB-01
    @Test func aLaterCallRestartsTheQuietPeriod() {
        let calls = debounced()
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.call(3, at: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(2_000, 3)])
    }

    // DEB-01
    @Test func aQuietPeriodIsAPicture() {
        let debounce: (Character) -> Effect<Character> = {
            .send($0).debounce(id: "d", for: .milliseconds(30))
        }
        #expect(Timeline("abcd----e---f-g----|").run(debounce) == "------d----e-----g-|")
        #expect(Timeline("(abc)---d--e--|").run(debounce) == "---c---d--(e|)")
        #expect(Timeline("a|").run(debounce) == "---(a|)")
        #expect(Timeline("----|").run(debounce) == "----|")
    }

    // DEB-03
    @Test func aBurstInOneInstantStartsItsLastCallAlone() {
        let calls = debounced()
        for number in 1...3 { calls.call(number, at: 0) }
        #expect(calls.clock.armedTimerCount == 1)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 3)])
    }

    // DEB-03
    @Test func aBurstWithinOneActionStartsItsLastCallAlone() {
        let calls = Calls { number in
            .merge((1...3).map { .value(number * 10 + $0).debounce(id: "d", for: .seconds(1)) })
        }
        calls.call(1)
        #expect(calls.clock.armedTimerCount == 1)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 13)])
    }

    // DEB-05
    @Test func aCancelEndsTheWait() {
        let calls = debounced()
        let task = calls.call(1, at: 0)
        calls.advance(to: 400)
        #expect(!task.isFinished)
        calls.cancel("d")
        #expect(task.isFinished)
        #expect(calls.clock.armedTimerCount == 0)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    // DEB-05
    @Test func theBodyOfACancelledCallNeverRuns() {
        var started = 0
        let calls = Calls { _ in
            .run { _ in started += 1 }.debounce(id: "d", for: .seconds(1))
        }
        calls.call(1, at: 0)
        calls.cancel("d", at: 999)
        calls.advance(to: 9_000)
        #expect(started == 0)
    }

    // DEB-06
    @Test func aCancelReachesTheEffectAfterItStarted() {
        let calls = Calls { .value($0, after: 500).debounce(id: "d", for: .seconds(1)) }
        calls.call(1, at: 0)
        calls.cancel("d", at: 1_200)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    // DEB-06
    @Test func aNewCallSupersedesTheRunningEffectAtOnce() {
        let log = Log()
        let calls = Calls { number in
            .probe("\(number)", log, for: .milliseconds(500))
                .debounce(id: "d", for: .seconds(1))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 1_200)
        #expect(log.entries == ["1.start", "1.cancel"])
        calls.advance(to: 9_000)
        #expect(log.entries == ["1.start", "1.cancel", "2.start", "2.finish"])
    }

    // DEB-08
    @Test func aQuietPeriodOfZeroIsTheNextTurn() {
        let calls = debounced(by: .zero)
        calls.call(1, at: 0)
        calls.expect([])
        calls.clock.advance(by: .zero)
        calls.expect([(0, 1)])
    }

    // DEB-08
    @Test func twoCallsInOneTurnBecomeTheLast() {
        let calls = debounced(by: .zero)
        calls.call(1, at: 700)
        calls.call(2)
        calls.clock.runUntilIdle()
        calls.call(3)
        calls.clock.runUntilIdle()
        calls.expect([(700, 2), (700, 3)])
    }

    // DEB-09
    @Test(arguments: [-1, -1_000, -1_000_000_000])
    func aNegativeQuietPeriodIsZero(_ duration: Int) {
        let calls = debounced(by: .milliseconds(duration))
        calls.call(1, at: 10)
        calls.call(2)
        calls.expect([])
        calls.clock.runUntilIdle()
        calls.expect([(10, 2)])
    }

    // DEB-10
    @Test func theEffectOfTheLastCallCounts() {
        let calls = Calls { number in
            let work: Calls.Work = number == 1 ? .value(1) : .merge(.value(2), .value(3))
            return work.debounce(id: "d", for: .milliseconds(500))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(800, 2), (800, 3)])
    }

    // DEB-11
    @Test func debouncingNothingLeavesTheWaitAlone() {
        let calls = Calls { number in
            let work: Calls.Work = number == 0 ? .none : .value(number)
            return work.debounce(id: "d", for: .seconds(1))
        }
        calls.call(1, at: 0)
        calls.call(0, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1)])
    }

    // DEB-13
    @Test func idsWaitIndependently() {
        let calls = Calls { .value($0).debounce(id: $0, for: .seconds(1)) }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (1_500, 2)])
    }

    // DEB-13
    @Test func idsOfDifferentTypesAreDifferentIds() {
        let calls = Calls { number in
            switch number {
            case 1: .value(1).debounce(id: 1, for: .seconds(1))
            case 2: .value(2).debounce(id: 1.0, for: .seconds(1))
            default: .value(3).debounce(id: true, for: .seconds(1))
            }
        }
        for number in 1...3 { calls.call(number) }
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (1_000, 2), (1_000, 3)])
    }

    // DEB-15
    @Test func aCallAfterTheStartWaitsAfresh() {
        let calls = debounced()
        calls.call(1, at: 0)
        calls.call(2, at: 5_000)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (6_000, 2)])
    }

    // DEB-16
    @Test func sustainedInputStartsOnceItStops() {
        let calls = debounced()
        for number in 0...10 { calls.call(number, at: number * 500) }
        calls.advance(to: 20_000)
        calls.expect([(6_000, 10)])
    }

    // DEB-17
    @Test(arguments: [(1_000, 200, 300), (200, 1_000, 1_100), (1_000, 0, 100), (1_000, -5, 100)])
    func theLastCallDecidesTheQuietPeriod(_ first: Int, _ second: Int, _ start: Int) {
        let calls = Calls { number in
            .value(number).debounce(
                id: "d", for: .milliseconds(number == 1 ? first : second))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(start, 2)])
    }
}
