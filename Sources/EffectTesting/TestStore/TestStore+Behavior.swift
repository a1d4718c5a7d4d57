public import EffectCore
import EffectDependencies

extension TestStore {
    /// Creates a store around a behavior, on a clock that the test moves.
    ///
    /// - Parameters:
    ///   - initial: The state to begin with.
    ///   - behavior: Built once, here.
    ///   - environment: What effects and channels are made with; see ``setEnvironment(_:)``.
    ///   - mode: Whether effects start at once, or when the test says so. Channels open at once.
    ///   - exhaustivity: How much the test has to claim.
    ///   - clock: The scheduler of the store.
    public convenience init<Environment>(
        initial: State, behavior: Behavior<Action, State, Environment>, environment: Environment,
        mode: Mode = .eager, exhaustivity: Exhaustivity = .on, clock: TestClock = TestClock(),
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let present = PresentEnvironment(environment)
        self.init(
            mode, exhaustivity, clock, nil,
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        ) { scheduler, kept in
            let store = Store(
                initial: initial, initialEffect: .none,
                behavior: kept.map { behavior.capturingEffects(in: $0) } ?? behavior,
                environment: { present.value }, on: scheduler)
            return (store, withEscapedDependencies { $0 })
        }
        replaceEnvironment = { next in
            guard let next = next as? Environment else { return false }
            present.value = next
            return true
        }
    }

    /// Puts another environment in place of the present one. Effects that are made later have it; those
    /// that exist keep theirs.
    ///
    /// Traps where the store has no environment, or one of another type.
    public func setEnvironment<Environment>(_ environment: Environment) {
        guard let replaceEnvironment else {
            fatalError("TestStore.setEnvironment: the store is made of a reducer, and has none")
        }
        guard replaceEnvironment(environment) else {
            fatalError(
                "TestStore.setEnvironment: the store has an environment of another type than \(Environment.self)"
            )
        }
    }

    /// Sends an action. SwiftRex's word for `send`.
    @discardableResult
    public func dispatch(
        _ action: Action, assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StoreTask {
        send(
            action, assert: assert, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

private final class PresentEnvironment<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}

extension Behavior {
    /// The same, with its effects kept instead of started.
    fileprivate func capturingEffects(in kept: KeptEffects<Action>) -> Behavior {
        intercepted(
            replay: {
                defer { kept.replayed = nil }
                return kept.replayed
            },
            keep: { kept.effects.append(($0, $1)) })
    }
}
