import EffectCore

// Code of ComingFromSwiftRex.md.

/// A catalog that counts how often it is loaded: a behavior in a tree of reducers.
struct CountedCatalog: Reducer {
    struct State: Equatable {
        var catalog = Catalog.State()
        var loads = 0
    }

    typealias Action = Catalog.Action

    let environment: Catalog.Environment

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            if case .load = action { state.loads += 1 }
            return .none
        }
        Catalog.behavior.liftState(\State.catalog).reducer(environment: environment)
    }
}
