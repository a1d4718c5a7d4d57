import EffectTesting
import Testing

// A child that tells its parent what has happened, and rows that come and go.

/// Asks whether to erase something.
private struct Confirmation: Reducer {
    struct State: Equatable { var subject: String }

    enum Action: Equatable {
        case yes
        case no
        case delegate(Delegate)

        enum Delegate: Equatable {
            case confirmed(String)
            case refused
        }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .yes: .send(.delegate(.confirmed(state.subject)))
        case .no: .send(.delegate(.refused))
        case .delegate: .none
        }
    }
}

/// Erases volumes, one at a time, after a confirmation.
private struct Eraser: Reducer {
    struct State: Equatable {
        var volumes = ["sd0", "sd1"]
        var confirmation: Confirmation.State?
    }

    enum Action: Equatable {
        case erase(String)
        case confirmation(Confirmation.Action)

        static var confirmationPath: CasePath<Action, Confirmation.Action> {
            CasePath(Action.confirmation) {
                if case .confirmation(let action) = $0 { action } else { nil }
            }
        }
        var delegate: Confirmation.Action.Delegate? {
            if case .confirmation(.delegate(let delegate)) = self { delegate } else { nil }
        }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .erase(let name):
                state.confirmation = Confirmation.State(subject: name)
            case .confirmation(.delegate(.confirmed(let name))):
                state.volumes.removeAll { $0 == name }
                state.confirmation = nil
            case .confirmation(.delegate(.refused)):
                state.confirmation = nil
            case .confirmation:
                break
            }
            return .none
        }
        .ifLet(\.confirmation, action: Action.confirmationPath) { Confirmation() }
    }
}

@Suite struct DelegateGuideTests {
    @Test func theParentActsOnWhatTheChildTells() {
        let store = TestStore(initialState: Eraser.State()) { Eraser() }
        store.send(.erase("sd1")) { $0.confirmation = Confirmation.State(subject: "sd1") }
        store.send(.confirmation(.yes))
        store.receive(.confirmation(.delegate(.confirmed("sd1")))) {
            $0.volumes = ["sd0"]
            $0.confirmation = nil
        }
    }

    @Test func anotherAnswerChangesNothing() {
        let store = TestStore(initialState: Eraser.State()) { Eraser() }
        store.send(.erase("sd1")) { $0.confirmation = Confirmation.State(subject: "sd1") }
        store.send(.confirmation(.no))
        store.receive(\.delegate, .refused) { $0.confirmation = nil }
    }

    /// The parent's test need not know the steps of the child.
    @Test func onlyTheAnswerIsClaimed() {
        let store = TestStore(initialState: Eraser.State(), exhaustivity: .off) { Eraser() }
        store.send(.erase("sd0"))
        store.send(.confirmation(.yes))
        store.receive(\.delegate) { $0.volumes = ["sd1"] }
    }

    @Test func theChildAloneTellsTheSame() {
        let store = TestStore(initialState: Confirmation.State(subject: "sd0")) { Confirmation() }
        store.send(.yes)
        store.receive(.delegate(.confirmed("sd0")))
    }
}

/// A list of jobs, each with a progress of its own.
private struct Queue: Reducer {
    struct Job: Reducer {
        struct State: Equatable {
            let id: Int
            var percent = 0
        }
        enum Action: Equatable { case start, progress }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .start: return .timer(every: .seconds(1), count: 4, .progress)
            case .progress:
                state.percent += 25
                return .none
            }
        }
    }

    struct State: Equatable { var jobs = IdentifiedArray<Int, Job.State>(id: \.id) }

    enum Action {
        case add(Int)
        case remove(Int)
        case job(id: Int, action: Job.Action)

        static var jobPath: CasePath<Action, (id: Int, action: Job.Action)> {
            CasePath({ .job(id: $0.id, action: $0.action) }) {
                if case .job(let id, let action) = $0 { (id, action) } else { nil }
            }
        }
        var progress: Int? { if case .job(let id, .progress) = self { id } else { nil } }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .add(let id): state.jobs.append(Job.State(id: id))
            case .remove(let id): state.jobs[id: id] = nil
            case .job: break
            }
            return .none
        }
        .forEach(\.jobs, action: Action.jobPath) { Job() }
    }
}

@Suite struct RowGuideTests {
    @Test func aRowThatGoesTakesItsEffectsAlong() {
        let store = TestStore(initialState: Queue.State()) { Queue() }
        for id in [7, 8] {
            store.send(.add(id)) { $0.jobs.append(Queue.Job.State(id: id)) }
            store.send(.job(id: id, action: .start))
        }
        store.advance(by: .seconds(1))
        store.receive(\.progress, 7) { $0.jobs[id: 7]?.percent = 25 }
        store.receive(\.progress, 8) { $0.jobs[id: 8]?.percent = 25 }
        store.send(.remove(7)) { $0.jobs[id: 7] = nil }
        store.run()
        for percent in [50, 75, 100] {
            store.receive(\.progress, 8) { $0.jobs[id: 8]?.percent = percent }
        }
    }
}
