/// A type as a value that works in every mode of the compiler: `ObjectIdentifier(TypeTag<T>.self)`.
@usableFromInline
final class TypeTag<Value> {}

/// The identity that an effect is cancelled by: a hashable value together with its type.
///
/// Values of different types are never equal: `1`, `1.0`, `true` and `Int8(1)` are four ids.
/// Types of at most one byte (enums without payload, `Bool`), the common integers and ASCII strings
/// of up to 7 bytes are held in place; any other value costs one allocation.
///
/// An id may be given wherever an id is asked for, and stays what it is: what ``RunningEffect/ids``
/// lists can be cancelled, and a list of ids can hold values of different types.
///
/// ```swift
/// return .cancel(ids: [EffectID(CancelID.polling), EffectID("save")])
/// ```
///
/// An `AnyHashable` stands for the value in it, with the type of that value: `AnyHashable(1)` is the
/// id `1`, and not the id `1.0`, though Swift calls the two equal. (Embedded Swift has none.)
public struct EffectID: Hashable {
    /// The bits of a small value, or a box around any other.
    @usableFromInline
    enum Value {
        case bits(UInt64)
        case box(IDBox)
    }

    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let value: Value

    /// Creates an id from a value and its type; an id stays as it is.
    @inlinable
    public init<ID: Hashable>(_ id: ID) {
        if let same = Self.unwrapped(id) {
            self = same
            return
        }
        type = ObjectIdentifier(TypeTag<ID>.self)
        if let bits = Self.bits(of: id) {
            value = .bits(bits)
        } else {
            value = .box(IDBoxOf(id))
        }
    }

    /// Whether both are the same value of the same type.
    @inlinable
    public static func == (left: EffectID, right: EffectID) -> Bool {
        guard left.type == right.type else { return false }
        switch (left.value, right.value) {
        case (.bits(let bits), .bits(let other)): return bits == other
        case (.box(let box), .box(let other)):
            return box.hash == other.hash && box.isEqual(to: other)
        case (.bits, .box), (.box, .bits): return false
        }
    }

    /// Feeds the id to a hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(word)
    }

    @inlinable
    var word: UInt64 {
        switch value {
        case .bits(let bits): bits
        case .box(let box): box.hash
        }
    }

    /// A cheap hash for the engine's own table.
    @inlinable
    @inline(__always)
    var mixed: UInt64 {
        var hash = UInt64(UInt(bitPattern: type)) ^ (word &* 0x9E37_79B9_7F4A_7C15)
        hash ^= hash >> 32
        return hash &* 0xD6E8_FEB8_6659_FD93
    }

    /// The value itself where its bits are its identity, nil where `==` must decide.
    @inlinable
    @inline(__always)
    static func bits<ID: Hashable>(of id: ID) -> UInt64? {
        switch MemoryLayout<ID>.size {
        case 0: return 0
        case 1: return withUnsafeBytes(of: id) { UInt64($0[0]) }
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
                MemoryLayout<ID>.size == 8
                    ? bytes.loadUnaligned(as: UInt64.self)
                    : UInt64(bytes.loadUnaligned(as: UInt32.self))
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

    /// The bytes and the length of a string that is short and ASCII.
    @usableFromInline
    static func asciiBits(of text: String) -> UInt64? {
        guard text.utf8.count <= 7 else { return foldedBits(of: text) }
        var bits = UInt64(text.utf8.count)
        for byte in text.utf8 {
            guard byte < 0x80 else { return foldedBits(of: text) }
            bits = bits << 8 | UInt64(byte)
        }
        return bits
    }

    /// The same for a string that is equal to an ASCII one without being ASCII itself: strings compare
    /// by canonical equivalence, and three characters above ASCII are equivalent to one in it.
    private static func foldedBits(of text: String) -> UInt64? {
        guard text.utf8.count <= 21 else { return nil }
        let count = text.unicodeScalars.count
        guard count <= 7 else { return nil }
        var bits = UInt64(count)
        for scalar in text.unicodeScalars {
            let byte: UInt32
            switch scalar.value {
            case 0x37E: byte = 0x3B  // the Greek question mark is a semicolon
            case 0x1FEF: byte = 0x60  // varia is a grave accent
            case 0x212A: byte = 0x4B  // the sign for kelvin is a K
            case let value where value < 0x80: byte = value
            default: return nil
            }
            bits = bits << 8 | UInt64(byte)
        }
        return bits
    }
}

@usableFromInline
class IDBox {
    @usableFromInline final let hash: UInt64

    @usableFromInline
    init(hash: UInt64) { self.hash = hash }

    @usableFromInline func isEqual(to other: IDBox) -> Bool { self === other }

    /// The type and the value, for a person.
    var text: String { "" }
}

/// Compared only with boxes of an equal type: `EffectID` compares types first.
@usableFromInline
final class IDBoxOf<ID: Hashable>: IDBox {
    @usableFromInline let id: ID

    @usableFromInline
    init(_ id: ID) {
        self.id = id
        super.init(hash: UInt64(truncatingIfNeeded: id.hashValue))
    }

    @usableFromInline
    override func isEqual(to other: IDBox) -> Bool {
        unsafeDowncast(other, to: IDBoxOf<ID>.self).id == id
    }

    #if !hasFeature(Embedded)
        override var text: String { TypeTag<ID>.text(of: id) }
    #endif
}
