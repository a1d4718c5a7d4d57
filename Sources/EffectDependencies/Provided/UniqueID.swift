/// A 128-bit identifier that prints as a UUID. Foundation's `UUID` without Foundation.
public struct UniqueID: Hashable, Comparable, Sendable {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an identifier from its bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier with a small number: `UniqueID(1)` is `00000000-0000-0000-0000-000000000001`.
    public init(_ number: UInt64) { self.init(high: 0, low: number) }

    /// A random identifier: a UUID of version 4 (RFC 9562).
    public static func random(using generator: inout some RandomNumberGenerator) -> UniqueID {
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
        return UniqueID(high: high, low: low)
    }

    /// Orders identifiers as numbers, which is the order of their descriptions.
    public static func < (left: UniqueID, right: UniqueID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UniqueID: CustomStringConvertible {
    /// 32 lower-case digits in the groups of a UUID.
    public var description: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(36)
        for index in 0..<32 {
            if index == 8 || index == 12 || index == 16 || index == 20 {
                digits.append(UInt8(ascii: "-"))
            }
            let half = index < 16 ? high : low
            let digit = UInt8(half >> UInt64((15 - index % 16) * 4) & 0xF)
            digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
