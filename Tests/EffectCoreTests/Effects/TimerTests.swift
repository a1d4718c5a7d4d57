import EffectCore
import EffectTesting
import Testing

@Suite struct TimerTests {
    private func ticking(_ effect: @escaping @autoclosure () -> Effect<String>) -> Harness<String> {
        Harness { action in
            switch action {
            case "X": effect()
            case "stop": .cancel(id: "t")
            default: .none
            }
        }
    }

    private func ticks(_ times: [Int]) -> [(Int, String)] { [(0, "X")] + times.map { ($0, "t") } }

    // TMR-01
    @Test func ticksAreOnAFixedGrid() {
        let harness = ticking(.timer(every: .seconds(1), "t"))
        harness.send("X")
        harness.clock.advance(by: .seconds(1))
        harness.expect(ticks([1_000]))
        harness.clock.advance(by: .seconds(1))
        harness.expect(ticks([1_000, 2_000]))
        harness.clock.advance(by: .seconds(5))
        harness.expect(ticks((1...7).map { $0 * 1_000 }))
    }

    // TMR-01
    @Test func aTickCarriesItsNumberAndItsDeadline() {
        var seen: [Tick] = []
        let harness = ticking(
            .timer(every: .milliseconds(1_500), count: 3) { tick in
                seen.append(tick)
                return "t"
            })
        harness.send("X")
        harness.clock.run()
        #expect(
            seen
                == (1...3).map {
                    Tick(
                        count: $0, missed: 0,
                        deadline: Instant(nanoseconds: Int64($0) * 1_500_000_000))
                })
        harness.expect(ticks([1_500, 3_000, 4_500]))
    }

    // TMR-03
    @Test func aBigAdvanceGivesEveryTick() {
        let harness = ticking(.timer(every: .seconds(1), "t"))
        harness.send("X")
        for (seconds, count) in [(1, 1), (1, 2), (1_000, 1_002)] {
            harness.clock.advance(by: .seconds(seconds))
            #expect(harness.received.count == 1 + count)
        }
        harness.expect(ticks((1...1_002).map { $0 * 1_000 }))
    }

    // TMR-04
    @Test func aCancelEndsTheTicks() {
        let harness = ticking(.timer(every: .seconds(1), "t").cancellable(id: "t"))
        harness.send("X")
        harness.advance(to: 1_500)
        harness.send("stop")
        #expect(!harness.clock.hasPendingWork)
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "t"), (1_500, "stop")])
    }

    // TMR-05
    @Test func aCancelInTheActionOfATickEndsTheTicks() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .timer(every: .seconds(1), "t").cancellable(id: "t")
            case "t": .cancel(id: "t")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "t")])
        #expect(harness.clock.armedTimerCount == 0)
    }

    // TMR-05
    @Test func aCancelInTheActionOfTheLeadingTickEndsTheTicks() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .timer(every: .seconds(1), leading: true, "t").cancellable(id: "t")
            case "t": .cancel(id: "t")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "t")])
    }

    // TMR-06
    @Test func aTimerEndsAfterItsCountAndTheNextStepStartsAtOnce() {
        let harness = ticking(
            .concatenate(.timer(every: .seconds(1), count: 3, "t"), .send("next")))
        let task = harness.send("X")
        harness.advance(to: 2_999)
        #expect(!task.isFinished)
        harness.clock.run()
        harness.expect(ticks([1_000, 2_000, 3_000]) + [(3_000, "next")])
        #expect(task.isFinished)
    }

    // TMR-06
    @Test(arguments: [(1, [0]), (2, [0, 1_000]), (3, [0, 1_000, 2_000])])
    func theLeadingTickCounts(_ count: Int, _ times: [Int]) {
        let harness = ticking(.timer(every: .seconds(1), leading: true, count: count, "t"))
        let task = harness.send("X")
        harness.clock.run()
        harness.expect(ticks(times))
        #expect(task.isFinished)
    }

    // TMR-06
    @Test(arguments: [0, -1])
    func aTimerWithoutTicksIsNothing(_ count: Int) {
        let harness = ticking(.timer(every: .seconds(1), leading: true, count: count, "t"))
        #expect(harness.send("X").isFinished)
        harness.expect([(0, "X")])
    }

    // R-TIM-25
    @Test func theFirstTickComesOnePeriodAfterTheStart() {
        let harness = ticking(
            .timer(every: .seconds(5), count: 1, "t").delay(for: .seconds(1)))
        harness.send("X")
        harness.clock.run()
        harness.expect(ticks([6_000]))
    }

    // R-TIM-25
    @Test func aLeadingTimerAlsoTicksAtItsStart() {
        let harness = ticking(
            .timer(every: .seconds(5), leading: true, count: 2, "t").delay(for: .seconds(1)))
        harness.send("X")
        harness.clock.run()
        harness.expect(ticks([1_000, 6_000]))
    }

    // TMR-23
    @Test func aResumedTimerStartsANewGrid() {
        let harness = Harness<String> { action in
            switch action {
            case "resume": .timer(every: .seconds(1), "t").cancellable(id: "t")
            case "pause": .cancel(id: "t")
            default: .none
            }
        }
        harness.send("resume")
        harness.advance(to: 1_300)
        harness.send("pause")
        harness.advance(to: 5_700)
        harness.send("resume")
        harness.advance(to: 7_700)
        harness.expect([
            (0, "resume"), (1_000, "t"), (1_300, "pause"), (5_700, "resume"), (6_700, "t"),
            (7_700, "t"),
        ])
    }

    // TMR-23
    @Test func aReplacedTimerStartsANewGrid() {
        let harness = ticking(
            .timer(every: .seconds(1), "t").cancellable(id: "t", cancelInFlight: true))
        harness.send("X")
        harness.advance(to: 1_700)
        harness.send("X")
        harness.advance(to: 3_000)
        harness.expect([(0, "X"), (1_000, "t"), (1_700, "X"), (2_700, "t")])
        #expect(harness.clock.armedTimerCount == 1)
    }

    // TMR-12
    @Test func ticksComeWhateverTheirEffectsDo() {
        let harness = Harness<String> { action in
            switch action {
            case "X": .timer(every: .milliseconds(20), count: 4, "t")
            case "t": .after(.milliseconds(30), "done")
            default: .none
            }
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([
            (0, "X"), (20, "t"), (40, "t"), (50, "done"), (60, "t"), (70, "done"), (80, "t"),
            (90, "done"), (110, "done"),
        ])
    }

    // TMR-12
    @Test func ticksAreAPicture() {
        let input: Timeline = "x---------;--"
        let output = input.run { _ in .timer(every: .milliseconds(20), "t") }
        #expect(output == "--t-t-t-t-(t;)--")
    }

    @Test func releasingTheStoreEndsTheTicks() {
        let harness = ticking(.timer(every: .seconds(1), "t"))
        harness.send("X")
        harness.advance(to: 1_000)
        harness.release()
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect(ticks([1_000]))
    }
}
