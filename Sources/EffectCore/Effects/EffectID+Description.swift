extension EffectID: CustomStringConvertible {
    /// The type and the value: `CancelID(polling)`, `Int(1)`, `String(save)`.
    ///
    /// Embedded Swift does not know either when it runs: a number there.
    public var description: String {
        #if hasFeature(Embedded)
            return "EffectID(" + String(word) + ")"
        #else
            switch value {
            case .box(let box): return box.text
            case .bits(let bits):
                // What tells the types apart is the address of a class, which knows its type.
                let tag = unsafeBitCast(type, to: AnyClass.self) as? any IDType.Type
                return tag?.text(ofBits: bits) ?? "EffectID(\(bits))"
            }
        #endif
    }
}

#if !hasFeature(Embedded)
    /// The type of an id, as a value that can say what its bits mean.
    private protocol IDType {
        static func text(ofBits bits: UInt64) -> String
    }

    extension TypeTag: IDType {
        /// The bits are the value itself, as ``EffectID/bits(of:)`` has taken them; or those of a
        /// short string.
        static func text(ofBits bits: UInt64) -> String {
            if Value.self == String.self { return "String(\(EffectID.string(ofBits: bits)))" }
            switch MemoryLayout<Value>.size {
            case 0, 1: return text(in: UInt8(truncatingIfNeeded: bits))
            case 4: return text(in: UInt32(truncatingIfNeeded: bits))
            default: return text(in: bits)
            }
        }

        private static func text<Word: FixedWidthInteger>(in word: Word) -> String {
            withUnsafeBytes(of: word) { text(of: $0.load(as: Value.self)) }
        }

        /// A value that prints with its type does not get it twice.
        static func text(of value: Value) -> String {
            let type = "\(Value.self)"
            let text = "\(value)"
            return text.hasPrefix(type + "(") ? text : type + "(" + text + ")"
        }
    }

    extension EffectID {
        /// The string that ``asciiBits(of:)`` has packed: its length, then its bytes.
        fileprivate static func string(ofBits bits: UInt64) -> String {
            let count = (0...7).first { bits >> (8 * UInt64($0)) == UInt64($0) } ?? 0
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
            return String(decoding: bytes.reversed(), as: UTF8.self)
        }
    }
#endif
