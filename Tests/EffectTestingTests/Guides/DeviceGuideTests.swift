import EffectTesting
import Glibc
import Testing

// What a daemon lives on: a descriptor, a signal and work that blocks, each by its fake.

/// Reports a door, and reads its settings anew when it is told to.
private struct Door: Reducer {
    struct State: Equatable {
        var openings = 0
        var limit = 10
        var isAlarmed = false
        var problem: String?
    }

    enum Action {
        case start
        case stop
        case moved
        case reload
        case loaded(Int)
        case refused(SystemError)

        var moved: Void? { if case .moved = self { () } else { nil } }
        var reload: Void? { if case .reload = self { () } else { nil } }
        var loaded: Int? { if case .loaded(let limit) = self { limit } else { nil } }
        var refused: SystemError? { if case .refused(let error) = self { error } else { nil } }
    }

    enum CancelID { case settings }

    let contact: Int32 = 5
    var descriptors: TestDescriptors
    var signals: TestSignals
    var disk: any BlockingLane

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .merge(
                .readable(contact, on: descriptors) { result in
                    switch result {
                    case .success: .moved
                    case .failure(let error): .refused(error)
                    }
                },
                .signal(SIGHUP, on: signals) { .reload })
        case .stop:
            return .cancelAll
        case .moved:
            state.openings += 1
            state.isAlarmed = state.openings > state.limit
            return .none
        case .reload:
            return .blocking(on: disk, { 2 }) { limit in .loaded(limit) }
                .cancellable(id: CancelID.settings, cancelInFlight: true)
        case .loaded(let limit):
            state.limit = limit
            return .none
        case .refused(let error):
            state.problem = error.reason
            return .none
        }
    }
}

@Suite struct DeviceGuideTests {
    private let descriptors = TestDescriptors()
    private let signals = TestSignals()
    private let disk = TestLane()

    private func store() -> TestStore<Door.State, Door.Action> {
        TestStore(initialState: Door.State()) {
            Door(descriptors: descriptors, signals: signals, disk: disk)
        }
    }

    @Test func aDoorIsCountedUntilTheDaemonStops() {
        let store = store()
        store.send(.start)
        descriptors.becomeReadable(5)
        store.receive(\.moved) { $0.openings = 1 }
        descriptors.becomeReadable(5)
        store.receive(\.moved) { $0.openings = 2 }
        store.send(.stop)
        #expect(descriptors.becomeReadable(5) == 0)
        #expect(signals.raise(SIGHUP) == 0)
        store.finish()
    }

    @Test func aSignalReadsTheSettingsAnew() {
        let store = store()
        store.send(.start)
        signals.raise(SIGHUP)
        store.receive(\.reload)
        #expect(store.receivedActions.isEmpty)
        disk.runNext()
        store.receive(\.loaded) { $0.limit = $1 }
        for count in 1...3 {
            descriptors.becomeReadable(5)
            store.receive(\.moved) {
                $0.openings = count
                $0.isAlarmed = count > 2
            }
        }
        store.send(.stop)
    }

    @Test func ofTwoReadsTheLastCounts() {
        let store = store()
        store.send(.reload)
        store.send(.reload)
        disk.runAll()
        store.receive(\.loaded, 2) { $0.limit = 2 }
        #expect(disk.withdrawnCount == 1)
    }

    @Test func aDescriptorThatCannotBeWatchedIsAnAction() {
        let error = SystemError(code: 1, operation: "watch", subject: "5", reason: "not permitted")
        descriptors.refuse(5, with: error)
        let store = store()
        store.send(.start)
        store.receive(\.refused, error) { $0.problem = "not permitted" }
        store.send(.stop)
    }
}
