/// A shared value, who watches it, and what saves it.
final class SharedStorage<Value> {
    private var value: Value
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
        return value
    }

    func change<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        require(!isChanging, "Shared.withLock: the value is being changed already")
        defer { tell() }
        isChanging = true
        defer { isChanging = false }
        return try change(&value)
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
