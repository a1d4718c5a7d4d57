import EffectTesting
import Testing

// A search while a user types, and a button that is pressed too often.

private struct Search: Reducer {
    struct State: Equatable {
        var query = ""
        var results: [String] = []
        var pressCount = 0
        var printed = 0
    }

    enum Action: Equatable {
        case queryChanged(String)
        case search
        case found([String])
        case printPressed
        case print
    }

    enum CancelID { case typing, request, button }

    /// Looks a text up; the answer ends the request.
    var lookUp: (_ text: String, _ onResult: @escaping ([String]) -> Void) -> Void

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .queryChanged(let query):
            state.query = query
            guard !query.isEmpty else {
                state.results = []
                return .cancel(ids: [CancelID.typing, .request])
            }
            return .send(.search).debounce(id: CancelID.typing, for: .milliseconds(300))
        case .search:
            return .run { [query = state.query] send in
                lookUp(query) { send.finish(with: .found($0)) }
            }
            .cancellable(id: CancelID.request, cancelInFlight: true)
        case .found(let results):
            state.results = results
            return .none
        case .printPressed:
            state.pressCount += 1
            return .send(.print).throttle(id: CancelID.button, for: .seconds(2), latest: false)
        case .print:
            state.printed += 1
            return .none
        }
    }
}

@Suite struct SearchGuideTests {
    @Test func aSearchWaitsForAQuietPeriod() {
        var asked: [String] = []
        let store = TestStore(initialState: Search.State()) {
            Search { text, onResult in
                asked.append(text)
                onResult([text.uppercased()])
            }
        }
        store.send(.queryChanged("p")) { $0.query = "p" }
        store.advance(by: .milliseconds(200))
        store.send(.queryChanged("pi")) { $0.query = "pi" }
        store.advance(by: .milliseconds(299))
        #expect(store.receivedActions.isEmpty)
        store.advance(by: .milliseconds(1))
        store.receive(.search)
        store.receive(.found(["PI"])) { $0.results = ["PI"] }
        #expect(asked == ["pi"])
    }

    @Test func aNewSearchReplacesTheOneThatRuns() {
        var answers: [([String]) -> Void] = []
        let store = TestStore(initialState: Search.State()) {
            Search { _, onResult in answers.append(onResult) }
        }
        store.send(.queryChanged("a")) { $0.query = "a" }
        store.advance(by: .milliseconds(300))
        store.receive(.search)
        store.send(.queryChanged("b")) { $0.query = "b" }
        store.advance(by: .milliseconds(300))
        store.receive(.search)
        answers[0](["late"])
        #expect(store.receivedActions.isEmpty)
        answers[1](["right"])
        store.receive(.found(["right"])) { $0.results = ["right"] }
    }

    @Test func anEmptyTextEndsWaitingAndSearching() {
        let store = TestStore(initialState: Search.State()) { Search { _, _ in } }
        store.send(.queryChanged("a")) { $0.query = "a" }
        store.send(.queryChanged("")) { $0.query = "" }
        store.run()
        store.finish()
    }

    @Test func aButtonActsOnceInTwoSeconds() {
        let store = TestStore(initialState: Search.State()) { Search { _, _ in } }
        store.send(.printPressed) { $0.pressCount = 1 }
        store.receive(.print) { $0.printed = 1 }
        store.send(.printPressed) { $0.pressCount = 2 }
        store.send(.printPressed) { $0.pressCount = 3 }
        #expect(store.receivedActions.isEmpty)
        store.advance(by: .seconds(2))
        // The first press that was held back comes at the end of the window.
        store.receive(.print) { $0.printed = 2 }
        store.advance(by: .seconds(2))
        store.send(.printPressed) { $0.pressCount = 4 }
        store.receive(.print) { $0.printed = 3 }
    }
}
