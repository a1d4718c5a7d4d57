/// Reads a dependency: in a reducer, in its effects' closures, anywhere.
///
/// ```swift
/// struct Feature: Reducer {
///     @Dependency(\.date) var date
/// ```
///
/// It remembers the overrides in force where it was made, and where it is read the ones in force
/// there win (swift-dependencies' rule). So a feature made inside of a store's initialiser has that
/// store's overrides, also in callbacks that come from elsewhere.
///
/// - Complexity: O(1) to make and to read.
@propertyWrapper
public struct Dependency<Value> {
    private let keyPath: KeyPath<DependencyValues, Value>
    private let captured: Surroundings?
    private let source: ActionSource

    /// Names the dependency by its property, or all of them by `\.self`.
    public init(
        _ keyPath: KeyPath<DependencyValues, Value>, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.keyPath = keyPath
        captured = Surroundings.current
        source = ActionSource(fileID: fileID, line: line)
    }

    /// Names the dependency by its key.
    public init<Key: DependencyKey>(
        _ key: Key.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) where Key.Value == Value {
        self.init(\DependencyValues.[key: KeyName(key)], fileID: fileID, line: line)
    }

    /// The present value.
    public var wrappedValue: Value {
        DependencyValues.current(over: captured, use: source)[keyPath: keyPath]
    }
}

/// A key as a part of a key path, which wants it hashable.
struct KeyName<Key: DependencyKey>: Hashable {
    init(_ key: Key.Type) {}
}

extension DependencyValues {
    subscript<Key: DependencyKey>(key key: KeyName<Key>) -> Key.Value {
        get { self[Key.self, name: "the dependency"] }
    }
}
