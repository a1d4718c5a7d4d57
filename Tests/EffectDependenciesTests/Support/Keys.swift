import EffectDependencies

/// A number with values for everything.
enum NumberKey: DependencyKey {
    static var liveValue: Int { 1 }
    static var testValue: Int { 2 }
}

/// Only a live value, and nothing to go on with.
enum LiveOnlyKey: DependencyKey {
    static var liveValue: String { "live" }
}

/// Only a live value, and a placeholder.
enum PlacedKey: DependencyKey {
    static var liveValue: String { "live" }
    static var placeholder: String? { "placeholder" }
}

/// An object made by a computed property.
final class Device {}

enum DeviceKey: DependencyKey {
    static var liveValue: Device { Device() }
    static var testValue: Device { Device() }
}

/// Made from another dependency.
enum DoubledKey: DependencyKey {
    static var liveValue: Int {
        @Dependency(\.number) var number
        return number * 2
    }
}

extension DependencyValues {
    var number: Int {
        get { self[NumberKey.self] }
        set { self[NumberKey.self] = newValue }
    }

    var liveOnly: String {
        get { self[LiveOnlyKey.self] }
        set { self[LiveOnlyKey.self] = newValue }
    }

    var placed: String {
        get { self[PlacedKey.self] }
        set { self[PlacedKey.self] = newValue }
    }

    var device: Device {
        get { self[DeviceKey.self] }
        set { self[DeviceKey.self] = newValue }
    }

    var doubled: Int {
        get { self[DoubledKey.self] }
        set { self[DoubledKey.self] = newValue }
    }
}

/// Notes in order, shared by the closures of a test.
final class Notes<Note> {
    private(set) var all: [Note] = []

    func callAsFunction(_ note: Note) { all.append(note) }
}

/// What is in force where it is called.
func present<Value>(_ keyPath: KeyPath<DependencyValues, Value>) -> Value {
    @Dependency(keyPath) var value
    return value
}
