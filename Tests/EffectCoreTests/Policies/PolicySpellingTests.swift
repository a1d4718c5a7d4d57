import EffectCore
import EffectTesting
import Testing

/// Every public spelling of a policy, used once as users write it: what compiles here keeps compiling.
@Suite struct PolicySpellingTests {
    enum Failed: Error { case once }
    enum CancelID { case work }

    @Test func everyPolicyIsSpelledAsItIs() {
        let policies: [EffectScheduling] = [
            .immediately, .keyed(id: CancelID.work), .replacing(id: 1),
            .debounce(id: "a", delay: .milliseconds(1)),
            .throttle(id: "b", interval: .milliseconds(1)), .cancelInFlight(id: "c"),
            .delayed(by: .milliseconds(1)), .skipIfRunning(id: "d"), .queued(id: "e"),
            .queued(id: "f", limit: 2),
            EffectScheduling.queued(id: "g").delayed(by: .milliseconds(1)),
        ]
        var effects: [Effect<Int>] = policies.map { .just(1, scheduling: $0) }
        effects.append(.sequence([1, 2], scheduling: .immediately))
        effects.append(.run(scheduling: .immediately, name: "named") { send in send(1) })
        effects.append(.fireAndForget(scheduling: .immediately) {})
        effects.append(.future { completer in completer(1) })
        effects.append(
            .run(retry: .immediately(limit: 1)) { _ in
                throw Failed.once
            } catch: { _, send in
                send(2)
            })
        effects.append(
            .run(retry: .constant(.milliseconds(1), limit: 1)) { send throws(Failed) in
                throw .once
            } catch: { error, send in
                send(error == .once ? 3 : 4)
            })
        effects.append(
            .run(retry: .never, if: { $0 == Failed.once }) { send, fail in
                fail(Failed.once)
            } catch: { (_: Failed, send) in
                send(3)
            })
        effects.append(.send(1).repeated(times: 2))
        effects.append(.send(1).repeated(times: 2, pause: .milliseconds(1)))
        effects.append(.race(.send(1), .send(2)))
        effects.append(.race([.send(1)]))
        effects.append(
            .batch(count: 2) {
                $0.count
            } source: { (batch: Batch<String>) in
                batch.add("a")
            })
        effects.append(
            .batch(every: .milliseconds(1), sendsEmpty: true, rest: .discard) {
                $0.count
            } source: { (batch: Batch<String>) in
                batch.flush()
            })
        let harness = Harness<Int> { number in number == -1 ? .merge(effects) : .none }
        harness.send(-1)
        harness.clock.run()
        #expect(harness.inFlight == 0)
        #expect(harness.received.count == 25)
        #expect(harness.reports.isEmpty)
    }

    @Test func everyOperationIsSpelledAsItIs() {
        typealias Call<Value> = Operation<Value, Failed>
        let first = Call<Int> { context, complete in
            context.after(.milliseconds(1)) { complete(.success(1)) }
        }
        let second = Call<String> { complete in
            complete(.success("2"))
            return {}
        }
        let pair: Call<(Int, String)> = first.zip(with: second)
        let sum = pair.map { (parts: (Int, String)) -> Int in parts.0 * 10 + parts.1.utf8.count }
        let operation = sum.flatMap { number in .success(number * 3) }
            .mapError { $0 }
            .flatMapError { _ in Call.failure(.once) }
            .retry(.exponential(from: .milliseconds(1), upTo: .seconds(1), limit: 2))
            .timeout(after: .seconds(5), error: .once)
        let all = Call<[Int]>.all(
            [operation, .result(.success(1)), Call(catching: { 2 })], limit: 2)
        let chain = all.flatMap { numbers in
            Call<Void>.sleep(for: .milliseconds(1)).map { numbers.reduce(0, +) }
        }
        let harness = Harness<Int> { number in
            number == -1 ? chain.effect { (try? $0.get()) ?? 0 } : .none
        }
        harness.send(-1)
        harness.clock.run()
        harness.expect([(0, -1), (2, 36)])
    }
}
