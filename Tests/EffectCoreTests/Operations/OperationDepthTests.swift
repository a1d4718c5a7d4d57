import EffectCore
import EffectTesting
import Testing

/// Long chains on a stack of 256 KiB.
@Suite struct OperationDepthTests {
    private static let length = 10_000

    private static func chain(_ step: @escaping (Int) -> Work<Int>) -> Work<Int> {
        var operation = Work.success(0)
        for _ in 0..<length { operation = operation.flatMap(step) }
        return operation
    }

    private static func run(_ make: @escaping () -> Work<Int>) -> [String] {
        var results: [String] = []
        onSmallStack { results = OperationStage(make()).run() }
        return results
    }

    @Test func aChainOfStepsThatCompleteAtOnce() {
        #expect(Self.run { Self.chain { .success($0 + 1) } } == ["0:got 10000"])
    }

    @Test func aChainOfStepsThatWait() {
        #expect(Self.run { Self.chain { .value($0 + 1, after: 1) } } == ["10000:got 10000"])
    }

    @Test func aFailureFallsThroughAChain() {
        #expect(
            Self.run { Self.chain { $0 == 3 ? .failure(Broken(code: 3)) : .success($0 + 1) } }
                == ["0:failed 3"])
    }

    @Test func mapsAreFlatToo() {
        let results = Self.run {
            var operation = Work.success(0)
            for _ in 0..<Self.length {
                operation = operation.map { $0 + 1 }.mapError { Broken(code: $0.code + 1) }
            }
            return operation
        }
        #expect(results == ["0:got 10000"])
    }

    @Test func aChainThatIsCancelledOrNeverRunLeavesTheStackAlone() {
        var alive = 0
        var left = 0
        onSmallStack {
            let sentinel = Sentinel { alive -= 1 }
            alive += 1
            var stage: OperationStage<Int>? = OperationStage(
                Self.chain { value in
                    sentinel.touch()
                    return .value(value + 1, after: 1)
                })
            stage?.start()
            stage?.harness.advance(to: 50)
            stage?.stop()
            left = stage?.harness.clock.armedTimerCount ?? -1
            stage = nil
            _ = Self.chain { .success($0 + 1) }
        }
        #expect(alive == 0)
        #expect(left == 0)
    }

    @Test func anOperationThatGoesOnWithItselfNeedsNeitherStackNorRoom() {
        let results = Self.run {
            func count(_ number: Int) -> Work<Int> {
                Work.success(number).flatMap {
                    $0 == 100_000 ? .success($0) : count($0 + 1)
                }
            }
            return count(0)
        }
        #expect(results == ["0:got 100000"])
    }

    @Test func manyPartsThatCompleteAtOnce() {
        var counts: [Int] = []
        onSmallStack {
            for limit in [nil, 1, 7] {
                let parts = (0..<Self.length).map { Work.success($0) }
                let operation = Work<[Int]>.all(parts, limit: limit).map { values in
                    values == Array(0..<Self.length) ? values.count : -1
                }
                counts += OperationStage(operation).run().map { $0 == "0:got 10000" ? 1 : 0 }
            }
        }
        #expect(counts == [1, 1, 1])
    }

    @Test func manyAttemptsNeedNoStack() {
        var attempts = 0
        let results = Self.run {
            Work<Int> { () throws(Broken) in
                attempts += 1
                if attempts < Self.length { throw Broken() }
                return attempts
            }.retry(.immediately(limit: Self.length))
        }
        #expect(results == ["0:got 10000"])
    }

    // MARK: Operations within operations

    /// What makes an operation of another one.
    enum Layer: CaseIterable {
        case retry, timeout, all, chain

        func around(_ operation: Work<Int>) -> Work<Int> {
            switch self {
            case .retry: operation.retry(.never)
            case .timeout: operation.timeout(after: .seconds(1), error: Broken(code: 9))
            case .all: Work<[Int]>.all([operation], limit: 1).map { $0[0] }
            case .chain:
                operation.retry(.never).map { $0 }.timeout(after: .seconds(1), error: Broken())
            }
        }

        func nest(_ operation: Work<Int>) -> Work<Int> {
            var whole = operation
            for _ in 0..<OperationDepthTests.length { whole = around(whole) }
            return whole
        }
    }

    @Test(arguments: Layer.allCases) func aDeepNestingNeedsNoStack(layer: Layer) {
        #expect(Self.run { layer.nest(.success(1)) } == ["0:got 1"])
        #expect(Self.run { layer.nest(.value(2, after: 10)) } == ["10:got 2"])
        var errors = 0
        let results = Self.run {
            layer.nest(
                .broken(3, after: 10).mapError { error in
                    errors += 1
                    return error
                }.flatMapError { .failure($0) })
        }
        #expect(results.count == 1 && results[0].contains(":failed") && errors > 0)
    }

    @Test(arguments: Layer.allCases) func aDeepNestingEndsWithoutStack(layer: Layer) {
        let log = Log()
        var counts: [Int] = []
        var kept: [(Result<Int, Broken>) -> Void] = []
        onSmallStack {
            let cancelled = OperationStage(layer.nest(.probe("a", log, 1, after: 10)))
            cancelled.start()
            cancelled.stop()
            counts.append(cancelled.harness.store.tableCounts.nodes)
            // Its end cannot come any more.
            let dropped = OperationStage(layer.nest(Work { _, complete in kept.append(complete) }))
            dropped.start()
            kept.removeAll()
            dropped.harness.clock.run()
            counts.append(dropped.harness.store.tableCounts.nodes)
            _ = layer.nest(.success(1))
        }
        #expect(log.entries == ["a.start", "a.cancel"])
        #expect(counts == [0, 0])
    }
}
