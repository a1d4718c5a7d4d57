import EffectCore
import EffectTesting
import Testing

@Suite struct RepeatTests {
    // OPR-15
    @Test(arguments: [3, 1, 0, -1]) func anEffectRunsAsOftenAsItIsTold(times: Int) {
        let effect = Effect.just("1").repeated(times: times)
        let values = [String](repeating: "0:1", count: max(0, times))
        #expect(timeline(of: effect) == values + ["0:|"])
    }

    // OPR-15
    @Test func eachRunBeginsWhenTheOneBeforeHasEnded() {
        let effect = Effect.after(milliseconds(100), "a").repeated(times: 3)
        #expect(timeline(of: effect) == ["100:a", "200:a", "300:a", "300:|"])
        #expect(
            Timeline.drawing(Timeline("-a-|").effect().repeated(times: 2), frames: 8)
                == "-a--a-|-")
    }

    // OPR-15
    @Test func aPauseLiesBetweenTwoRuns() {
        let effect = Effect.just("a").repeated(times: 3, pause: milliseconds(50))
        #expect(timeline(of: effect) == ["0:a", "50:a", "100:a", "100:|"])
    }

    // OPR-15
    @Test func itStopsAtTheFirstError() {
        var runs = 0
        let effect = Effect<String>.run { send throws(Broken) in
            runs += 1
            send("\(runs)")
            if runs == 2 { throw Broken() }
        }.repeated(times: 5)
        let harness = Harness(["X": .concatenate(effect, .just("next"))])
        let task = harness.send("X")
        harness.clock.run()
        #expect(task.isFinished)
        harness.expectActions(["X", "1", "2", "next"])
        #expect(harness.reports.map(\.kind) == [.unhandledError])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-15
    @Test func anErrorDeepWithinStopsEveryRepetitionAroundIt() {
        let effect = Effect.concatenate(
            .just("a"),
            Effect.merge(.failing(after: 10), .just("b"))
                .repeated(times: 3, pause: milliseconds(5))
        ).repeated(times: 3, pause: milliseconds(5))
        #expect(timeline(of: effect) == ["0:a", "0:b", "10:|"])
    }

    // OPR-15
    @Test func anErrorWithAHandlerStopsNothing() {
        let effect = Effect<String>.run { _ throws(Broken) in
            throw Broken()
        } catch: { _, send in
            send("a")
        }.repeated(times: 2)
        #expect(timeline(of: effect) == ["0:a", "0:a", "0:|"])
    }

    // OPR-15
    @Test func withoutAnEndItLetsTheLoopHaveItsTurn() {
        let harness = Harness([
            "X": Effect.just("a").repeated().cancellable(id: "k"), "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.expectActions(["X", "a"])
        harness.send("stop")
        harness.clock.run()
        harness.expectActions(["X", "a", "stop"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-15
    @Test func aCancelEndsTheRunAndStartsNoOther() {
        let log = Log()
        let harness = Harness([
            "X": Effect<String>.probe("p", log, for: milliseconds(100)).repeated()
                .cancellable(id: "k"),
            "stop": .cancel(id: "k", includingWaiting: true),
        ])
        harness.send("X")
        harness.advance(to: 150)
        harness.send("stop")
        harness.clock.run()
        #expect(log.entries == ["p.start", "p.finish", "p.start", "p.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-04, OPR-15
    @Test func oneValueRunTwiceCountsTwice() {
        let effect = Effect.after(milliseconds(10), "a").repeated(times: 2)
        let harness = Harness(["X": .merge(effect, effect)])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (10, "a"), (10, "a"), (20, "a"), (20, "a")])
    }

    @Test func repetitionsWithinRepetitionsNeedNoStack() {
        var count = 0
        onSmallStack {
            let clock = TestClock()
            let store = Store<Int, Int>(initialState: 0, on: clock) {
                Reduce { _, action in
                    if action == 1 { count += 1 }
                    return action == 0
                        ? Effect.just(1).repeated(times: 200).repeated(times: 200) : .none
                }
            }
            store.send(0)
            clock.run()
        }
        #expect(count == 40_000)
    }
}
