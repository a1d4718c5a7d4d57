/// The environment of a behavior under test: it may be replaced, and its type is known to it alone.
struct TestEnvironment {
    private let name: String
    private let replace: (Any) -> Bool

    init<Environment>(of holder: EnvironmentHolder<Environment>) {
        name = "\(Environment.self)"
        replace = { next in
            guard let next = next as? Environment else { return false }
            holder.environment = next
            return true
        }
    }

    func set<Environment>(_ environment: Environment) {
        precondition(
            replace(environment),
            "TestStore.setEnvironment: the environment of this store is \(name), and not \(Environment.self)"
        )
    }
}

/// Holds what a behavior is given for its next action.
final class EnvironmentHolder<Environment> {
    var environment: Environment

    init(_ environment: Environment) { self.environment = environment }
}
