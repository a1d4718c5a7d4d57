/// A shared value, who watches it, and what saves it.
final class SharedStorage<Value> {
    private(set) var value: Value
    /// What is read instead while a test looks back at an action.
    var shown: Value?
    private var isChanging = false
    private let observers = ObserverList<(Value) -> Void>()
    private var nextToken: UInt64 = 1
    /// Keeps what is on the disk up to date.
    var saver: SharedSaver<Value>?

    init(_ value: Value) { self.value = value }

    func read() -> Value {
        require(
            !isChanging,
            "Shared.wrappedValue: read while withLock changes it; use the parameter of its closure")
        return shown ?? value
    }

    func change<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        require(!isChanging, "Shared.withLock: the value is being changed already")
        if let ledger = SharedLedger.current {
            if let claim = ledger.claim { return try self.claim(claim, change) }
            ledger.note(self, was: value)
        }
        defer { tell() }
        isChanging = true
        defer { isChanging = false }
        return try change(&value)
    }

    /// Of what a test claims only the test knows.
    private func claim<Result, Failure: Error>(
        _ claim: SharedClaim, _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        claim.include(self)
        var claimed = shown ?? value
        defer { shown = claimed }
        return try change(&claimed)
    }

    func observe(_ onChange: @escaping (Value) -> Void) -> ObservationToken {
        let token = nextToken
        nextToken += 1
        observers.add(onChange, token: token)
        return ObservationToken { [weak observers] in observers?.remove(token) }
    }

    private func tell() {
        saver?.save(value)
        observers.forEach { $0(value) }
    }
}

/// What saves a value somewhere. A class to inherit from, so that only the kinds of storage know what
/// they ask of the value.
class SharedSaver<Value> {
    /// Whether a change is not saved yet.
    var hasUnsavedChanges: Bool { false }

    func save(_ value: Value) {}

    /// Saves here and now what is not saved yet; answers whether nothing is left to save.
    func saveNow() -> Bool { true }
}
