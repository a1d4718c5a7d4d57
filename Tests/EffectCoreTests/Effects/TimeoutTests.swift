import EffectCore
import EffectTesting
import Testing

@Suite struct TimeoutTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    private static let limit = milliseconds(2000)

    // OPR-07
    @Test func workThatEndsInTimeClosesTheTimer() {
        let harness = Harness([
            "X": Self.after(1000, "a").timeout(after: Self.limit, "late")
        ])
        let task = harness.send("X")
        harness.advance(to: 1000)
        #expect(task.isFinished)
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect([(0, "X"), (1000, "a")])
    }

    // OPR-07
    @Test func workThatStillRunsIsCancelledAndTheActionSentOnce() {
        let log = Log()
        let harness = Harness([
            "X": .merge(.probe("p", log), Effect<String>.never)
                .timeout(after: Self.limit, "late")
        ])
        let task = harness.send("X")
        harness.advance(to: 1999)
        #expect(log.entries == ["p.start"])
        harness.advance(to: 2000)
        #expect(log.entries == ["p.start", "p.cancel"])
        #expect(task.isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (2000, "late")])
    }

    // OPR-08, R-CAN-15
    @Test func whatTheWorkArmedAtItsStartWinsATie() {
        let effect = Self.after(2000, "a").timeout(after: Self.limit, "late")
        #expect(timeline(of: effect) == ["2000:a", "2000:|"])
        let run = Effect<String>.run { send in
            send.after(Self.limit) { send("a") }
        }
        #expect(
            timeline(of: run.timeout(after: Self.limit, "late")) == ["2000:a", "2000:|"])
    }

    // OPR-08, R-CAN-15
    @Test func whatTheWorkArmedLaterLosesATie() {
        let effect = Effect.concatenate(Self.after(1000, "a"), Self.after(1000, "b"))
            .timeout(after: Self.limit, "late")
        #expect(timeline(of: effect) == ["1000:a", "2000:late", "2000:|"])
    }

    // R-CAN-15
    @Test(arguments: [true, false]) func anAnswerAndItsGuardHaveOneOutcome(answerFirst: Bool) {
        let clock = TestClock()
        var received: [String] = []
        var answer: (() -> Void)?
        let device = Store<Int, String>(initialState: 0, on: clock) {
            Reduce { _, action in
                if action == "go" { return .after(milliseconds(50), "answer") }
                answer?()
                return .none
            }
        }
        let store = Store<Int, String>(initialState: 0, on: clock) {
            Reduce { _, action in
                received.append(action)
                guard action == "X" else { return .none }
                return Effect.run { send in answer = { send.finish(with: "answered") } }
                    .timeout(after: milliseconds(50), "timeout")
            }
        }
        if answerFirst { device.send("go") }
        let task = store.send("X")
        if !answerFirst { device.send("go") }
        clock.run()
        #expect(received == ["X", answerFirst ? "answered" : "timeout"])
        #expect(task.isFinished)
        #expect(store.tableCounts == (0, 0, 0))
    }

    // OPR-07
    @Test func aCancelEndsWorkAndLimit() {
        let log = Log()
        let harness = Harness([
            "X": Effect<String>.probe("p", log).timeout(after: Self.limit, "late")
                .cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["p.start", "p.cancel"])
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "stop")])
    }

    // OPR-07
    @Test func cancellingTheWorkByItsOwnIDEndsTheLimit() {
        let harness = Harness([
            "X": Effect<String>.never.cancellable(id: "k").timeout(after: Self.limit, "late"),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.send("stop")
        #expect(task.isFinished)
        #expect(harness.clock.armedTimerCount == 0)
    }

    // OPR-07
    @Test func theInnerLimitOfTwoThatTieWins() {
        let inner = Effect<String>.never.timeout(after: Self.limit, "inner")
        #expect(
            timeline(of: inner.timeout(after: Self.limit, "outer")) == ["2000:inner", "2000:|"])
        #expect(
            timeline(of: inner.timeout(after: milliseconds(1999), "outer"))
                == ["1999:outer", "1999:|"])
    }

    // OPR-07
    @Test func aLimitCoversTheWaitOfItsWork() {
        let effect = Self.after(100, "a").delay(for: Self.limit)
        #expect(
            timeline(of: effect.timeout(after: milliseconds(500), "late"))
                == ["500:late", "500:|"])
        #expect(
            timeline(
                of: Self.after(100, "a").timeout(after: milliseconds(500), "late")
                    .delay(for: Self.limit)) == ["2100:a", "2100:|"])
    }

    // OPR-07
    @Test func aStepThatRunsOutOfTimeReleasesTheNext() {
        let effect = Effect<String>.concatenate(
            Effect.never.timeout(after: Self.limit, "late"), Self.after(100, "next"))
        #expect(timeline(of: effect) == ["2000:late", "2100:next", "2100:|"])
    }

    // OPR-07
    @Test func theWorkIsGoneWhenItsActionIsReduced() {
        let log = Log()
        let harness = Harness<String> { action in
            log(action)
            return action == "X"
                ? Effect.probe("p", log).timeout(after: Self.limit, "late") : .none
        }
        harness.send("X")
        harness.clock.run()
        #expect(log.entries == ["X", "p.start", "p.cancel", "late"])
    }

    // OPR-07
    @Test func synchronousWorkIsNeverLate() {
        #expect(timeline(of: Effect.just("a").timeout(after: .zero, "late")) == ["0:a", "0:|"])
        #expect(timeline(of: Effect.none.timeout(after: .zero, "late")) == ["0:|"])
        let zero = Effect<String>.never.timeout(after: .zero, "late")
        #expect(timeline(of: zero) == ["0:late", "0:|"])
        let negative = Effect<String>.never.timeout(after: milliseconds(-5), "late")
        #expect(timeline(of: negative) == ["0:late", "0:|"])
    }
}
