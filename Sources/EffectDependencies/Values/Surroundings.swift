internal import CEffectShims

/// Dependency values in force for a while on one thread. They do not change once they are.
@usableFromInline
final class Surroundings {
    let values: DependencyValues

    init(_ values: DependencyValues) { self.values = values.flattened }

    /// Those in force on this thread, if there are any.
    static var current: Surroundings? {
        guard let object = unsafe effect_thread_surroundings() else { return nil }
        return unsafe Unmanaged<Surroundings>.fromOpaque(object).takeUnretainedValue()
    }

    /// Puts others in force, or none, and answers the ones before.
    @usableFromInline
    static func exchange(_ next: AnyObject?) -> AnyObject? {
        let retained = unsafe next.map { unsafe Unmanaged.passRetained($0).toOpaque() }
        guard let old = unsafe effect_thread_exchange_surroundings(retained) else { return nil }
        return unsafe Unmanaged<AnyObject>.fromOpaque(old).takeRetainedValue()
    }

    /// Runs code in them.
    func enclose<Result, Failure: Error>(
        _ operation: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let previous = Self.exchange(self)
        defer { _ = Self.exchange(previous) }
        return try operation()
    }
}
