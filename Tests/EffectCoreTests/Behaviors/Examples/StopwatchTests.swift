import EffectCore
import EffectTesting
import Testing

@Suite struct StopwatchTests {
    private let clock = TestClock()

    @Test func itTicksWhileItRuns() {
        let store = Store(
            initial: Stopwatch.State(), behavior: Stopwatch.behavior, environment: (), on: clock)
        clock.advance(by: .seconds(5))
        #expect(store.state.seconds == 0)
        store.send(.toggle)
        clock.advance(by: .milliseconds(3_500))
        #expect(store.state.seconds == 3)
        store.send(.toggle)
        #expect(store.openChannels == [])
        #expect(!clock.hasPendingWork)
        clock.advance(by: .seconds(5))
        store.send(.toggle)
        clock.advance(by: .seconds(1))
        #expect(store.state.seconds == 4)
    }

    @Test func aTickDoesNotAskForChannels() {
        var asked = 0
        let counted = Behavior<Stopwatch.Action, Stopwatch.State, Void>
            .supervise(on: { $0.isRunning }) { _, _ in
                asked += 1
                return []
            }
        let store = Store(
            initial: Stopwatch.State(), behavior: .combine(Stopwatch.behavior, counted),
            environment: (), on: clock)
        store.send(.toggle)
        clock.advance(by: .seconds(10))
        #expect(store.state.seconds == 10)
        #expect(asked == 2)
    }

    @Test func resettingStopsIt() {
        let store = Store(
            initial: Stopwatch.State(isRunning: true, seconds: 7), behavior: Stopwatch.behavior,
            environment: (), on: clock)
        clock.advance(by: .seconds(2))
        #expect(store.state.seconds == 9)
        store.send(.reset)
        clock.advance(by: .seconds(2))
        #expect(store.state == Stopwatch.State())
    }
}
