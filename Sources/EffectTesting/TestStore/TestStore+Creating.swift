public import EffectCore
public import EffectDependencies

extension TestStore {
    /// Creates a store on a clock that the test moves.
    ///
    /// - Parameters:
    ///   - initialState: The state to begin with.
    ///   - mode: Whether effects start at once, or when the test says so.
    ///   - exhaustivity: How much the test has to claim.
    ///   - clock: The scheduler of the store; given where fakes of lanes or devices share it.
    ///   - reducer: Built once, here.
    ///   - prepare: Overrides dependencies. `\.context` is `.test`: what is not overridden and has no
    ///     value for tests fails the test when it is used.
    public convenience init<R: Reducer>(
        initialState: @autoclosure () -> State, mode: Mode = .eager,
        exhaustivity: Exhaustivity = .on, clock: TestClock = TestClock(),
        @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) where R.State == State, R.Action == Action {
        self.init(
            mode, exhaustivity, clock, nil, nil,
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
            { Self.store(initialState, reducer, prepare, $0, $1, $2) })
    }

    /// Creates a store on a loop, for a test of a feature with what it talks to.
    ///
    /// Its ``clock`` is not used and cannot be moved. `receive` and `finish` with a `timeout` run the
    /// loop meanwhile:
    ///
    /// ```swift
    /// let store = TestStore(initialState: Feature.State(), on: loop) {
    ///     try? loop.run(.once)
    /// } reducer: {
    ///     Feature()
    /// }
    /// store.send(.connect)
    /// store.receive(\.connected, timeout: .seconds(1)) { $0.isConnected = true }
    /// ```
    ///
    /// - Parameters:
    ///   - initialState: The state to begin with.
    ///   - mode: Whether effects start at once, or when the test says so.
    ///   - exhaustivity: How much the test has to claim.
    ///   - scheduler: The loop.
    ///   - turn: Runs one turn of the loop, and waits until there is one to run.
    ///   - reducer: Built once, here.
    ///   - prepare: Overrides dependencies.
    public convenience init<R: Reducer>(
        initialState: @autoclosure () -> State, mode: Mode = .eager,
        exhaustivity: Exhaustivity = .on, on scheduler: some Scheduler,
        turn: @escaping () -> Void, @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) where R.State == State, R.Action == Action {
        self.init(
            mode, exhaustivity, TestClock(), (scheduler, turn), nil,
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
            { Self.store(initialState, reducer, prepare, $0, $1, $2) })
    }

    private static func store<R: Reducer>(
        _ initialState: () -> State, _ reducer: () -> R,
        _ prepare: (inout DependencyValues) -> Void, _ scheduler: some Scheduler,
        _ kept: KeptEffects<Action>?, _ ledger: SharedLedger
    ) -> (Store<State, Action>, EscapedDependencies)
    where R.State == State, R.Action == Action {
        var dependencies: EscapedDependencies?
        func capture() -> EffectCapture<R> {
            dependencies = withEscapedDependencies { $0 }
            return EffectCapture(base: reducer(), kept: kept)
        }
        // The store prepares its dependencies at once, and keeps no closure that does.
        let store = withoutActuallyEscaping(prepare) { prepare in
            Store(initialState: initialState(), on: scheduler, reducer: capture) {
                $0.context = .test
                $0.ledger = ledger
                prepare(&$0)
            }
        }
        return (store, dependencies ?? withEscapedDependencies { $0 })
    }
}
