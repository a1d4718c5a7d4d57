/// A value on its way to a channel, without its type.
@usableFromInline
class ChannelValue {
    @usableFromInline final let type: ObjectIdentifier
    /// Compares two values of the type; nil where they cannot be compared. A function in a property and not
    /// an override: it is made where the type is known.
    @usableFromInline final let isSame: ((ChannelValue, ChannelValue) -> Bool)?

    @inlinable
    init(_ type: ObjectIdentifier, _ isSame: ((ChannelValue, ChannelValue) -> Bool)?) {
        self.type = type
        self.isSame = isSame
    }

    /// Whether the other one is the same value; never where values cannot be compared.
    @inlinable
    final func isEqual(to other: ChannelValue) -> Bool {
        guard let isSame, other.type == type else { return false }
        return isSame(self, other)
    }
}

@usableFromInline
final class ChannelValueOf<Value>: ChannelValue {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value, isSame: ((ChannelValue, ChannelValue) -> Bool)?) {
        self.value = value
        super.init(ObjectIdentifier(TypeTag<Value>.self), isSame)
    }
}

extension ChannelValueOf where Value: Equatable {
    @inlinable
    static func areEqual(_ left: ChannelValue, _ right: ChannelValue) -> Bool {
        unsafeDowncast(left, to: ChannelValueOf<Value>.self).value
            == unsafeDowncast(right, to: ChannelValueOf<Value>.self).value
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
