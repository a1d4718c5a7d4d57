import EffectTesting

/// A feature whose effects are those that a test gives it.
struct Counting: Reducer {
    struct State: Equatable {
        var n = 0
        var isEven = true
    }

    enum Action: Equatable {
        case inc
        case dec
        case noop
        case go
        case a, b, c, d
        case first, second
        case set(Int)
        case loaded(Int)

        var loaded: Int? { if case .loaded(let value) = self { value } else { nil } }
        var noop: Void? { self == .noop ? () : nil }
        static var loadedPath: CasePath<Action, Int> {
            CasePath(Action.loaded) { $0.loaded }
        }
    }

    var answer: (Action) -> Effect<Action> = { _ in .none }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .inc, .a, .b, .c, .d: state.n += 1
        case .dec: state.n -= 1
        case .noop, .go, .first, .second: break
        case .set(let value), .loaded(let value): state.n = value
        }
        state.isEven = state.n.isMultiple(of: 2)
        return answer(action)
    }
}

extension TestStore where State == Counting.State, Action == Counting.Action {
    static func counting(
        mode: Mode = .eager, exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
        line: UInt = #line,
        _ answer: @escaping (Counting.Action) -> Effect<Counting.Action> = { _ in .none }
    ) -> TestStore {
        TestStore(
            initialState: Counting.State(), mode: mode, exhaustivity: exhaustivity,
            reducer: { Counting(answer: answer) }, fileID: fileID, line: line)
    }
}

typealias CountingStore = TestStore<Counting.State, Counting.Action>
