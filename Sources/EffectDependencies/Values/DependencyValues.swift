/// What a feature depends on: for each ``DependencyKey`` an override, or what the key says.
///
/// A plain value. The overrides in force are found by `@Dependency`; see ``withDependencies(_:operation:)``.
public struct DependencyValues {
    var overrides: [ObjectIdentifier: AnyObject] = [:]
    var defaults: DefaultValues?
    var ownReporter: Reporter?
    /// The scheduler of the store, for the time and for reports.
    var queue: RunQueue?
    /// Where a test learns what becomes of shared values.
    package var ledger: SharedLedger?
    /// What counts where nothing here does.
    var fallback: Surroundings?
    /// Where a value is used, for reports; the key's line where it is not known.
    var use: ActionSource?
    /// Whether overrides are made just now: what they are made from is not used.
    var isPreparing = false

    /// Creates values without any override.
    public init() {}

    /// The value of a dependency: the override, or what the key says.
    ///
    /// Called by the property that names the dependency; `fileID`, `line` and `name` tell where that is.
    ///
    /// - Complexity: O(1).
    public subscript<Key: DependencyKey>(
        key: Key.Type, fileID fileID: StaticString = #fileID, line line: UInt = #line,
        name name: StaticString = #function
    ) -> Key.Value {
        get {
            if let override = override(of: key) { return override }
            let declaration = ActionSource(fileID: fileID, line: line)
            return defaultValue(of: key, name: "\(name)", declaration)
        }
        set { overrides[ObjectIdentifier(key)] = Held(newValue) }
    }

    /// Whether code runs for real or in a test. Setting it begins with fresh default values.
    public var context: DependencyContext {
        get { presentDefaults?.context ?? .live }
        set { defaults = DefaultValues(context: newValue) }
    }

    /// Where the use of something that a test should have overridden is reported.
    ///
    /// Unless set, the reporter of the store's scheduler, and without a store a line on standard error.
    public var reporter: Reporter {
        get {
            ownReporter ?? fallback?.values.ownReporter ?? presentQueue?.reporter ?? .standardError
        }
        set { ownReporter = newValue }
    }
}

extension DependencyValues {
    /// Those in force on this thread.
    static var current: DependencyValues { Surroundings.current?.values ?? DependencyValues() }

    /// Those in force now, and below them those that were when something was made.
    static func current(over captured: Surroundings?, use: ActionSource) -> DependencyValues {
        let present = Surroundings.current
        var values = present?.values ?? captured?.values ?? DependencyValues()
        if let captured, let present, captured !== present { values.fallback = captured }
        values.use = use
        return values
    }

    /// The same values without anything below them.
    var flattened: DependencyValues {
        var values = self
        values.fallback = nil
        values.use = nil
        values.isPreparing = false
        guard let below = fallback?.values else { return values }
        values.overrides.merge(below.overrides) { above, _ in above }
        values.defaults = presentDefaults
        values.queue = presentQueue
        values.ledger = ledger ?? below.ledger
        values.ownReporter = ownReporter ?? below.ownReporter
        return values
    }

    /// These values after overrides were made in them.
    func preparing<Failure: Error>(
        _ prepare: (inout DependencyValues) throws(Failure) -> Void
    ) throws(Failure) -> DependencyValues {
        var values = self
        values.isPreparing = true
        try prepare(&values)
        values.isPreparing = false
        return values
    }

    var presentQueue: RunQueue? { queue ?? fallback?.values.queue }

    private var presentDefaults: DefaultValues? { defaults ?? fallback?.values.defaults }

    func override<Key: DependencyKey>(of key: Key.Type) -> Key.Value? {
        let id = ObjectIdentifier(key)
        guard let found = overrides[id] ?? fallback?.values.overrides[id] else { return nil }
        return unsafe unsafeDowncast(found, to: Held<Key.Value>.self).value
    }

    private func defaultValue<Key: DependencyKey>(
        of key: Key.Type, name: String, _ declaration: ActionSource
    ) -> Key.Value {
        let defaults = presentDefaults ?? .ofThread
        // What a default value is made from is looked up in these values as well.
        let entry =
            defaults.entry(of: key) ?? Surroundings(self).enclose { defaults.makeEntry(of: key) }
        if entry.isLiveOnly, !isPreparing {
            reporter(
                Report(
                    kind: .unimplemented,
                    message: "\(name) (\(key)) was used in a test and has no value for tests;"
                        + " override it",
                    source: use ?? declaration))
        }
        return unsafe unsafeDowncast(entry.value, to: Held<Key.Value>.self).value
    }
}
