/// Names a dependency and says what it is where nobody overrides it.
///
/// ```swift
/// enum SensorKey: DependencyKey {
///     static var liveValue: Sensor { .adc }
/// }
///
/// extension DependencyValues {
///     var sensor: Sensor {
///         get { self[SensorKey.self] }
///         set { self[SensorKey.self] = newValue }
///     }
/// }
/// ```
///
/// Each of the values is asked for at its first use and kept: once per thread, and anew for each
/// `context` that is set. So a computed property may make an object. Two threads never share one.
public protocol DependencyKey {
    /// What the dependency is. It need not be `Sendable`.
    associatedtype Value

    /// What programs use.
    static var liveValue: Value { get }

    /// What tests use that do not override the dependency.
    ///
    /// Where it is left out, such a use is reported (`Report.Kind.unimplemented`), each time, and goes
    /// on with the ``placeholder``, or without one with the ``liveValue``.
    static var testValue: Value { get }

    /// What a reported use goes on with. Nil, which is the default, stands for ``liveValue``.
    static var placeholder: Value? { get }
}

extension DependencyKey {
    /// The placeholder or the live value; its use in a test is reported.
    public static var testValue: Value {
        LiveOnlyMark.leave(for: Self.self)
        return placeholder ?? liveValue
    }

    /// There is none.
    public static var placeholder: Value? { nil }
}
