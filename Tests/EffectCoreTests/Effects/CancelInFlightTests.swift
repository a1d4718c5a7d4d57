import EffectCore
import EffectTesting
import Testing

@Suite struct CancelInFlightTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    @Test func aNewEffectDisplacesTheOneThatRuns() {
        let effect = Self.after(300, "a").cancellable(id: "k", cancelInFlight: true)
        let harness = Harness(["X": effect])
        harness.send("X")
        harness.advance(to: 200)
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (200, "X"), (500, "a")])
    }

    // CAN-10, CAN-11
    @Test(arguments: [0, 100]) func anEffectNeverDisplacesItself(time: Int) {
        let inner = time == 0 ? Effect.just("42") : Self.after(time, "42")
        let effect =
            inner
            .cancellable(id: "id", cancelInFlight: true)
            .cancellable(id: "id", cancelInFlight: true)
        #expect(timeline(of: effect) == ["\(time):42", "\(time):|"])
    }

    // CAN-11
    @Test func threeLevelsOfOneIDAreOneEffect() {
        let log = Log()
        let effect = Effect<String>.concatenate(
            Effect<String>.probe("p", log).cancellable(id: "id", cancelInFlight: true)
                .delay(for: milliseconds(10))
                .cancellable(id: "id", cancelInFlight: true),
            .just("next")
        ).cancellable(id: "id", cancelInFlight: true)
        let harness = Harness(["X": effect, "stop": .cancel(id: "id")])
        harness.send("X")
        harness.advance(to: 50)
        #expect(log.entries == ["p.start"])
        harness.send("X")
        #expect(log.entries == ["p.start", "p.cancel"])
        harness.advance(to: 100)
        harness.send("stop")
        #expect(log.entries == ["p.start", "p.cancel", "p.start", "p.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
        harness.expect([(0, "X"), (50, "X"), (100, "stop")])
    }

    // CAN-11
    @Test func nestedDisplacersOfDifferentIDsEachActOnTheirOwn() {
        let log = Log()
        let harness = Harness<String> { action in
            switch action {
            case "a": return .probe("a", log).cancellable(id: "a")
            case "b": return .probe("b", log).cancellable(id: "b")
            case "both":
                return .probe("both", log).cancellable(id: "a", cancelInFlight: true)
                    .cancellable(id: "b", cancelInFlight: true)
            default: return .cancel(id: action.dropFirst(5) == "a" ? "a" : "b")
            }
        }
        harness.send("a")
        harness.send("b")
        harness.send("both")
        #expect(
            log.entries == ["a.start", "b.start", "b.cancel", "a.cancel", "both.start"])
        harness.send("stop a")
        #expect(log.entries.last == "both.cancel")
        #expect(harness.inFlight == 0)
    }

    // CAN-13
    @Test(arguments: ["i", "o"]) func cancellingEitherOfTwoIDsClearsBoth(id: String) {
        let log = Log()
        let harness = Harness([
            "X": .probe("p", log).cancellable(id: "i").cancellable(id: "o"),
            "stop": .cancel(id: id),
        ])
        let task = harness.send("X")
        #expect(harness.store.isInFlight(id: "i"))
        #expect(harness.store.isInFlight(id: "o"))
        harness.send("stop")
        #expect(!harness.store.isInFlight(id: "i"))
        #expect(!harness.store.isInFlight(id: "o"))
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
        #expect(log.entries == ["p.start", "p.cancel"])
    }

    // CAN-33
    @Test func theFirstSynchronousValueIsDelivered() {
        let harness = Harness([
            "X": Effect.merge(
                .run { send in send("v") }, .timer(every: milliseconds(1000), "v")
            ).cancellable(id: "k", cancelInFlight: true),
            "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.expect([(0, "X"), (0, "v")])
        harness.advance(to: 2000)
        harness.send("X")
        harness.send("stop")
        harness.expect([
            (0, "X"), (0, "v"), (1000, "v"), (2000, "v"), (2000, "X"), (2000, "v"), (2000, "stop"),
        ])
    }

    // CAN-26
    @Test func theEndOfAnEffectDoesNotTouchItsSuccessor() {
        let first = Effect<String>.run { send in send("e1") }
        let harness = Harness([
            "X": .merge(
                first.cancellable(id: "k", cancelInFlight: true),
                Self.after(1000, "b").cancellable(id: "k", cancelInFlight: true))
        ])
        harness.send("X")
        #expect(harness.store.isInFlight(id: "k"))
        harness.clock.run()
        harness.expect([(0, "X"), (0, "e1"), (1000, "b")])
    }

    // CAN-26
    @Test func aLateEndOfADisplacedRunDoesNotTouchItsSuccessor() {
        var first: Send<String>?
        let harness = Harness<String> { action in
            switch action {
            case "X": return .run { first = $0 }.cancellable(id: "k", cancelInFlight: true)
            case "Y": return Self.after(1000, "b").cancellable(id: "k", cancelInFlight: true)
            default: return .none
            }
        }
        harness.send("X")
        harness.send("Y")
        first?("late")
        first?.finish()
        first?.finish(with: "late")
        first = nil
        #expect(harness.store.isInFlight(id: "k"))
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (1000, "b")])
        #expect(harness.reports.isEmpty)
    }

    // CAN-39
    @Test func noneDisplacesNothing() {
        let harness = Harness([
            "X": Self.after(100, "a").cancellable(id: "k"),
            "Y": Effect.none.cancellable(id: "k", cancelInFlight: true),
            "Z": Effect.merge(.none, .none).cancellable(id: "k", cancelInFlight: true),
        ])
        harness.send("X")
        harness.send("Y")
        harness.send("Z")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (0, "Z"), (100, "a")])
    }

    @Test func aSiblingInTheSameEffectIsDisplaced() {
        let effect = Effect.merge(
            Self.after(100, "a").cancellable(id: "k"),
            Self.after(200, "b").cancellable(id: "k", cancelInFlight: true))
        #expect(timeline(of: effect) == ["200:b", "200:|"])
    }

    @Test(arguments: ["run", "chain", "merge", "second id", "timeout"])
    func aDisplacedStepReleasesTheNextAfterTheNewcomerHasStarted(newcomer: String) {
        let log = Log()
        let probe = Effect<String>.probe("new", log)
        let new: Effect<String> =
            switch newcomer {
            case "chain": .concatenate(probe, .never)
            case "merge": .merge(probe, .never)
            case "second id": probe.cancellable(id: "second")
            case "timeout": probe.timeout(after: .seconds(1), "late")
            default: probe
            }
        let harness = Harness([
            "X": .concatenate(
                .probe("head", log).cancellable(id: "k"), .probe("tail", log)),
            "Y": new.cancellable(id: "k", cancelInFlight: true),
        ])
        harness.send("X")
        harness.send("Y")
        #expect(log.entries == ["head.start", "head.cancel", "new.start", "tail.start"])
    }

    @Test func aStepMayDisplaceTheStepBefore() {
        let effect = Effect.concatenate(
            Self.after(100, "a").cancellable(id: "k", cancelInFlight: true),
            Self.after(100, "b").cancellable(id: "k", cancelInFlight: true),
            Self.after(100, "c").cancellable(id: "k", cancelInFlight: true))
        #expect(timeline(of: effect) == ["100:a", "200:b", "300:c", "300:|"])
    }
}
