import EffectCore

// The code of ComingFromSwiftRex.md.

enum CatalogError: Error, Equatable { case offline }

/// A list that is loaded from a server.
enum Catalog {
    struct State: Equatable {
        var isLoading = false
        var items: [String] = []
        var error: CatalogError?
    }

    enum Action: Equatable {
        case load(String)
        case loaded(Result<[String], CatalogError>)
        case giveUp
    }

    /// What a catalog is loaded through.
    struct Environment {
        /// Asks the server; answers how to abort.
        var fetch:
            (
                _ query: String, _ onResult: @escaping (Result<[String], CatalogError>) -> Void
            ) -> () -> Void
    }

    enum CancelID { case load }

    static var behavior: Behavior<Action, State, Environment> {
        .handle { action, context in
            switch action {
            case .load(let query):
                return .reduce {
                    $0.isLoading = true
                    $0.error = nil
                }
                .produce { context in
                    let fetch = context.environment.fetch
                    return .future { completer in
                        let abort = fetch(query) { completer(.loaded($0)) }
                        completer.onCancel(abort)
                    }
                    .scheduling(.replacing(id: CancelID.load))
                }
            case .loaded(.success(let items)):
                return .reduce {
                    $0.isLoading = false
                    $0.items = items
                }
            case .loaded(.failure(let error)):
                return .reduce {
                    $0.isLoading = false
                    $0.error = error
                }
            case .giveUp:
                guard context.stateBefore?.isLoading == true else { return .doNothing }
                return .reduce { $0.isLoading = false }
                    .produce { _ in .cancel(id: CancelID.load) }
            }
        }
    }
}
