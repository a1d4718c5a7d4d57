internal import CEffectShims

/// How a key's own `testValue` is told from the one that every key has: the latter leaves a mark.
enum LiveOnlyMark {
    static func leave<Key: DependencyKey>(for key: Key.Type) {
        _ = effect_thread_exchange_mark(identity(key))
    }

    /// Makes a value, and finds out whether the mark was left for its key.
    static func look<Key: DependencyKey>(
        for key: Key.Type, while make: () -> Key.Value
    ) -> (value: Key.Value, isLiveOnly: Bool) {
        let outer = effect_thread_exchange_mark(0)
        let value = make()
        return (value, effect_thread_exchange_mark(outer) == identity(key))
    }

    private static func identity<Key: DependencyKey>(_ key: Key.Type) -> UInt {
        UInt(bitPattern: ObjectIdentifier(key))
    }
}
