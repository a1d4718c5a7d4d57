import EffectCore

// Code of ComingFromSwiftRex.md.

/// Behaviors put together: a catalog that is always there, one that may be absent, and a log.
enum Shop {
    struct State: Equatable {
        var catalog = Catalog.State()
        var archive: Catalog.State?
    }

    enum Action: Equatable { case visit, catalog(Catalog.Action), archive(Catalog.Action) }

    struct Environment {
        var catalog: Catalog.Environment
        var log: (String) -> Void
    }

    static var behavior: Behavior<Action, State, Environment> {
        .combine([
            Catalog.behavior.liftAction(catalog).liftState(\.catalog).liftEnvironment(\.catalog),
            Catalog.behavior.liftAction(archive).liftOptional(\.archive).liftEnvironment(\.catalog),
            log.asBehavior(),
        ])
        .on(visit, when: { $0.archive == nil }, dispatch: .catalog(.load("all")))
    }

    static var log: Middleware<Action, State, Environment> {
        .produce { action, context in
            let write = context.environment.log
            return .fireAndForget { write("\(context.source): \(action)") }
        }
    }

    static var visit: CasePath<Action, Void> {
        CasePath({ .visit }) { if case .visit = $0 { () } else { nil } }
    }

    static var catalog: CasePath<Action, Catalog.Action> {
        CasePath(Action.catalog) { if case .catalog(let action) = $0 { action } else { nil } }
    }

    static var archive: CasePath<Action, Catalog.Action> {
        CasePath(Action.archive) { if case .archive(let action) = $0 { action } else { nil } }
    }
}
