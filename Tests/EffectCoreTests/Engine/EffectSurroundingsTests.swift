import EffectCore
import EffectTesting
import Testing

/// What is around the code that runs, by name.
private final class Place {
    final class Name {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private var current: AnyObject?

    var name: String { (current as? Name)?.text ?? "none" }

    func context(_ name: String) -> EffectContext {
        EffectContext(Name(name)) { [unowned self] next in
            defer { current = next }
            return current
        }
    }
}

private struct Refusal: Error {}

/// Surroundings follow an effect into its callbacks, and only there.
@Suite struct EffectSurroundingsTests {
    private let place = Place()
    private let log = Log()

    private func note(_ what: String) { log("\(what) \(place.name)") }

    private func harness(
        on clock: TestClock = TestClock(), _ answer: @escaping (String) -> Effect<String>
    ) -> Harness<String> {
        Harness(on: clock) { action in
            note("reduce \(action)")
            return answer(action)
        }
    }

    @Test func theyAreThereInEveryCallbackOfTheEngine() {
        let harness = harness { [self] action in
            guard action == "start" else { return .none }
            return .merge(
                .run { send in
                    note("body")
                    send.onCancel { note("cancel") }
                    send.onTermination { note("termination") }
                    send.after(.seconds(1)) { note("after") }
                },
                .timer(every: .seconds(2), count: 1) { _ in
                    note("tick")
                    return "tick"
                },
                .run { _ throws(Refusal) in
                    throw Refusal()
                } catch: { _, _ in
                    note("catch")
                },
                Effect<Int>.send(1).map { [self] _ in
                    note("map of a send")
                    return "mapped"
                },
                Effect<Int>.run { send in send(2) }.map { [self] _ in
                    note("map of a run")
                    return "mapped"
                },
                .concatenate(.sleep(for: .seconds(3)), .fireAndForget { note("step") }),
                .fireAndForget { note("delayed") }.delay(for: .seconds(4)),
                .fireAndForget { note("debounced") }.debounce(id: 1, for: .seconds(5)),
                Effect<String>.never.cancellable(id: "k")
            ).inContext(place.context("inside"))
        }
        let task = harness.send("start")
        harness.advance(to: 1_000)
        #expect(
            log.entries == [
                "reduce start none", "body inside", "catch inside", "map of a send inside",
                "map of a run inside", "reduce mapped none", "reduce mapped none", "after inside",
                "termination inside",
            ])
        harness.advance(to: 5_000)
        #expect(
            log.entries.dropFirst(9) == [
                "tick inside", "reduce tick none", "step inside", "delayed inside",
                "debounced inside",
            ])
        task.cancel()
        #expect(place.name == "none")
    }

    @Test func teardownRunsInThem() {
        let harness = harness { [self] _ in
            Effect<String>.run { send in
                send.onCancel { note("cancel") }
                send.onTermination { note("termination") }
                send.after(.seconds(1)) {}
            }.inContext(place.context("inside"))
        }
        harness.send("start")
        harness.release()
        #expect(
            log.entries == ["reduce start none", "cancel inside", "termination inside"])
        #expect(place.name == "none")
    }

    @Test func callbacksOfSourcesRunInThem() {
        let descriptors = TestDescriptors()
        let signals = TestSignals()
        let lane = TestLane()
        var complete: ((Result<Int, Refusal>) -> Void)?
        let harness = harness { [self] action in
            guard action == "start" else { return .none }
            return .merge(
                .readable(3, on: descriptors) { (_: Result<DescriptorEvents, SystemError>) in
                    note("event")
                    return "event"
                },
                .writable(4, on: descriptors) {
                    note("plain event")
                    return "event"
                },
                .signal(15, on: signals) {
                    note("signal")
                    return "signal"
                },
                .blocking(on: lane, { 1 }) { _ in
                    note("result")
                    return "result"
                },
                .blocking(on: lane, { () throws(Refusal) -> Int in throw Refusal() }) {
                    (_: Result<Int, Refusal>) in
                    note("failure")
                    return "result"
                },
                .attempt({ (_: Result<Int, Refusal>) in
                    note("attempt")
                    return "attempt"
                }) { complete = $0 }
            ).inContext(place.context("inside"))
        }
        harness.send("start")
        descriptors.becomeReadable(3)
        descriptors.becomeWritable(4)
        descriptors.fail(3, with: SystemError(code: 9, operation: "", subject: "", reason: ""))
        signals.raise(15)
        lane.runAll()
        complete?(.success(1))
        #expect(
            log.entries == [
                "reduce start none", "event inside", "reduce event none", "plain event inside",
                "reduce event none", "event inside", "reduce event none", "signal inside",
                "reduce signal none", "result inside", "reduce result none", "failure inside",
                "reduce result none", "attempt inside", "reduce attempt none",
            ])
    }

    @Test func theInnermostOnesCount() {
        let harness = harness { [self] _ in
            .merge(
                .fireAndForget { note("inner") }.inContext(place.context("inner")),
                .fireAndForget { note("outer") }
            ).inContext(place.context("outer"))
        }
        harness.send("start")
        #expect(log.entries == ["reduce start none", "inner inner", "outer outer"])
    }

    @Test func aSendFromACallbackLeavesThemForTheTimeOfItsDrain() {
        let harness = harness { [self] action in
            switch action {
            case "start":
                Effect<String>.run { send in
                    send.after(.seconds(1)) {
                        note("before")
                        send("next")
                        note("behind")
                    }
                }.inContext(place.context("inside"))
            default: .fireAndForget { note("plain effect") }
            }
        }
        let token = harness.store.observe { [self] _ in note("observer") }
        harness.send("start")
        harness.advance(to: 1_000)
        #expect(
            log.entries == [
                "reduce start none", "observer none", "before inside", "reduce next none",
                "plain effect none", "observer none", "behind inside",
            ])
        token.cancel()
    }

    @Test func theyDoNotReachAnotherStoreNorOtherEffects() {
        let clock = TestClock()
        let other = Store(initialState: 0, on: clock) {
            Reduce<Int, String> { [self] _, _ in
                note("other store")
                return .none
            }
        }
        var finish: (() -> Void)?
        let harness = harness(on: clock) { [self] action in
            switch action {
            case "plain":
                Effect<String>.run { send in
                    send.onCancel { note("plain cancel") }
                    send.after(.seconds(9)) {}
                }.cancellable(id: "plain")
            case "chain":
                .concatenate(
                    Effect<String>.run { send in finish = { send.finish() } },
                    .fireAndForget { note("plain step") })
            default:
                Effect<String>.run { send in
                    send.after(.seconds(1)) {
                        other.send("x")
                        send.cancel(id: "plain")
                        finish?()
                        note("callback")
                    }
                }.inContext(place.context("inside"))
            }
        }
        harness.send("plain")
        harness.send("chain")
        harness.send("start")
        harness.advance(to: 1_000)
        #expect(
            log.entries.dropFirst(3) == [
                "other store none", "plain cancel none", "plain step none", "callback inside",
            ])
    }

    @Test func aDebouncedCallRunsInItsOwnAlsoWhenItTakesThePlaceOfAnother() {
        let harness = harness { [self] action in
            let work = Effect<String>.fireAndForget { note("work") }
            let surrounded = action == "plain" ? work : work.inContext(place.context(action))
            return surrounded.debounce(id: "d", for: .seconds(1))
        }
        let pairs = [("first", "second"), ("second", "plain"), ("plain", "first")]
        for (index, pair) in pairs.enumerated() {
            harness.send(pair.0)
            harness.send(pair.1)
            harness.advance(to: (index + 1) * 1_000)
        }
        #expect(
            log.entries.filter { $0.hasPrefix("work") } == [
                "work second", "work none", "work first",
            ])
        #expect(place.name == "none")
    }

    @Test func aStoreThatAReducerSendsToDoesNotReturnToThem() {
        let clock = TestClock()
        let other = Store(initialState: 0, on: clock) {
            Reduce<Int, String> { [self] _, _ in
                note("other store")
                return .none
            }
        }
        let harness = harness(on: clock) { [self] action in
            switch action {
            case "start":
                return Effect<String>.run { send in
                    send.after(.seconds(1)) {
                        send("next")
                        note("behind")
                    }
                }.inContext(place.context("inside"))
            case "next":
                other.send("x")
                note("after other store")
                return .send("last")
            default: return .none
            }
        }
        harness.send("start")
        harness.advance(to: 1_000)
        #expect(
            log.entries.dropFirst() == [
                "reduce next none", "other store none", "after other store none",
                "reduce last none", "behind inside",
            ])
    }

    @Test func aReductionMayPutThemAroundWhatAnotherOneReturned() {
        struct Surrounded: Reducer {
            let base: Reduce<Int, String>
            let context: EffectContext

            func reduce(into state: inout Int, action: String) -> Effect<String> {
                base.reduce(into: &state, action: action).inContext(context)
            }

            func resolved() -> Reduction<Int, String> {
                let base = base.resolved()
                return { state, action, effect in
                    base(&state, action, effect)
                    effect.put(in: context)
                }
            }
        }
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Surrounded(
                base: Reduce { [self] _, action in
                    note("reduce \(action)")
                    return action == "nothing" ? .none : .fireAndForget { note("effect") }
                }, context: place.context("inside"))
        }
        store.send("nothing")
        #expect(store.effects.isEmpty)
        store.send("start")
        #expect(log.entries == ["reduce nothing none", "reduce start none", "effect inside"])
    }

    @Test func anEffectWithoutCallbacksStaysAsItIs() {
        func nodes(_ effect: Effect<String>) -> Int {
            let harness = harness { _ in effect }
            harness.send("start")
            return harness.store.tableCounts.nodes
        }
        let timer = Effect<String>.timer(every: .seconds(1), "tick")
        #expect(nodes(timer.inContext(place.context("inside"))) == nodes(timer))
        let closure = Effect<String>.timer(every: .seconds(1)) { _ in "tick" }
        #expect(nodes(closure.inContext(place.context("inside"))) == nodes(closure) + 1)
    }
}
