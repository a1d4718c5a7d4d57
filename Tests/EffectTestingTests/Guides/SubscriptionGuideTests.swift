import EffectTesting
import Testing

// Events for as long as somebody wants them: a subscription, and who ends it.

/// Tells its subscribers the charge of a battery.
private final class Battery {
    private var subscribers: [Int: (Int) -> Void] = [:]
    private var next = 0

    var subscriberCount: Int { subscribers.count }

    func subscribe(_ onCharge: @escaping (Int) -> Void) -> Int {
        next += 1
        subscribers[next] = onCharge
        return next
    }

    func unsubscribe(_ id: Int) { subscribers[id] = nil }

    func drain(to percent: Int) { for subscriber in subscribers.values { subscriber(percent) } }
}

private struct Gauge: Reducer {
    struct State: Equatable {
        var percent = 100
        var isLow = false
    }

    enum Action: Equatable {
        case appeared
        case changed(Int)
        case ranLow
    }

    var battery: Battery

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .appeared:
            return .run { send in
                let id = battery.subscribe { percent in send(.changed(percent)) }
                send.onTermination { battery.unsubscribe(id) }
            }
        case .changed(let percent):
            let wasLow = state.isLow
            state.percent = percent
            state.isLow = percent < 20
            return state.isLow && !wasLow ? .send(.ranLow) : .none
        case .ranLow:
            return .none
        }
    }
}

@Suite struct SubscriptionGuideTests {
    private let battery = Battery()

    @Test func theTaskOfASendEndsItsSubscription() {
        let store = TestStore(initialState: Gauge.State()) { Gauge(battery: battery) }
        let task = store.send(.appeared)
        battery.drain(to: 50)
        store.receive(.changed(50)) { $0.percent = 50 }
        battery.drain(to: 19)
        store.receive(.changed(19)) {
            $0.percent = 19
            $0.isLow = true
        }
        store.receive(.ranLow)
        battery.drain(to: 18)
        store.receive(.changed(18)) { $0.percent = 18 }
        #expect(!task.isFinished)
        task.cancel()
        #expect(battery.subscriberCount == 0)
        battery.drain(to: 1)
        store.finish(task)
    }

    @Test func theEndOfTheStoreEndsItToo() {
        do {
            let store = TestStore(initialState: Gauge.State(), exhaustivity: .off) {
                Gauge(battery: battery)
            }
            store.send(.appeared)
            withExtendedLifetime(store) { #expect(battery.subscriberCount == 1) }
        }
        #expect(battery.subscriberCount == 0)
    }
}
