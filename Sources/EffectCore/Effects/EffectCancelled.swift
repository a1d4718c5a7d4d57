/// Thrown by a `run` that stops because it was cancelled, or that wants to end as if it were.
///
/// The engine swallows it: it is neither reported nor passed to `catch` (TCA's rule for
/// `CancellationError`).
public struct EffectCancelled: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}
