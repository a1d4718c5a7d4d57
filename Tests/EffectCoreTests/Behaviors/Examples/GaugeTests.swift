import EffectCore
import EffectTesting
import Testing

@Suite struct GaugeTests {
    private let clock = TestClock()

    @Test func aSelectionThatMovesOnIsNotRead() {
        let log = Log()
        var value = 0
        let store = Store(
            initial: Gauge.State(), behavior: Gauge.behavior,
            environment: Gauge.Environment { sensor, onValue in
                log(sensor)
                value += 1
                onValue(value)
            }, on: clock)
        for sensor in ["a", "b", "c"] {
            store.send(.select(sensor))
            clock.advance(by: .milliseconds(200))
        }
        #expect(log.take() == [])
        clock.advance(by: .milliseconds(100))
        #expect(log.take() == ["c"])
        clock.advance(by: .seconds(20))
        #expect(log.take() == ["c", "c"])
        #expect(store.state == Gauge.State(sensor: "c", value: 3))
        store.send(.select("a"))
        clock.advance(by: .milliseconds(299))
        #expect(log.take() == [])
        #expect(store.state == Gauge.State(sensor: "a"))
        clock.advance(by: .milliseconds(1))
        #expect(log.take() == ["a"])
        store.send(.select(nil))
        #expect(!clock.hasPendingWork)
    }

    @Test func theNextReadWaitsForTheAnswer() {
        var pending: [(Int) -> Void] = []
        let store = Store(
            initial: Gauge.State(sensor: "a"), behavior: Gauge.behavior,
            environment: Gauge.Environment { _, onValue in pending.append(onValue) }, on: clock)
        clock.advance(by: .seconds(60))
        #expect(pending.count == 1)
        pending.removeFirst()(5)
        #expect(store.state.value == 5)
        clock.advance(by: .seconds(10))
        #expect(pending.count == 1)
        store.send(.select("b"))
        pending.removeFirst()(6)
        #expect(store.state == Gauge.State(sensor: "b"))
        #expect(store.effectStatistics.droppedSends == 1)
    }
}
