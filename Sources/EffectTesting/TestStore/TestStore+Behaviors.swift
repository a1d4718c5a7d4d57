public import EffectCore
public import EffectDependencies

extension TestStore {
    /// Creates a store around a behavior, on a clock that the test moves.
    ///
    /// It goes through the three phases of the behavior and keeps its channels, as in a program. In
    /// manual mode effects are made with their action, and only started later; channels open and close
    /// with the state in either mode.
    ///
    /// ```swift
    /// let store = TestStore(initial: .init(), behavior: Porch.behavior, environment: .init())
    /// store.dispatch(.open) { $0.isOpen = true }
    /// ```
    ///
    /// - Parameters:
    ///   - initial: The state to begin with.
    ///   - behavior: Built once, here.
    ///   - environment: What effects and channels are made with, until ``setEnvironment(_:)``.
    ///   - mode: Whether effects start at once, or when the test says so.
    ///   - exhaustivity: How much the test has to claim.
    ///   - clock: The scheduler of the store; given where fakes of lanes or devices share it.
    ///   - prepare: Overrides dependencies, for reducers in the behavior. `\.context` is `.test`.
    public convenience init<Environment>(
        initial: @autoclosure () -> State,
        behavior: @autoclosure () -> Behavior<Action, State, Environment>,
        environment: Environment, mode: Mode = .eager, exhaustivity: Exhaustivity = .on,
        clock: TestClock = TestClock(),
        withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let holder = EnvironmentHolder(environment)
        self.init(
            mode, exhaustivity, clock, nil, TestEnvironment(of: holder),
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
            { Self.store(initial, behavior, holder, prepare, $0, $1, $2) })
    }

    /// Creates a store around a behavior, on a loop.
    ///
    /// - Parameters:
    ///   - initial: The state to begin with.
    ///   - behavior: Built once, here.
    ///   - environment: What effects and channels are made with, until ``setEnvironment(_:)``.
    ///   - mode: Whether effects start at once, or when the test says so.
    ///   - exhaustivity: How much the test has to claim.
    ///   - scheduler: The loop.
    ///   - turn: Runs one turn of the loop, and waits until there is one to run.
    ///   - prepare: Overrides dependencies, for reducers in the behavior.
    public convenience init<Environment>(
        initial: @autoclosure () -> State,
        behavior: @autoclosure () -> Behavior<Action, State, Environment>,
        environment: Environment, mode: Mode = .eager, exhaustivity: Exhaustivity = .on,
        on scheduler: some Scheduler, turn: @escaping () -> Void,
        withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let holder = EnvironmentHolder(environment)
        self.init(
            mode, exhaustivity, TestClock(), (scheduler, turn), TestEnvironment(of: holder),
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
            { Self.store(initial, behavior, holder, prepare, $0, $1, $2) })
    }

    /// Gives the behavior another environment, for the actions from here on.
    ///
    /// Effects that were made already keep theirs, also those that wait to be run in manual mode, and
    /// so do channels that are open.
    ///
    /// An environment of another type than the one before traps, and so does a store of a reducer,
    /// which has none.
    public func setEnvironment<Environment>(_ environment: Environment) {
        guard let present = self.environment else {
            fatalError("TestStore.setEnvironment: a reducer has no environment")
        }
        present.set(environment)
    }

    private static func store<Environment>(
        _ initial: () -> State, _ behavior: () -> Behavior<Action, State, Environment>,
        _ holder: EnvironmentHolder<Environment>,
        _ prepare: (inout DependencyValues) -> Void, _ scheduler: some Scheduler,
        _ kept: KeptEffects<Action>?, _ ledger: SharedLedger
    ) -> (Store<State, Action>, EscapedDependencies) {
        var dependencies: EscapedDependencies?
        func capture() -> Behavior<Action, State, Environment> {
            dependencies = withEscapedDependencies { $0 }
            return behavior().capturing(kept)
        }
        // The store prepares its dependencies at once, and keeps no closure that does.
        let store = withoutActuallyEscaping(prepare) { prepare in
            Store(
                initial: initial, behavior: capture, environment: { holder.environment },
                on: scheduler
            ) {
                $0.context = .test
                $0.ledger = ledger
                prepare(&$0)
            }
        }
        return (store, dependencies ?? withEscapedDependencies { $0 })
    }
}
