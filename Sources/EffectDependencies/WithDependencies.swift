/// Overrides dependencies while `operation` runs on this thread.
///
/// ```swift
/// let store = withDependencies {
///     $0.uuid = .incrementing
/// } operation: {
///     Store(initialState: .init(), on: clock) { Feature() }
/// }
/// ```
///
/// Features and stores that are made meanwhile keep the overrides. Calls nest; the inner override
/// wins. `operation` is a plain function: what it leaves behind to run later runs outside.
///
/// - Throws: What `prepare` or `operation` throws.
public func withDependencies<Result, Failure: Error>(
    _ prepare: (inout DependencyValues) throws(Failure) -> Void,
    operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let values = try DependencyValues.current.preparing(prepare)
    return try Surroundings(values).enclose(operation)
}

/// Gives the dependencies in force to a callback that comes from outside the engine.
///
/// Callbacks of an effect that the engine makes, and those of the effects over descriptors, signals
/// and lanes, need none of this. A callback of one's own device does where it reads what
/// `reducer.dependency` has overridden:
///
/// ```swift
/// return .run { send in
///     withEscapedDependencies { dependencies in
///         device.read { value in dependencies.yield { send.finish(with: .sample(value, date())) } }
///     }
/// }
/// ```
public func withEscapedDependencies<Result, Failure: Error>(
    _ operation: (EscapedDependencies) throws(Failure) -> Result
) throws(Failure) -> Result {
    try operation(EscapedDependencies())
}

/// The dependencies that were in force at some time. See ``withEscapedDependencies(_:)``.
public struct EscapedDependencies {
    private let surroundings = Surroundings.current ?? Surroundings(DependencyValues())

    init() {}

    /// Runs code with them in force, and no others.
    public func yield<Result, Failure: Error>(
        _ operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try surroundings.enclose(operation)
    }
}
