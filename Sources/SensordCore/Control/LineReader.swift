/// Cuts a stream of bytes into lines, in bounded memory.
///
/// Holds what was appended and not yet taken, and nothing of a line beyond the limit.
package struct LineReader: Equatable {
    /// What a stream is cut into.
    package enum Line: Equatable {
        /// A line without its end, which is `\n` or `\r\n`.
        case line([UInt8])
        /// A line beyond the limit: said once, however long it goes on.
        case tooLong
    }

    /// The longest line, in bytes.
    package let limit: Int
    private var bytes: [UInt8] = []
    private var isDiscarding = false

    /// Creates a reader that has seen nothing.
    package init(limit: Int) { self.limit = limit }

    /// Takes in what was read.
    package mutating func append(_ chunk: [UInt8]) {
        guard isDiscarding else {
            bytes += chunk
            return
        }
        guard let end = chunk.firstIndex(of: Self.newline) else { return }
        isDiscarding = false
        bytes += chunk[(end + 1)...]
    }

    /// The stream has ended, and so has its last line.
    package mutating func end() {
        isDiscarding = false
        if !bytes.isEmpty { bytes.append(Self.newline) }
    }

    /// Takes the next line; nil when there is none yet.
    ///
    /// - Complexity: O(n) for n bytes held.
    package mutating func next() -> Line? {
        guard let end = bytes.firstIndex(of: Self.newline) else {
            // One more for the `\r` of a line that is just short enough.
            guard bytes.count > limit + 1 else { return nil }
            bytes = []
            isDiscarding = true
            return .tooLong
        }
        var line = bytes[..<end]
        if line.last == Self.carriageReturn { line.removeLast() }
        let taken = line.count > limit ? Line.tooLong : .line(Array(line))
        bytes.removeFirst(end + 1)
        return taken
    }

    private static var newline: UInt8 { 0x0A }
    private static var carriageReturn: UInt8 { 0x0D }
}
