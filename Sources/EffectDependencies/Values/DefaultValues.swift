internal import CEffectShims

/// The values of what is not overridden, each made at its first use.
final class DefaultValues {
    struct Entry {
        var value: AnyObject
        var isLiveOnly: Bool
    }

    let context: DependencyContext
    private var entries: [ObjectIdentifier: Entry] = [:]

    init(context: DependencyContext) { self.context = context }

    func entry<Key: DependencyKey>(of key: Key.Type) -> Entry? { entries[ObjectIdentifier(key)] }

    func makeEntry<Key: DependencyKey>(of key: Key.Type) -> Entry {
        let made = LiveOnlyMark.look(for: key) { context == .live ? Key.liveValue : Key.testValue }
        let entry = Entry(value: Held(made.value), isLiveOnly: made.isLiveOnly)
        entries[ObjectIdentifier(key)] = entry
        return entry
    }

    /// Those of the thread, for whoever has no others.
    static var ofThread: DefaultValues {
        if let object = unsafe effect_thread_object() {
            return unsafe Unmanaged<DefaultValues>.fromOpaque(object).takeUnretainedValue()
        }
        let made = DefaultValues(context: .live)
        unsafe effect_thread_set_object(Unmanaged.passRetained(made).toOpaque()) { object in
            guard let object = unsafe object else { return }
            unsafe Unmanaged<DefaultValues>.fromOpaque(object).release()
        }
        return made
    }
}

/// A value on the heap, so that values of all types fit one table.
final class Held<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}
