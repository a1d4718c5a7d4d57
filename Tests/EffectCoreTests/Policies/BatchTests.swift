import EffectCore
import EffectTesting
import Testing

@Suite struct BatchTests {
    /// A source that a test adds to.
    private final class Source {
        var batch: Batch<Int>?
        let harness: Harness<String>

        init(_ effect: @escaping (@escaping (Batch<Int>) -> Void) -> Effect<String>) {
            var keep: (Batch<Int>) -> Void = { _ in }
            harness = Harness<String> { action in
                switch action {
                case "X": return effect { keep($0) }.cancellable(id: "k")
                case "stop": return .cancel(id: "k")
                default: return .none
                }
            }
            keep = { [unowned self] in self.batch = $0 }
            harness.send("X")
        }

        func add(_ value: Int, at time: Int) {
            harness.advance(to: time)
            batch?.add(value)
        }

        func expect(
            _ expected: [(Int, String)], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            harness.expect([(0, "X")] + expected, sourceLocation: sourceLocation)
        }
    }

    private static func grid(sendsEmpty: Bool = false, rest: BatchRest = .flush) -> Source {
        Source { source in
            .batch(
                every: .seconds(1), sendsEmpty: sendsEmpty, rest: rest, { "\($0)" },
                source: source)
        }
    }

    private static func window(count: Int = 3, rest: BatchRest = .flush) -> Source {
        Source { source in
            .batch(count: count, within: .seconds(1), rest: rest, { "\($0)" }, source: source)
        }
    }

    // OPR-16
    @Test(arguments: [false, true]) func whatAnIntervalBroughtComesAtItsEnd(sendsEmpty: Bool) {
        let source = Self.grid(sendsEmpty: sendsEmpty)
        source.add(0, at: 0)
        source.add(1, at: 300)
        source.add(2, at: 999)
        source.add(3, at: 3500)
        source.harness.advance(to: 4000)
        source.expect(
            sendsEmpty
                ? [(1000, "[0, 1, 2]"), (2000, "[]"), (3000, "[]"), (4000, "[3]")]
                : [(1000, "[0, 1, 2]"), (4000, "[3]")])
    }

    // OPR-16
    @Test(arguments: [BatchRest.flush, .discard]) func theRestIsSentOrDropped(rest: BatchRest) {
        let source = Self.grid(rest: rest)
        source.add(1, at: 100)
        source.batch?.finish()
        source.batch?.add(2)
        source.batch?.finish()
        #expect(source.harness.inFlight == 0)
        #expect(source.harness.clock.armedTimerCount == 0)
        source.harness.clock.run()
        source.expect(rest == .flush ? [(100, "[1]")] : [])
    }

    // OPR-16, FIN-01
    @Test func releasingTheBatchEndsIt() {
        let source = Self.grid()
        source.add(1, at: 100)
        source.batch = nil
        #expect(source.harness.inFlight == 0)
        source.expect([(100, "[1]")])
        #expect(source.harness.store.tableCounts == (0, 0, 0))
    }

    // OPR-17
    @Test func aBatchIsFullOrItsTimeIsOver() {
        let source = Self.window()
        source.add(1, at: 0)
        source.add(2, at: 50)
        source.add(3, at: 100)
        #expect(source.harness.clock.armedTimerCount == 0)
        source.add(4, at: 200)
        source.harness.advance(to: 1199)
        source.expect([(100, "[1, 2, 3]")])
        source.harness.advance(to: 1200)
        source.expect([(100, "[1, 2, 3]"), (1200, "[4]")])
        #expect(source.harness.clock.armedTimerCount == 0)
    }

    // OPR-17
    @Test func theTimeOfAFullBatchIsNotThatOfTheNext() {
        let source = Self.window(count: 2)
        source.add(1, at: 0)
        source.add(2, at: 900)
        source.add(3, at: 950)
        source.harness.advance(to: 1000)
        source.expect([(900, "[1, 2]")])
        source.harness.advance(to: 1950)
        source.expect([(900, "[1, 2]"), (1950, "[3]")])
    }

    // OPR-17
    @Test func withoutATimeABatchWaitsUntilItIsFull() {
        let source = Source { source in .batch(count: 0, { "\($0)" }, source: source) }
        source.add(1, at: 10)
        source.expect([(10, "[1]")])
        let two = Source { source in .batch(count: 2, { "\($0)" }, source: source) }
        two.add(1, at: 10)
        #expect(two.harness.clock.armedTimerCount == 0)
        two.batch?.flush()
        two.batch?.flush()
        two.expect([(10, "[1]")])
    }

    // OPR-17
    @Test func aCancelDropsWhatIsThere() {
        let source = Self.window()
        let log = Log()
        source.batch?.onCancel { log("cancel") }
        source.batch?.onTermination { log("end") }
        source.add(1, at: 10)
        source.harness.send("stop")
        #expect(source.batch?.isActive == false)
        source.batch?.add(2)
        source.batch = nil
        source.harness.clock.run()
        #expect(log.entries == ["cancel", "end"])
        source.expect([(10, "stop")])
        #expect(source.harness.store.tableCounts == (0, 0, 0))
        #expect(source.harness.reports.isEmpty)
    }

    // OPR-04, OPR-17
    @Test func eachRunOfOneValueHasItsOwnBatch() {
        let effect = Effect<String>.batch(count: 2, { "\($0)" }) { (batch: Batch<Int>) in
            batch.add(1)
        }
        let harness = Harness(["X": effect])
        harness.send("X")
        harness.send("X")
        harness.expectActions(["X", "[1]", "X", "[1]"])
    }
}
