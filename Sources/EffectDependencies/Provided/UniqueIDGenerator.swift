/// Makes identifiers.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// state.items.append(Item(id: uuid()))
/// ```
public struct UniqueIDGenerator {
    private let make: () -> UniqueID

    /// Creates a generator from a closure.
    public init(_ make: @escaping () -> UniqueID) { self.make = make }

    /// Random identifiers, from the system's generator.
    public static var random: UniqueIDGenerator {
        UniqueIDGenerator {
            var generator = SystemRandomNumberGenerator()
            return .random(using: &generator)
        }
    }

    /// 0, 1, 2 and so on. Copies share the counter; each call of this makes a counter of its own.
    public static var incrementing: UniqueIDGenerator {
        var next: UInt64 = 0
        return UniqueIDGenerator {
            defer { next += 1 }
            return UniqueID(next)
        }
    }

    /// Always the same one.
    public static func constant(_ id: UniqueID) -> UniqueIDGenerator { UniqueIDGenerator { id } }

    /// A new identifier.
    public func callAsFunction() -> UniqueID { make() }
}

private enum UniqueIDKey: DependencyKey {
    static var liveValue: UniqueIDGenerator { .random }
    static var placeholder: UniqueIDGenerator? { .incrementing }
}

extension DependencyValues {
    /// Makes unique identifiers. To be overridden in tests, with `.incrementing`.
    public var uuid: UniqueIDGenerator {
        get { self[UniqueIDKey.self] }
        set { self[UniqueIDKey.self] = newValue }
    }
}
