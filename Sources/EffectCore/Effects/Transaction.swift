/// Names a kind of metadata that travels with a send, and its value where none was given.
public protocol TransactionKey {
    /// The type of the metadata.
    associatedtype Value
    /// The value of a transaction that sets none.
    static var defaultValue: Value { get }
}

/// Metadata that travels with one action to its hooks, without being part of the action.
///
/// The headless form of what TCA's `animation:` and `transaction:` do: a source says how an action
/// is meant ("from the console", "restored"), and hooks that care can tell.
public struct Transaction {
    @usableFromInline var entry: TransactionEntry?

    /// Creates a transaction without metadata.
    @inlinable
    public init() {}

    @inlinable
    init(entry: TransactionEntry?) { self.entry = entry }

    /// Reads or sets the metadata of one kind. Complexity: O(number of kinds set).
    public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
        get {
            let wanted = ObjectIdentifier(TypeTag<Key>.self)
            var entry = self.entry
            while let current = entry {
                if current.key == wanted {
                    return unsafeDowncast(current, to: TransactionEntryOf<Key.Value>.self).value
                }
                entry = current.next
            }
            return Key.defaultValue
        }
        set {
            entry = TransactionEntryOf(
                key: ObjectIdentifier(TypeTag<Key>.self), value: newValue, next: entry)
        }
    }
}

@usableFromInline
class TransactionEntry {
    let key: ObjectIdentifier
    let next: TransactionEntry?

    init(key: ObjectIdentifier, next: TransactionEntry?) {
        self.key = key
        self.next = next
    }
}

final class TransactionEntryOf<Value>: TransactionEntry {
    let value: Value

    init(key: ObjectIdentifier, value: Value, next: TransactionEntry?) {
        self.value = value
        super.init(key: key, next: next)
    }
}
