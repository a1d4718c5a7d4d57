public import EffectCore
public import EffectDependencies
import Testing

/// A store for tests: every change of the state and every action of an effect is claimed, or fails
/// the test.
///
/// It is a real ``Store`` on a ``TestClock``: the same engine, and nothing to await. Effects start at
/// once, and their actions reach the reducer at once, but the test sees the state advance one claim
/// at a time:
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// store.send(.startTapped) { $0.isRunning = true }
/// store.advance(by: .seconds(1))
/// store.receive(.tick) { $0.count = 1 }
/// store.send(.stopTapped) { $0.isRunning = false }
/// ```
///
/// When it is released, actions that were not received fail the test at the line that made the store,
/// and each effect that still runs at the line whose send caused it. Reports of the engine (an error
/// without a handler, an action for a child that is not there) fail it too, and so does the use of a
/// dependency that has no value for tests.
///
/// A claim compares values: what a state shares with others by reference shows its present value in
/// every claim.
public final class TestStore<State: Equatable, Action> {
    /// When effects start.
    public typealias Mode = TestStoreMode

    /// The clock that the feature's timers and waits are on.
    public let clock: TestClock
    /// The state as far as the test has claimed it.
    public internal(set) var state: State
    /// How much a test has to claim.
    public var exhaustivity: Exhaustivity
    /// When effects start.
    public let mode: Mode

    let store: Store<State, Action>
    let journal: ActionJournal<State, Action>
    let kept: KeptEffects<Action>?
    let reports: ReportsOfTest
    let dependencies: EscapedDependencies
    let creation: CallSite
    /// What the test has sent, as long as effects of it run.
    var sends: [SentAction<Action>] = []
    /// Effects that the test said it does not care about.
    var ignored: Set<NodeKey> = []
    /// Whether the end was checked, and nothing has happened since.
    var isEndChecked = false
    private let hook: ObservationToken

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - initialState: The state to begin with.
    ///   - mode: Whether effects start at once, or when the test says so.
    ///   - exhaustivity: How much the test has to claim.
    ///   - clock: The scheduler of the store; given where fakes of lanes or devices share it.
    ///   - reducer: Built once, here.
    ///   - prepare: Overrides dependencies. `\.context` is `.test`: what is not overridden and has no
    ///     value for tests fails the test when it is used.
    public init<R: Reducer>(
        initialState: @autoclosure () -> State, mode: Mode = .eager,
        exhaustivity: Exhaustivity = .on, clock: TestClock = TestClock(),
        @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepare: ((inout DependencyValues) -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) where R.State == State, R.Action == Action {
        creation = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        self.clock = clock
        self.mode = mode
        self.exhaustivity = exhaustivity
        let kept = mode == .manual ? KeptEffects<Action>() : nil
        self.kept = kept
        let reports = ReportsOfTest(site: creation)
        self.reports = reports
        clock.runQueue.reporter = reports.reporter
        var dependencies: EscapedDependencies?
        func capture() -> EffectCapture<R> {
            dependencies = withEscapedDependencies { $0 }
            return EffectCapture(base: reducer(), kept: kept)
        }
        let store = Store(initialState: initialState(), on: clock, reducer: capture) {
            $0.context = .test
            prepare?(&$0)
        }
        store.reporter = reports.reporter
        self.store = store
        self.dependencies = dependencies ?? withEscapedDependencies { $0 }
        state = store.state
        let journal = ActionJournal<State, Action>(store.state)
        self.journal = journal
        hook = store.onAction { [unowned store] in journal.note($0, $1, store.state) }
        reports.onDismissal = { [weak store] in store?.stop() }
    }

    deinit {
        if !isEndChecked, exhaustivity == .on { checkEnd(at: creation.location) }
    }

    /// The feature as a part of a program sees it. Nothing that is done through it is claimed: what
    /// is sent counts as received.
    public var projection: StoreProjection<State, Action> { store.projection }

    /// Whether the store was stopped, or its root feature has asked to be dismissed.
    public var isStopped: Bool { reports.isStopped }

    /// Stops the store: every effect is cancelled, and a further send fails the test.
    public func stop() {
        reports.isStopped = true
        store.stop()
    }
}
