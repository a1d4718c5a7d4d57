import EffectTesting
import Testing

// Effects side by side, and one after another.

/// Brings a device up: reads two sensors at once, and calibrates step by step.
private struct Startup: Reducer {
    struct State: Equatable {
        var temperature: Int?
        var pressure: Int?
        var log: [String] = []
    }

    enum Action: Equatable {
        case measure
        case temperature(Int)
        case pressure(Int)
        case calibrate
        case step(String)
        case abort
    }

    enum CancelID { case calibration }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .measure:
            return .merge(
                .after(.milliseconds(30), .temperature(21)),
                .after(.milliseconds(10), .pressure(1_013)))
        case .temperature(let value):
            state.temperature = value
            return .none
        case .pressure(let value):
            state.pressure = value
            return .none
        case .calibrate:
            return .concatenate(
                .send(.step("heat")),
                .sleep(for: .seconds(5)),
                .run { send in
                    send.after(.seconds(1)) { send.finish(with: .step("measure")) }
                },
                .send(.step("done"))
            )
            .cancellable(id: CancelID.calibration, cancelInFlight: true)
        case .step(let name):
            state.log.append(name)
            return .none
        case .abort:
            return .cancel(id: CancelID.calibration)
        }
    }
}

@Suite struct FlowGuideTests {
    @Test func whatRunsSideBySideArrivesInTheOrderOfTime() {
        let store = TestStore(initialState: Startup.State()) { Startup() }
        store.send(.measure)
        store.run()
        store.receive(.pressure(1_013)) { $0.pressure = 1_013 }
        store.receive(.temperature(21)) { $0.temperature = 21 }
    }

    @Test func whatFollowsWaitsForWhatIsBefore() {
        let store = TestStore(initialState: Startup.State()) { Startup() }
        store.send(.calibrate)
        store.receive(.step("heat")) { $0.log = ["heat"] }
        store.advance(by: .milliseconds(5_999))
        #expect(store.receivedActions.isEmpty)
        store.advance(by: .milliseconds(1))
        store.receive(.step("measure")) { $0.log = ["heat", "measure"] }
        store.receive(.step("done")) { $0.log = ["heat", "measure", "done"] }
        store.finish()
    }

    @Test func theWholeIsCancelledByItsID() {
        let store = TestStore(initialState: Startup.State()) { Startup() }
        store.send(.calibrate)
        store.receive(.step("heat")) { $0.log = ["heat"] }
        store.advance(by: .seconds(3))
        store.send(.abort)
        store.run()
        store.finish()
    }

    @Test func aTaskEndsAllThatASendHasCaused() {
        let store = TestStore(initialState: Startup.State()) { Startup() }
        let task = store.send(.measure)
        store.advance(by: .milliseconds(10))
        store.receive(.pressure(1_013)) { $0.pressure = 1_013 }
        task.cancel()
        store.finish(task)
        #expect(task.isCancelled)
    }
}
