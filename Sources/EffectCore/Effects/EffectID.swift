/// A type as a value that works in every mode of the compiler: `ObjectIdentifier(TypeTag<T>.self)`.
@usableFromInline
final class TypeTag<Value> {}

/// The identity that an effect is cancelled by: a hashable value together with its type.
///
/// Values of different types are never equal: `1`, `1.0`, `true` and `Int8(1)` are four ids.
/// Types of at most one byte (enums without payload, `Bool`), the common integers and ASCII strings
/// of up to 15 bytes are held in place; any other value costs one allocation.
public struct EffectID: Hashable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64
    @usableFromInline let box: IDBox?

    /// Creates an id from a value and its type.
    @inlinable
    public init<ID: Hashable>(_ id: ID) {
        type = ObjectIdentifier(TypeTag<ID>.self)
        if let bits = Self.bits(of: id) {
            low = bits.low
            high = bits.high
            box = nil
        } else {
            low = UInt64(truncatingIfNeeded: id.hashValue)
            high = 0
            box = IDBoxOf(id)
        }
    }

    /// Whether both are the same value of the same type.
    @inlinable
    public static func == (left: EffectID, right: EffectID) -> Bool {
        guard left.low == right.low, left.high == right.high, left.type == right.type else {
            return false
        }
        guard let box = left.box, let other = right.box else {
            return left.box == nil && right.box == nil
        }
        return box.isEqual(to: other)
    }

    /// Feeds the id to a hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(low)
        hasher.combine(high)
    }

    /// A cheap hash for the engine's own table.
    @inlinable
    var mixed: UInt64 {
        var hash =
            UInt64(truncatingIfNeeded: type.hashValueOfAddress) ^ (low &* 0x9E37_79B9_7F4A_7C15)
        hash ^= (high &+ 0x2545_F491_4F6C_DD1D) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        return hash &* 0x9E37_79B9_7F4A_7C15
    }

    /// The value itself where its bits are its identity, nil where `==` must decide.
    @inlinable
    @inline(__always)
    static func bits<ID: Hashable>(of id: ID) -> (low: UInt64, high: UInt64)? {
        switch MemoryLayout<ID>.size {
        case 0: return (0, 0)
        case 1: return withUnsafeBytes(of: id) { (UInt64($0[0]), 0) }
        default: break
        }
        let type = ObjectIdentifier(TypeTag<ID>.self)
        if type == ObjectIdentifier(TypeTag<Int>.self)
            || type == ObjectIdentifier(TypeTag<UInt>.self)
            || type == ObjectIdentifier(TypeTag<Int64>.self)
            || type == ObjectIdentifier(TypeTag<UInt64>.self)
            || type == ObjectIdentifier(TypeTag<Int32>.self)
            || type == ObjectIdentifier(TypeTag<UInt32>.self)
        {
            return withUnsafeBytes(of: id) { bytes in
                var low: UInt64 = 0
                for byte in bytes { low = low << 8 | UInt64(byte) }
                return (low, 0)
            }
        }
        if type == ObjectIdentifier(TypeTag<String>.self) {
            return withUnsafePointer(to: id) { pointer in
                asciiBits(
                    of: UnsafeRawPointer(pointer).assumingMemoryBound(to: String.self).pointee)
            }
        }
        return nil
    }

    /// ASCII strings compare by their bytes; canonical equivalence starts above ASCII (Unicode).
    @usableFromInline
    static func asciiBits(of text: String) -> (low: UInt64, high: UInt64)? {
        guard text.utf8.count <= 15 else { return nil }
        var low: UInt64 = UInt64(text.utf8.count)
        var high: UInt64 = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return nil }
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        return (low, high)
    }
}

extension ObjectIdentifier {
    @inlinable
    @inline(__always)
    var hashValueOfAddress: UInt { UInt(bitPattern: self) }
}

@usableFromInline
class IDBox {
    @usableFromInline init() {}
    @usableFromInline func isEqual(to other: IDBox) -> Bool { self === other }
}

/// Compared only with boxes of an equal type: `EffectID` compares types first.
@usableFromInline
final class IDBoxOf<ID: Hashable>: IDBox {
    @usableFromInline let id: ID

    @usableFromInline
    init(_ id: ID) { self.id = id }

    @usableFromInline
    override func isEqual(to other: IDBox) -> Bool {
        unsafeDowncast(other, to: IDBoxOf<ID>.self).id == id
    }
}
