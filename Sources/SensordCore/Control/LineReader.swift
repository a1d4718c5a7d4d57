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
    /// Where the lines that were taken end, and up to where no line's end was found.
    private var start = 0
    private var searched = 0
    private var isDiscarding = false

    /// Creates a reader that has seen nothing.
    package init(limit: Int) { self.limit = limit }

    /// Takes in what was read.
    package mutating func append(_ chunk: [UInt8]) {
        forgetTaken()
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
        if start < bytes.count { bytes.append(Self.newline) }
    }

    /// Takes the next line; nil when there is none yet.
    ///
    /// - Complexity: O(n) for n bytes of the line, as far as they were not looked at before.
    package mutating func next() -> Line? {
        guard let end = bytes[searched...].firstIndex(of: Self.newline) else {
            searched = bytes.count
            // One more for the `\r` of a line that is just short enough.
            guard bytes.count - start > limit + 1 else { return nil }
            bytes = []
            start = 0
            searched = 0
            isDiscarding = true
            return .tooLong
        }
        var line = bytes[start..<end]
        if line.last == Self.carriageReturn { line.removeLast() }
        let taken = line.count > limit ? Line.tooLong : .line(Array(line))
        start = end + 1
        searched = start
        if start == bytes.count { forgetTaken() }
        return taken
    }

    /// Once for many lines: if the rest moved up at each of them, n lines would take O(n²).
    private mutating func forgetTaken() {
        bytes.removeFirst(start)
        searched -= start
        start = 0
    }

    /// Whether both go on in the same way, whatever they have seen.
    package static func == (left: LineReader, right: LineReader) -> Bool {
        left.limit == right.limit && left.isDiscarding == right.isDiscarding
            && left.bytes[left.start...] == right.bytes[right.start...]
    }

    private static var newline: UInt8 { 0x0A }
    private static var carriageReturn: UInt8 { 0x0D }
}
