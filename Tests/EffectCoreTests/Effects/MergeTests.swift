import EffectCore
import EffectTesting
import Testing

@Suite struct MergeTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    // MRG-01
    @Test func synchronousOutputKeepsTheOrderOfTheArguments() {
        let harness = Harness(["X": .merge(.just("a"), .just("b"), .just("c"))])
        harness.send("X")
        harness.expect([(0, "X"), (0, "a"), (0, "b"), (0, "c")])
    }

    // MRG-02, MRG-06
    @Test func branchesRunSideBySideAndTheLastOneEndsIt() {
        let effect = Effect.merge(
            Self.after(1000, "1"), Self.after(2000, "2"), Self.after(3000, "3"))
        #expect(timeline(of: effect) == ["1000:1", "2000:2", "3000:3", "3000:|"])
    }

    // MRG-03
    @Test func noneIsItsNeutralElement() {
        let effect = Self.after(100, "a")
        let expected = ["100:a", "100:|"]
        #expect(timeline(of: .merge(.none, effect)) == expected)
        #expect(timeline(of: .merge(effect, .none)) == expected)
        #expect(timeline(of: effect.merge(with: .none)) == expected)
        #expect(timeline(of: Effect.none.merge(with: effect)) == expected)
        #expect(timeline(of: .merge()) == ["0:|"])
        #expect(timeline(of: .merge(.none, .none, .merge([]))) == ["0:|"])
    }

    // MRG-03
    @Test func aMergeOfNothingIsAFinishedTask() {
        let harness = Harness(["X": .merge(.none, .none), "Y": .merge()])
        #expect(harness.send("X").isFinished)
        #expect(harness.send("Y").isFinished)
        #expect(harness.store.tableCounts.nodes == 0)
    }

    // MRG-04
    @Test(arguments: [[0, 0, 0], [1000, 1000, 1000], [0, 1000, 0], [500, 0, 500]])
    func groupingDoesNotMatter(times: [Int]) {
        let parts = zip(times, ["a", "b", "c"]).map { time, name in
            time == 0 ? Effect.just(name) : Self.after(time, name)
        }
        let flat = timeline(of: .merge(parts))
        #expect(flat.count == 4)
        #expect(timeline(of: .merge(.merge(parts[0], parts[1]), parts[2])) == flat)
        #expect(timeline(of: .merge(parts[0], .merge(parts[1], parts[2]))) == flat)
        #expect(timeline(of: parts[0].merge(with: parts[1]).merge(with: parts[2])) == flat)
        #expect(timeline(of: parts[0].merge(with: parts[1].merge(with: parts[2]))) == flat)
    }

    // MRG-04, MRG-03
    @Test(arguments: 1...60) func groupingDoesNotMatterForAnyEffects(seed: UInt64) {
        var maker = EffectMaker(seed: seed)
        let (a, b, c) = (
            maker.effect(depth: 3), maker.effect(depth: 3), maker.effect(depth: 3)
        )
        let flat = timeline(of: .merge(a, b, c))
        #expect(timeline(of: .merge(.merge(a, b), c)) == flat, "seed \(seed)")
        #expect(timeline(of: .merge(a, .merge(b, c))) == flat, "seed \(seed)")
        #expect(timeline(of: .merge(.none, a, b, .none, c)) == flat, "seed \(seed)")
    }

    // MRG-05
    @Test func equalDeadlinesKeepTheOrderOfTheArguments() {
        let effect = Effect.merge(Self.after(1000, "a"), Self.after(1000, "b"))
        #expect(timeline(of: effect) == ["1000:a", "1000:b", "1000:|"])
        let swapped = Effect.merge(Self.after(1000, "b"), Self.after(1000, "a"))
        #expect(timeline(of: swapped) == ["1000:b", "1000:a", "1000:|"])
    }

    // MRG-06
    @Test func theTaskLastsAsLongAsTheLongestBranch() {
        let harness = Harness(["X": .merge(Self.after(1000, "a"), Self.after(3000, "b"))])
        let task = harness.send("X")
        harness.advance(to: 2999)
        #expect(!task.isFinished)
        harness.advance(to: 3000)
        #expect(task.isFinished)
    }

    // MRG-07
    @Test func aFailureStaysInItsBranch() throws {
        let failing = Effect<String>.failing(after: 500)
        let harness = Harness(["X": .merge(failing, Self.after(1000, "b"))])
        harness.send("X")
        harness.advance(to: 499)
        #expect(harness.reports.isEmpty)
        harness.advance(to: 500)
        #expect(harness.reports.map(\.kind) == [.unhandledError])
        harness.advance(to: 1000)
        harness.expect([(0, "X"), (1000, "b")])
        #expect(harness.reports.count == 1)
    }

    // MRG-13
    @Test func aBranchThatNeverEndsKeepsOnlyItselfInFlight() {
        let harness = Harness(["X": .merge(.never, .just("a"))])
        let task = harness.send("X")
        harness.expect([(0, "X"), (0, "a")])
        harness.advance(to: 100_000)
        #expect(harness.inFlight == 1)
        task.cancel()
        #expect(harness.inFlight == 0)
        #expect(task.isFinished)
    }

    // MRG-14, R-ORD-04
    @Test func effectsOfADrainStartBeforeTheirActionsAreReduced() {
        let log = Log()
        let harness = Harness<String> { action in
            log("reduce \(action)")
            guard action == "X" else { return .none }
            return .merge(
                .run { send in
                    log("r1")
                    send("a")
                    log("r1'")
                },
                .run { _ in log("r2") })
        }
        harness.send("X")
        #expect(log.entries == ["reduce X", "r1", "r1'", "r2", "reduce a"])
    }

    // MRG-15
    @Test func theSameEffectTwiceRunsTwice() {
        let effect = Self.after(100, "a")
        let twice = ["100:a", "100:a", "100:|"]
        #expect(timeline(of: .merge(effect, effect)) == twice)
        #expect(timeline(of: effect.merge(with: effect)) == twice)
        let pair = effect.merge(with: Effect.just("b"))
        #expect(
            timeline(of: pair.merge(with: pair)) == ["0:b", "0:b", "100:a", "100:a", "100:|"])
    }

    @Test func mergingOntoOneValueTwiceKeepsTheResultsApart() {
        let base = Effect.just("a").merge(with: .just("b"))
        let first = base.merge(with: .just("c"))
        let second = base.merge(with: .just("d"))
        #expect(timeline(of: first) == ["0:a", "0:b", "0:c", "0:|"])
        #expect(timeline(of: second) == ["0:a", "0:b", "0:d", "0:|"])
        #expect(timeline(of: base) == ["0:a", "0:b", "0:|"])
    }

    private final class Witness {}

    @Test(arguments: ["merge", "concatenate"]) func anEffectThatIsPartOfWhatIsAddedToItIsReleased(
        form: String
    ) {
        weak var released: Witness?
        do {
            let witness = Witness()
            released = witness
            let first = Effect<String>.run { _ in withExtendedLifetime(witness) {} }
            switch form {
            case "merge":
                let pair = first.merge(with: .just("a"))
                _ = pair.merge(with: pair.delay(for: .seconds(1)))
                _ = pair.merge(with: .run { _ in withExtendedLifetime(pair) {} })
                _ = pair.merge(with: pair.merge(with: pair))
            default:
                let pair = first.concatenate(with: .just("a"))
                _ = pair.concatenate(with: pair.cancellable(id: 1))
                _ = pair.concatenate(with: .run { _ in withExtendedLifetime(pair) {} })
                _ = pair.concatenate(with: pair.concatenate(with: pair))
            }
        }
        #expect(released == nil)
    }

    // R-ORD-08
    @Test func aMergeOfDifferentKindsEndsWithTheLast() {
        let effect = Effect.concatenate(
            .merge(.just("x"), Self.after(1000, "y"), Self.after(3000, "z")), .just("end"))
        #expect(timeline(of: effect) == ["0:x", "1000:y", "3000:z", "3000:end", "3000:|"])
    }
}
