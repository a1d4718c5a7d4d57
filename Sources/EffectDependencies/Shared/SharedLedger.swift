/// Keeps what a feature under test changes in shared values, action by action. A part of the dependencies
/// of a test store; elsewhere there is none.
package final class SharedLedger {
    /// What was changed since the last action, and not told yet.
    private var open: [SharedChange] = []
    /// The claim that runs: what it changes is a claim, and no change.
    fileprivate(set) var claim: SharedClaim?

    package init() {}

    /// Those in force on this thread.
    static var current: SharedLedger? { Surroundings.current?.values.ledger }

    /// What was changed since this was asked last.
    package func takeChanges() -> [SharedChange] {
        for change in open { change.close() }
        defer { open = [] }
        return open
    }

    /// A claim about one action.
    ///
    /// - Parameters:
    ///   - changes: What the action changed.
    ///   - later: What was changed after it, in order: the claim does not see it yet.
    package func makeClaim(_ changes: [SharedChange], later: [SharedChange]) -> SharedClaim {
        SharedClaim(self, changes, later: later + open)
    }

    func note<Value>(_ storage: SharedStorage<Value>, was value: Value) {
        guard !open.contains(where: { $0.storage === storage }) else { return }
        open.append(SharedChangeOf(storage, value))
    }
}

/// Which value of a shared one is read while a test looks back at an action.
package enum SharedMoment {
    case before, after, claimed
}

/// The shared values that concern one action, and what a test claims of them.
package final class SharedClaim {
    private let ledger: SharedLedger
    private var changes: [SharedChange]
    private let hidden: [SharedChange]

    fileprivate init(_ ledger: SharedLedger, _ changes: [SharedChange], later: [SharedChange]) {
        self.ledger = ledger
        self.changes = changes
        var hidden: [SharedChange] = []
        for change in later
        where !(changes + hidden).contains(where: { $0.storage === change.storage }) {
            hidden.append(change)
        }
        self.hidden = hidden
    }

    /// Whether the action changed a shared value.
    package var hasChanges: Bool { changes.contains { !$0.isSame(.before, .after) } }

    /// Whether each shared value is as it was claimed to be.
    package var isTrue: Bool { changes.allSatisfy { $0.isSame(.claimed, .after) } }

    /// Runs a claim. It begins with the values of one moment, and changes none.
    package func run(
        from moment: SharedMoment, _ claim: () throws -> Void
    ) rethrows {
        for change in changes { change.claim(moment) }
        ledger.claim = self
        defer { ledger.claim = nil }
        try showing(.claimed, claim)
    }

    /// Runs code that sees the values of one moment.
    package func showing<Result>(
        _ moment: SharedMoment, _ look: () throws -> Result
    ) rethrows -> Result {
        for change in changes { change.show(moment) }
        for change in hidden { change.show(.before) }
        defer {
            for change in changes { change.hide() }
            for change in hidden { change.hide() }
        }
        return try look()
    }

    /// Makes a value that the action left alone a part of the claim.
    func include<Value>(_ storage: SharedStorage<Value>) {
        guard !changes.contains(where: { $0.storage === storage }) else { return }
        let change = SharedChangeOf(storage, storage.shown ?? storage.value)
        change.claim(.before)
        change.show(.claimed)
        changes.append(change)
    }
}

/// What a shared value was before one action and is after it, and what a test claims that it is.
package class SharedChange {
    let storage: AnyObject

    fileprivate init(storage: AnyObject) { self.storage = storage }

    fileprivate func close() {}
    fileprivate func claim(_ moment: SharedMoment) {}
    fileprivate func show(_ moment: SharedMoment) {}
    fileprivate func hide() {}
    fileprivate func isSame(_ one: SharedMoment, _ other: SharedMoment) -> Bool { true }
}

private final class SharedChangeOf<Value>: SharedChange {
    private let before: Value
    private var after: Value
    private var claimed: Value
    private var isShowingClaim = false

    private var shared: SharedStorage<Value> {
        unsafe unsafeDowncast(storage, to: SharedStorage<Value>.self)
    }

    init(_ storage: SharedStorage<Value>, _ before: Value) {
        self.before = before
        after = before
        claimed = before
        super.init(storage: storage)
    }

    override func close() { after = shared.value }

    override func claim(_ moment: SharedMoment) { claimed = value(at: moment) }

    override func show(_ moment: SharedMoment) {
        shared.shown = value(at: moment)
        isShowingClaim = moment == .claimed
    }

    override func hide() {
        if isShowingClaim, let shown = shared.shown { claimed = shown }
        isShowingClaim = false
        shared.shown = nil
    }

    /// Values that cannot be compared count as the same.
    override func isSame(_ one: SharedMoment, _ other: SharedMoment) -> Bool {
        guard let one = value(at: one) as? any Equatable else { return true }
        return areEqual(one, value(at: other))
    }

    private func value(at moment: SharedMoment) -> Value {
        switch moment {
        case .before: before
        case .after: after
        case .claimed: claimed
        }
    }

    private func areEqual<Known: Equatable>(_ one: Known, _ other: Value) -> Bool {
        one == other as? Known
    }
}
