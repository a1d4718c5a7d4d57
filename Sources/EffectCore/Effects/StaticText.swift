/// A text of the program's constants in one word: what a `StaticString` literal points to.
@usableFromInline
struct StaticText: Sendable {
    /// Unchecked: what it points to is a constant, which nobody writes or frees.
    @usableFromInline nonisolated(unsafe) let start: UnsafePointer<UInt8>?

    @inlinable
    @inline(__always)
    init(_ text: StaticString) {
        // A literal is stored with a zero after it; only a lone scalar has no address.
        start = text.hasPointerRepresentation ? text.utf8Start : nil
    }

    @inlinable
    @inline(__always)
    init() { start = nil }

    var isEmpty: Bool { start == nil }

    @usableFromInline
    var string: String { start.map { String(cString: $0) } ?? "" }

    func isSame(as other: StaticText) -> Bool {
        guard let start, let otherStart = other.start else { return self.start == other.start }
        if start == otherStart { return true }
        var index = 0
        while start[index] == otherStart[index] {
            if start[index] == 0 { return true }
            index += 1
        }
        return false
    }
}
