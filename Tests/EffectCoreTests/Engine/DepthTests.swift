import EffectCore
import EffectTesting
import Testing

/// Nothing recurses with the length of a chain or the width of a merge: all on a 256 KiB stack.
@Suite struct DepthTests {
    private static let width = 10_000

    /// Runs an effect that sends numbers, and answers what arrived.
    private static func run(
        _ make: @escaping () -> Effect<Int>, then: @escaping (Harness<Int>) -> Void = { _ in }
    ) -> (received: [Int], nodes: Int) {
        var result: (received: [Int], nodes: Int) = ([], 0)
        onSmallStack {
            let harness = Harness<Int> { $0 == -1 ? make() : .none }
            harness.send(-1)
            harness.clock.run()
            then(harness)
            result = (
                harness.received.dropFirst().map(\.action), harness.store.tableCounts.nodes
            )
            harness.release()
        }
        return result
    }

    private static func expectAll(_ result: (received: [Int], nodes: Int)) {
        #expect(result.received.count == width)
        #expect(zip(result.received, 0...).allSatisfy { $0.0 == $0.1 })
        #expect(result.nodes == 0)
    }

    // STO-10, R-ORD-01
    @Test func aHundredThousandSynchronousHopsUseAConstantStack() {
        var state = 0
        var records = 0
        var isFinished = false
        onSmallStack {
            let store = Store<Int, Bool>(initialState: 0, on: TestClock()) {
                Reduce { state, action in
                    state += 1
                    return state < 100_000 ? .just(!action) : .none
                }
            }
            isFinished = store.send(true).isFinished
            state = store.state
            records = store.tableCounts.nodes
        }
        #expect(state == 100_000)
        #expect(records == 0)
        #expect(isFinished)
    }

    // R-ORD-01
    @Test(arguments: ["run", "merge", "chain", "map", "cancellable"])
    func pingAndPongUseAConstantStack(kind: String) {
        let hops = kind == "run" ? 100_000 : 20_000
        var received = 0
        onSmallStack {
            let harness = Harness<Int> { value in
                received = value
                guard value < hops else { return .none }
                return switch kind {
                case "run": .run { send in send(value + 1) }
                case "merge": .merge(.just(value + 1), .cancel(id: 1))
                case "chain": .concatenate(.cancel(id: 1), .just(value + 1))
                case "map": Effect<Int>.just(value).map { $0 + 1 }
                default: Effect.just(value + 1).cancellable(id: 1, cancelInFlight: true)
                }
            }
            harness.send(0)
            harness.release()
        }
        #expect(received == hops)
    }

    // R-ORD-01
    @Test func aHundredThousandStepsRunInOrder() {
        let result = Self.run { .concatenate((0..<100_000).map { .just($0) }) }
        #expect(result.received.count == 100_000)
        #expect(zip(result.received, 0...).allSatisfy { $0.0 == $0.1 })
        #expect(result.nodes == 0)
    }

    // MRG-08
    @Test(arguments: ["just", "run", "after", "chain"]) func aWideMergeRunsInOrder(kind: String) {
        Self.expectAll(
            Self.run {
                .merge(
                    (0..<Self.width).map { value in
                        switch kind {
                        case "just": .just(value)
                        case "run": .run { send in send(value) }
                        case "after": .after(milliseconds(10), value)
                        default: .concatenate(.sleep(for: milliseconds(5)), .just(value))
                        }
                    })
            })
    }

    // CAT-15
    @Test(arguments: ["just", "run", "merge", "cancellable"])
    func aLongChainRunsInOrder(kind: String) {
        Self.expectAll(
            Self.run {
                .concatenate(
                    (0..<Self.width).map { value in
                        switch kind {
                        case "just": .just(value)
                        case "run": .run { send in send(value) }
                        case "merge": .merge(.just(value), .cancel(id: 3))
                        default: Effect.just(value).cancellable(id: 1, cancelInFlight: true)
                        }
                    })
            })
    }

    // CAT-15, R-ORD-01
    @Test(arguments: [true, false]) func aChainStartedByATimerRunsInOrder(merges: Bool) {
        Self.expectAll(
            Self.run {
                let effects = (0..<Self.width).map { Effect.just($0) }
                return (merges ? Effect.merge(effects) : .concatenate(effects))
                    .delay(for: milliseconds(10))
            })
    }

    private static func linked(_ merges: Bool, prepending: Bool, count: Int) -> Effect<Int> {
        var effect = Effect<Int>.none
        for value in 0..<count {
            let next = Effect.just(prepending ? count - 1 - value : value)
            effect =
                switch (merges, prepending) {
                case (true, false): effect.merge(with: next)
                case (true, true): next.merge(with: effect)
                case (false, false): effect.concatenate(with: next)
                case (false, true): next.concatenate(with: effect)
                }
        }
        return effect
    }

    // MRG-08, CAT-15, STO-10
    @Test(arguments: [true, false], [true, false])
    func anEffectBuiltLinkByLinkRunsInOrder(merges: Bool, prepending: Bool) {
        let count = prepending ? 2000 : Self.width
        let result = Self.run { Self.linked(merges, prepending: prepending, count: count) }
        #expect(result.received == Array(0..<count))
        #expect(result.nodes == 0)
    }

    // STO-10
    @Test(arguments: [true, false], [true, false])
    func anEffectBuiltLinkByLinkIsReleasedUnstarted(merges: Bool, maps: Bool) {
        var releases = 0
        onSmallStack {
            let sentinel = Sentinel { releases += 1 }
            var effect = Self.linked(merges, prepending: false, count: Self.width)
                .merge(with: .fireAndForget { sentinel.touch() })
            if maps { effect = effect.map { $0 + 1 } }
            withExtendedLifetime(effect) {}
        }
        #expect(releases == 1)
    }

    // STO-10, FIN-04
    @Test(arguments: [true, false], ["cancel", "task", "stop", "release"])
    func aLongOrWideEffectIsReleasedWhileItRuns(merges: Bool, how: String) {
        var releases = 0
        var ends = 0
        onSmallStack {
            let harness = Harness<Int> { action in
                guard action == -1 else { return .cancel(id: "k") }
                let effects = (0..<Self.width).map { _ -> Effect<Int> in
                    let sentinel = Sentinel { releases += 1 }
                    return .run { send in
                        send.onTermination {
                            sentinel.touch()
                            ends += 1
                        }
                        send.after(.seconds(1)) {}
                    }
                }
                return (merges ? Effect.merge(effects) : .concatenate(effects))
                    .cancellable(id: "k")
            }
            let task = harness.send(-1)
            switch how {
            case "cancel": harness.send(-2)
            case "task": task.cancel()
            case "stop": harness.store.stop()
            default: harness.release()
            }
        }
        #expect(ends == (merges ? Self.width : 1))
        #expect(releases == Self.width)
    }

    // R-ORD-01
    @Test func aCascadeOfStepsThatEndTogetherUsesAConstantStack() {
        var count = 0
        onSmallStack {
            let harness = Harness<Int> { action in
                guard action == -1 else { return .cancel(id: "k") }
                let step = Effect<Int>.run { send in
                    count += 1
                    send.cancel(id: "k")
                }.cancellable(id: "k")
                return .concatenate(Array(repeating: step, count: Self.width))
            }
            harness.send(-1)
            harness.release()
        }
        #expect(count == Self.width)
    }
}
