/// Whether code runs for real or in a test: decides what stands in for what nobody has overridden.
///
/// It is a dependency itself, `\.context`, and `.live` unless set:
///
/// ```swift
/// Store(initialState: .init(), on: clock) { Feature() } withDependencies: { $0.context = .test }
/// ```
public enum DependencyContext: Hashable, Sendable {
    /// What is not overridden has its ``DependencyKey/liveValue``.
    case live
    /// What is not overridden has its ``DependencyKey/testValue``.
    case test
}
