/// A value on its way to a channel, without its type.
@usableFromInline
class ChannelValue {
    @usableFromInline final let type: ObjectIdentifier

    @usableFromInline
    init(_ type: ObjectIdentifier) { self.type = type }

    /// Whether the other one is the same value; never where values cannot be compared.
    @usableFromInline func isEqual(to other: ChannelValue) -> Bool { false }
}

@usableFromInline
final class ChannelValueOf<Value>: ChannelValue {
    @usableFromInline let value: Value
    @usableFromInline let isSame: ((Value, Value) -> Bool)?

    @usableFromInline
    init(_ value: Value, _ isSame: ((Value, Value) -> Bool)?) {
        self.value = value
        self.isSame = isSame
        super.init(ObjectIdentifier(TypeTag<Value>.self))
    }

    @usableFromInline
    override func isEqual(to other: ChannelValue) -> Bool {
        guard let isSame, other.type == type else { return false }
        return isSame(value, unsafeDowncast(other, to: ChannelValueOf<Value>.self).value)
    }
}

extension ChannelValue {
    /// The value itself, if it is of the type.
    @inlinable
    final func unwrapped<Value>(as type: Value.Type) -> Value? {
        guard self.type == ObjectIdentifier(TypeTag<Value>.self) else { return nil }
        return unsafeDowncast(self, to: ChannelValueOf<Value>.self).value
    }
}
