import EffectCore
import EffectTesting
import Testing

@Suite struct RunningEffectTests {
    /// A driver reports input before the turn, and may have waited for a long time.
    @Test func anEffectStartedByInputStartsAtTheTimeOfTheInput() {
        let harness = Harness<String> { $0 == "input" ? .never : .none }
        harness.advance(to: 100)
        harness.clock.stall(for: milliseconds(900))
        harness.clock.runQueue.perform { harness.send("idle") }
        harness.clock.stall(for: milliseconds(500))
        harness.clock.runQueue.perform { harness.send("input") }
        #expect(harness.store.effects.map(\.startedAt) == [Instant(nanoseconds: 1_500_000_000)])
    }

    @Test func effectsAreListedInTheOrderTheyStarted() {
        let harness = Harness<Int> { number in
            number > 0 ? .never.cancellable(id: number) : .cancel(id: -number)
        }
        // The second place is used again.
        for number in [1, 2, 3, -2, 4] { harness.send(number) }
        #expect(harness.store.effects.map(\.ids) == [1, 3, 4].map { [EffectID($0)] })
    }
}
