import EffectTesting
import Testing

// A timer that runs for long, ended by its id, and by its feature's end.

/// Counts the seconds of an exposure.
private struct Stopwatch: Reducer {
    struct State: Equatable {
        var seconds = 0
        var isRunning = false
    }

    enum Action: Equatable {
        case toggle
        case second
        case close
    }

    enum CancelID { case ticking }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .toggle:
            state.isRunning.toggle()
            guard state.isRunning else { return .cancel(id: CancelID.ticking) }
            return .timer(every: .seconds(1), .second)
                .cancellable(id: CancelID.ticking, cancelInFlight: true)
        case .second:
            state.seconds += 1
            return .none
        case .close:
            return .dismiss
        }
    }
}

/// Shows a stopwatch as long as there is one.
private struct Screen: Reducer {
    struct State: Equatable {
        var stopwatch: Stopwatch.State?
        var shownCount = 0
    }

    enum Action: Equatable {
        case show
        case hide
        case stopwatch(Stopwatch.Action)

        var stopwatch: Stopwatch.Action? {
            if case .stopwatch(let action) = self { action } else { nil }
        }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .show:
                state.stopwatch = Stopwatch.State()
                state.shownCount += 1
            case .hide: state.stopwatch = nil
            case .stopwatch: break
            }
            return .none
        }
        .ifLet(
            \.stopwatch, action: CasePath(Action.stopwatch) { $0.stopwatch }, dismiss: .hide
        ) {
            Stopwatch()
        }
    }
}

@Suite struct TimerGuideTests {
    @Test func aTimerRunsUntilItIsCancelledByItsID() {
        let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
        store.send(.toggle) { $0.isRunning = true }
        store.advance(by: .milliseconds(999))
        #expect(store.receivedActions.isEmpty)
        store.advance(by: .milliseconds(1))
        store.receive(.second) { $0.seconds = 1 }
        store.advance(by: .seconds(2))
        store.receive(.second) { $0.seconds = 2 }
        store.receive(.second) { $0.seconds = 3 }
        store.send(.toggle) { $0.isRunning = false }
        store.advance(by: .seconds(60))
        store.finish()
    }

    @Test func theTestFailsWhereTheTimerIsForgotten() {
        var line = 0
        let caught = failures {
            let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
            line = #line + 1
            store.send(.toggle) { $0.isRunning = true }
        }
        #expect(caught.map(\.name) == ["F-INFLIGHT-END"])
        #expect(caught[0].line == line)
        #expect(caught[0].says("timer", "ticking", "started by .toggle"))
    }

    @Test func removingTheStateEndsItsTimer() {
        let store = TestStore(initialState: Screen.State()) { Screen() }
        store.send(.show) {
            $0.stopwatch = Stopwatch.State()
            $0.shownCount = 1
        }
        store.send(.stopwatch(.toggle)) { $0.stopwatch?.isRunning = true }
        store.advance(by: .seconds(1))
        store.receive(.stopwatch(.second)) { $0.stopwatch?.seconds = 1 }
        store.send(.hide) { $0.stopwatch = nil }
        store.finish()
        store.send(.show) {
            $0.stopwatch = Stopwatch.State()
            $0.shownCount = 2
        }
        store.advance(by: .seconds(5))
    }

    @Test func aFeatureAsksToGo() {
        let store = TestStore(
            initialState: Screen.State(stopwatch: Stopwatch.State(), shownCount: 1)
        ) {
            Screen()
        }
        store.send(.stopwatch(.toggle)) { $0.stopwatch?.isRunning = true }
        store.send(.stopwatch(.close))
        store.receive(.hide) { $0.stopwatch = nil }
        store.finish()
    }
}
