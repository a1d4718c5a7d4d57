/// A reference to a value that several features share, and all of them may change (TCA's `@Shared`).
///
/// A part of a state like any other: copies of the state refer to one value.
///
/// ```swift
/// struct Parent.State {
///     @Shared var setpoint = 20.0
///     var child: Child.State
///
///     init() {
///         let setpoint = Shared(20.0)
///         _setpoint = setpoint
///         child = Child.State(setpoint: setpoint)      // in there: _setpoint = setpoint
///     }
/// }
/// state.$setpoint.withLock { $0 += 0.5 }
/// ```
///
/// Two are equal when their values are. So two states that share a value do not differ by it, even
/// if one was copied before a change: to hear of changes, use ``observe(initial:_:)``. A slice
/// `{ $0.setpoint }` of a store is the value itself, and is compared after that store's actions: a
/// change from elsewhere is told with the next one.
///
/// A `TestStore` sees each change by its feature, and what a claim sets is a claim and changes nothing.
///
/// Loop-bound: not `Sendable`. There is no lock; ``withLock(_:)`` bears TCA's name, and checks that
/// changes do not overlap.
@propertyWrapper
public struct Shared<Value> {
    let storage: SharedStorage<Value>

    init(storage: SharedStorage<Value>) { self.storage = storage }

    /// Creates a reference to a new value.
    public init(_ value: Value) { storage = SharedStorage(value) }

    /// Creates a reference to a new value: `@Shared var count = 0`.
    public init(wrappedValue: Value) { self.init(wrappedValue) }

    /// Takes over a reference.
    public init(projectedValue: Shared) { self = projectedValue }

    /// The value. Reading or setting it inside of ``withLock(_:)`` traps.
    public var wrappedValue: Value {
        get { storage.read() }
        nonmutating set { storage.change { $0 = newValue } }
    }

    /// The reference itself, to hand it over.
    public var projectedValue: Shared { self }

    /// Changes the value in place, and then calls the observers.
    ///
    /// Traps when the value is being changed already, further up in the call.
    ///
    /// - Throws: What `change` throws; the observers are called then too.
    public func withLock<Result, Failure: Error>(
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.change(change)
    }

    /// Calls back after each change, in the order of registration, before the change returns.
    ///
    /// The observer may change the value, and is then called again.
    ///
    /// - Parameter initial: Whether it is also called now, with the present value.
    /// - Returns: A token; releasing it unregisters the observer.
    public func observe(
        initial: Bool = false, _ onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let token = storage.observe(onChange)
        if initial { onChange(wrappedValue) }
        return token
    }

    /// Whether both refer to one value.
    public func isSame(as other: Shared) -> Bool { storage === other.storage }
}

extension Shared: Equatable where Value: Equatable {
    /// Whether the values are equal.
    public static func == (left: Shared, right: Shared) -> Bool {
        left.storage === right.storage || left.wrappedValue == right.wrappedValue
    }
}

extension Shared: CustomStringConvertible {
    /// The value's own description.
    public var description: String { "\(wrappedValue)" }
}
