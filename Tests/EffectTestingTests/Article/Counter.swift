import EffectDependencies
import EffectTesting

// The feature of the article TestingFeatures.md.

/// Knows something about every number.
struct NumberFacts {
    var fetch: (_ number: Int, _ onFact: @escaping (String) -> Void) -> Void
}

extension NumberFacts: DependencyKey {
    static var liveValue: NumberFacts { NumberFacts { _, _ in } }
}

extension DependencyValues {
    var numberFacts: NumberFacts {
        get { self[NumberFacts.self] }
        set { self[NumberFacts.self] = newValue }
    }
}

struct Counter: Reducer {
    struct State: Equatable { var count = 0, isRunning = false, fact: String? }
    enum Action: Equatable {
        case incremented, startTapped, stopTapped, ticked
        case factTapped, factArrived(String)

        var factArrived: String? { if case .factArrived(let fact) = self { fact } else { nil } }
    }
    enum CancelID { case ticking }

    @Dependency(\.numberFacts) var numberFacts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .incremented, .ticked:
            state.count += 1
            return .none
        case .startTapped:
            state.isRunning = true
            return .timer(every: .seconds(1), .ticked).cancellable(id: CancelID.ticking)
        case .stopTapped:
            state.isRunning = false
            return .cancel(id: CancelID.ticking)
        case .factTapped:
            return .run { [count = state.count] send in
                numberFacts.fetch(count) { fact in send.finish(with: .factArrived(fact)) }
            }
        case .factArrived(let fact):
            state.fact = fact
            return .none
        }
    }
}
