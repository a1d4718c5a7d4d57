import EffectTesting
import Testing

/// A test store runs the engine that programs run.
@Suite struct TestStoreEngineTests {
    /// Effects that depend on a seed: on what was reduced, and on nothing else.
    private final class Script {
        private var seed: UInt64
        private var sent = 0

        init(seed: UInt64) { self.seed = seed }

        func next(_ bound: Int) -> Int {
            seed &+= 0x9E37_79B9_7F4A_7C15
            var z = seed
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ (z >> 31)) % UInt64(bound))
        }

        /// No two waits end at one instant: which of them comes first is not what is tested.
        private func wait() -> Duration { .nanoseconds(1_000_000 + next(1_000_000_000)) }

        private func action() -> Int {
            sent += 1
            return sent
        }

        func effect(depth: Int = 0) -> Effect<Int> {
            guard sent < 60 else { return .none }
            switch next(depth < 3 ? 11 : 7) {
            case 0: return .none
            case 1: return .send(action())
            case 2: return .after(wait(), action())
            case 3: return .cancel(id: next(3))
            case 4: return .timer(every: wait(), count: 3, action())
            case 5:
                let (action, wait) = (action(), wait())
                return .run { send in send.after(wait) { send(action) } }
            case 6: return .sleep(for: wait())
            case 7: return .merge((0..<3).map { _ in effect(depth: depth + 1) })
            case 8: return .concatenate((0..<3).map { _ in effect(depth: depth + 1) })
            case 9:
                let isDisplacing = next(2) == 0
                return effect(depth: depth + 1)
                    .cancellable(id: next(3), cancelInFlight: isDisplacing)
            default: return effect(depth: depth + 1).debounce(id: next(3), for: wait())
            }
        }
    }

    private static func random(_ seed: UInt64) -> Reduce<Int, Int> {
        let script = Script(seed: seed)
        return Reduce { state, _ in
            state += 1
            return script.effect()
        }
    }

    /// A feature with what features have: actions from 0 to 6 come from outside.
    private static var feature: Reduce<Int, Int> {
        Reduce { state, action in
            state += 1
            switch action {
            case 0: return .send(10).debounce(id: "search", for: .milliseconds(300))
            case 1: return .send(11).throttle(id: "tap", for: .milliseconds(500), trailing: .latest)
            case 2:
                return .timer(every: .milliseconds(170), 12)
                    .cancellable(id: "timer", cancelInFlight: true)
            case 3: return .cancel(id: "timer")
            case 4: return .merge(.send(13), .after(.milliseconds(90), 14))
            case 5:
                return .concatenate(.send(15), .sleep(for: .milliseconds(40)), .send(16))
                    .cancellable(id: "flow")
            case 6: return .cancel(id: "flow")
            case 10:
                return .run { send in
                    send.after(.milliseconds(130)) { send.finish(with: 17) }
                }.cancellable(id: "fetch", cancelInFlight: true)
            case 11: return .sequence([18, 19])
            case 17: return .send(20)
            default: return .none
            }
        }
    }

    /// What happens from outside: an action, and then a wait in microseconds. Waits are odd, so that
    /// no two of the feature's end at one instant.
    private typealias Step = (action: Int, wait: Int)

    private static func live(_ reducer: Reduce<Int, Int>, _ steps: [Step]) -> [Int] {
        let clock = TestClock()
        let store = Store(initialState: 0, on: clock) { reducer }
        var received: [Int] = []
        var isSending = false
        let token = store.onAction { action, _ in
            if !isSending { received.append(action) }
            isSending = false
        }
        for step in steps {
            isSending = true
            store.send(step.action)
            move(clock, by: step.wait) {}
        }
        token.cancel()
        return received
    }

    private static func tested(
        _ reducer: Reduce<Int, Int>, _ mode: TestStoreMode, _ steps: [Step]
    ) -> [Int] {
        let store = TestStore(initialState: 0, mode: mode) { reducer }
        func runAll() { while store.pendingEffects > 0 { store.runEffects() } }
        var received: [Int] = []
        for step in steps {
            store.send(step.action) { $0 += 1 }
            runAll()
            move(store.clock, by: step.wait, runAll)
            received += store.receivedActions
            store.skipReceivedActions(strict: false)
        }
        store.skipInFlightEffects(strict: false)
        return received
    }

    /// From deadline to deadline: what one causes starts at its time.
    private static func move(_ clock: TestClock, by microseconds: Int, _ then: () -> Void) {
        let end = clock.now.advanced(by: .microseconds(microseconds))
        while let next = clock.runQueue.nextDeadline, next <= end {
            clock.advance(to: next)
            then()
        }
        clock.advance(to: end)
    }

    @Test func aTestStoreReceivesWhatALiveStoreReceives() {
        let steps = (0..<5).map { Step(action: -1 - $0, wait: 1_500_000) }
        var total = 0
        for seed in 1...60 as ClosedRange<UInt64> {
            let expected = Self.live(Self.random(seed), steps)
            total += expected.count
            #expect(Self.tested(Self.random(seed), .eager, steps) == expected, "seed \(seed)")
        }
        #expect(total > 2_000)
    }

    // TST-49
    @Test func soDoesOneInManualMode() {
        var seen: Set<Int> = []
        for seed in 1...200 as ClosedRange<UInt64> {
            let random = Script(seed: seed)
            let steps = (0..<20).map { _ in Step(action: random.next(7), wait: random.next(400_000))
            }
            let expected = Self.live(Self.feature, steps)
            seen.formUnion(expected)
            #expect(Self.tested(Self.feature, .eager, steps) == expected, "seed \(seed), eager")
            #expect(Self.tested(Self.feature, .manual, steps) == expected, "seed \(seed), manual")
        }
        #expect(seen == Set(10...20))
    }
}
