import EffectCore
import EffectTesting
import Testing

@Suite struct EffectMapTests {
    private static func f(_ action: String) -> String { "f(\(action))" }
    private static func g(_ action: String) -> String { "g(\(action))" }

    // EFF-14
    @Test func everyActionIsTransformedWhenItIsSent() {
        let effect = Effect<Int>.run { send in
            send(1)
            send.after(milliseconds(100)) { send(2) }
        }
        #expect(timeline(of: effect.map { "f\($0)" }) == ["0:f1", "100:f2", "100:|"])
    }

    // EFF-14
    @Test(arguments: 1...60) func mappingObeysItsLaws(seed: UInt64) {
        func make() -> Effect<String> {
            var maker = EffectMaker(seed: seed)
            return maker.effect(depth: 4)
        }
        let plain = timeline(of: make())
        #expect(timeline(of: make().map { $0 }) == plain, "seed \(seed)")
        let composed = timeline(of: make().map { Self.f(Self.g($0)) })
        #expect(timeline(of: make().map(Self.g).map(Self.f)) == composed, "seed \(seed)")
        let renamed = plain.map { entry in
            let parts = entry.split(separator: ":")
            return parts[1] == "|" ? entry : "\(parts[0]):\(Self.f(Self.g(String(parts[1]))))"
        }
        #expect(composed == renamed, "seed \(seed)")
    }

    private static let operators = [
        "send", "sequence", "after", "timer", "tick", "run", "throwing", "attempt", "merge",
        "concatenate", "cancellable", "debounce", "throttle", "delay", "timeout", "cut", "nested",
    ]

    private static func effect(_ kind: String) -> Effect<String> {
        let wait = milliseconds(100)
        let one = Effect.after(milliseconds(50), "a")
        return switch kind {
        case "send": .send("a")
        case "sequence": .sequence(["a", "b"])
        case "after": .after(wait, "a")
        case "timer": .timer(every: wait, leading: true, count: 3, "a")
        case "tick": .timer(every: wait, count: 2) { "tick \($0.count)" }
        case "run":
            .run { send in
                send("a")
                send.after(wait) { send.finish(with: "b") }
            }
        case "throwing":
            .run { send in
                send("a")
                throw Broken()
            } catch: { (_: any Error, send) in
                send("b")
            }
        case "attempt":
            .attempt({ (result: Result<Int, Broken>) in "\(result)" }) { $0(.success(1)) }
        case "merge": .merge(one, .send("b"), one.delay(for: wait))
        case "concatenate": .concatenate(one, .sleep(for: wait), one)
        case "cancellable": .merge(one.cancellable(id: 1), .cancel(id: 1), one)
        case "debounce": one.debounce(id: 1, for: wait)
        case "throttle": .merge(one.throttle(id: 1, for: wait, latest: true), one)
        case "delay": .merge(one.delay(for: wait), one)
        case "timeout": one.timeout(after: wait, "late")
        case "cut": .concatenate(Effect.never.timeout(after: wait, "late"), one)
        default:
            .concatenate(
                Effect.merge(one.cancellable(id: 1), one.cancellable(id: 2).delay(for: wait))
                    .cancellable(id: 3).timeout(after: .seconds(1), "late"), .cancel(ids: [1, 2]),
                .cancelAll, one)
        }
    }

    // EFF-14
    @Test(arguments: operators) func everyOperatorIsMapped(kind: String) {
        let plain = timeline(of: Self.effect(kind))
        #expect(plain.count > 1)
        let mapped = timeline(of: Self.effect(kind).map(Self.f).map(Self.g))
        #expect(
            mapped
                == plain.map { entry in
                    let parts = entry.split(separator: ":", maxSplits: 1)
                    return parts[1] == "|"
                        ? entry : "\(parts[0]):\(Self.g(Self.f(String(parts[1]))))"
                })
    }

    // EFF-14
    @Test func idsStayAsTheyAre() {
        let log = Log()
        let inner = Effect<Int>.probe("p", log).cancellable(id: "k", cancelInFlight: true)
        let harness = Harness<String> { action in
            action == "X"
                ? inner.map { "\($0)" } : Effect<Int>.cancel(id: "k").map { "\($0)" }
        }
        harness.send("X")
        harness.send("X")
        #expect(log.entries == ["p.start", "p.cancel", "p.start"])
        harness.send("stop")
        #expect(log.entries.last == "p.cancel")
        #expect(harness.inFlight == 0)
    }

    // EFF-14
    @Test func aTransformIsCalledOncePerActionAndNotBefore() {
        let log = Log()
        let effect = Effect.sequence([1, 2]).concatenate(with: .after(milliseconds(10), 3))
            .map { value -> String in
                log("map \(value)")
                return "\(value)"
            }
        let harness = Harness<String> { action in action == "X" ? effect : .none }
        #expect(log.entries.isEmpty)
        harness.send("X")
        #expect(log.entries == ["map 1", "map 2"])
        harness.clock.run()
        #expect(log.entries == ["map 1", "map 2", "map 3"])
    }

    // EFF-14, CAN-18
    @Test func aTransformIsNotCalledForADroppedSend() {
        let log = Log()
        var kept: Send<Int>?
        let harness = Harness<String> { action in
            guard action == "X" else { return .cancel(id: "k") }
            return Effect<Int>.run { kept = $0 }.cancellable(id: "k").map {
                log("map")
                return "\($0)"
            }
        }
        harness.send("X")
        harness.send("stop")
        kept?(1)
        kept?.finish(with: 2)
        #expect(log.entries.isEmpty)
        #expect(harness.store.effectStatistics.droppedSends == 2)
    }

    // EFF-14
    @Test func noneStaysNone() {
        let harness = Harness<String> { _ in Effect<Int>.none.map { "\($0)" } }
        #expect(harness.send("X").isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // EFF-14, FIN-04
    @Test func theEndOfAMappedEffectReleasesItsTransform() {
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            let sentinel = Sentinel { log("released") }
            let effect = Effect<Int>.after(milliseconds(10), 1).map { value -> String in
                sentinel.touch()
                return "\(value)"
            }
            return .merge(effect, .never)
        }
        harness.send("X")
        harness.advance(to: 9)
        #expect(log.entries.isEmpty)
        harness.advance(to: 10)
        #expect(log.entries == ["released"])
        #expect(harness.inFlight == 1)
    }
}
