import EffectCore
import EffectTesting
import Testing

/// Effects nested ten thousand levels deep, on a small stack.
@Suite struct NestingTests {
    private static let depth = 10_000

    private static func nested(_ kind: String, around innermost: Effect<Int>) -> Effect<Int> {
        var effect = innermost
        for level in 0..<depth {
            switch kind {
            case "alternating" where level % 2 == 0: effect = .merge(effect, .send(0))
            case "alternating": effect = .concatenate(effect, .send(0))
            case "cancellable": effect = effect.cancellable(id: level % 7)
            case "delay": effect = effect.delay(for: .zero)
            default: effect = effect.timeout(after: .seconds(1), 0)
            }
        }
        return effect
    }

    // STO-10
    @Test(arguments: ["alternating", "cancellable", "delay", "timeout"])
    func aDeepNestingIsReleasedUnstarted(kind: String) {
        var releases = 0
        onSmallStack {
            let sentinel = Sentinel { releases += 1 }
            let effect = Self.nested(kind, around: .fireAndForget { sentinel.touch() })
            withExtendedLifetime(effect) {}
        }
        #expect(releases == 1)
    }

    // STO-10
    @Test(arguments: ["alternating", "cancellable", "timeout"])
    func aDeepNestingRunsAndEnds(kind: String) {
        var received: [Int] = []
        var nodes = -1
        onSmallStack {
            let clock = TestClock()
            let store = Store<Int, Int>(initialState: 0, on: clock) {
                Reduce { _, action in
                    received.append(action)
                    guard action == -1 else { return .none }
                    return Self.nested(kind, around: .after(.milliseconds(1), 1))
                }
            }
            store.send(-1)
            clock.advance(by: .milliseconds(1))
            nodes = store.tableCounts.nodes
        }
        #expect(received.filter { $0 != 0 } == [-1, 1])
        #expect(nodes == 0)
    }

    // STO-10, FIN-04
    @Test(arguments: ["alternating", "cancellable", "timeout"])
    func aDeepNestingIsCancelledWhileItRuns(kind: String) {
        var releases = 0
        onSmallStack {
            let clock = TestClock()
            let store = Store<Int, Int>(initialState: 0, on: clock) {
                let sentinel = Sentinel { releases += 1 }
                Reduce { _, action in
                    guard action == -1 else { return .none }
                    return Self.nested(
                        kind,
                        around: .after(.seconds(9), 1).map { value in
                            sentinel.touch()
                            return value
                        })
                }
            }
            let task = store.send(-1)
            task.cancel()
            store.stop()
        }
        #expect(releases == 1)
    }
}
