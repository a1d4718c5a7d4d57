import EffectLoop

/// A store whose actions start what a test says, and whose results are kept in order.
final class LaneStore {
    indirect enum Action {
        case start(Effect<Action>)
        case result(Int)
        case failed(SystemError)
        case cancel(String)
    }

    private(set) var results: [Int] = []
    private(set) var failures: [SystemError] = []
    private(set) var store: Store<Int, Action>?
    var reports: [Report] = []
    var onResult: (Int) -> Void = { _ in }

    init(on scheduler: some Scheduler) {
        store = Store(initialState: 0, on: scheduler) {
            Reduce<Int, Action> { [unowned self] _, action in
                switch action {
                case .start(let effect): return effect
                case .cancel(let id): return .cancel(id: id)
                case .failed(let error): failures.append(error)
                case .result(let number):
                    results.append(number)
                    onResult(number)
                }
                return .none
            }
        }
        store?.reporter = Reporter { [unowned self] in reports.append($0) }
    }

    func start(_ effect: Effect<Action>) { store?.send(.start(effect)) }

    func cancel(_ id: String) { store?.send(.cancel(id)) }

    func release() { store = nil }
}
