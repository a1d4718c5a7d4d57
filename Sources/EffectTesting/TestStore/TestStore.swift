public import EffectCore
import EffectDependencies
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
/// Channels that the initial state wants are open when the store is made.
///
/// When it is released, actions that were not received and channels that are open fail the test at the
/// line that made the store, and each effect that still runs at the line whose send caused it. Reports of the engine (an error
/// without a handler, an action for a child that is not there) fail it too, and so does the use of a
/// dependency that has no value for tests.
///
/// A claim compares values: an object that a state shares with others shows its present value in every
/// claim. A `Shared` value is as it was at the action, and what a claim sets of it is a claim.
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
    /// What a behavior works with.
    let environment: TestEnvironment?
    /// What the feature does to shared values.
    let ledger: SharedLedger
    /// What the test has sent, as long as effects of it run.
    var sends: [SentAction<Action>] = []
    /// The lines that have sent: a channel belongs to no send, though one has made the state want it.
    var lines: [ActionSource: CallSite] = [:]
    /// Effects that the test said it does not care about.
    var ignored: Set<NodeKey> = []
    /// How many actions there had been when the end was checked last.
    var endWasCheckedAt = -1
    private let hook: ObservationToken

    /// What the store runs on: the clock, or a loop.
    let scheduler: any Scheduler
    /// Runs one turn of the loop, for a store on one.
    let turn: (() -> Void)?

    /// Makes a store, and says which dependencies its feature has.
    typealias Making = (
        any Scheduler, KeptEffects<Action>?, SharedLedger
    ) -> (store: Store<State, Action>, dependencies: EscapedDependencies)

    init(
        _ mode: Mode, _ exhaustivity: Exhaustivity, _ clock: TestClock,
        _ loop: (scheduler: any Scheduler, turn: () -> Void)?, _ environment: TestEnvironment?,
        _ site: CallSite, _ make: Making
    ) {
        creation = site
        self.clock = clock
        scheduler = loop?.scheduler ?? clock
        turn = loop?.turn
        self.mode = mode
        self.exhaustivity = exhaustivity
        self.environment = environment
        let kept = mode == .manual ? KeptEffects<Action>() : nil
        self.kept = kept
        let reports = ReportsOfTest(site: site)
        self.reports = reports
        scheduler.runQueue.reporter = reports.reporter
        let ledger = SharedLedger()
        self.ledger = ledger
        let (store, dependencies) = make(scheduler, kept, ledger)
        store.reporter = reports.reporter
        self.store = store
        self.dependencies = dependencies
        state = store.state
        let journal = ActionJournal<State, Action>(store.state)
        self.journal = journal
        hook = store.onAction { [unowned store] in
            journal.note($0, $1, store.state, ledger.takeChanges())
        }
        reports.onDismissal = { [weak store] in store?.stop() }
        // What the first channels send at once is received like all else, and before what the test sends.
        store.begin()
    }

    deinit {
        // What `finish` has said already is not said again.
        guard exhaustivity == .on, endWasCheckedAt != journal.count else { return }
        checkEnd(at: creation.location)
    }

    /// The feature as a part of a program sees it. Nothing that is done through it is claimed: what
    /// is sent counts as received.
    public var projection: StoreProjection<State, Action> { store.projection }

    /// The ids of the channels that are open, in the order in which they opened.
    public var openChannels: [EffectID] { store.openChannels }

    /// Whether the store was stopped, or its root feature has asked to be dismissed.
    public var isStopped: Bool { reports.isStopped }

    /// Stops the store: every effect is cancelled, and a further send fails the test.
    public func stop() {
        reports.isStopped = true
        store.stop()
    }
}

/// The test store of a reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
