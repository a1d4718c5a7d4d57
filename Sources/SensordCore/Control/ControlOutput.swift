/// What waits to be written to a client, in bounded memory.
package struct ControlOutput: Equatable {
    /// The size in bytes from which on there is no room.
    package let limit: Int
    package private(set) var bytes: [UInt8] = []
    /// Lines that were left out and that the client does not know of.
    package private(set) var dropped = 0

    /// Creates an output with nothing in it.
    package init(limit: Int) { self.limit = limit }

    package var isEmpty: Bool { bytes.isEmpty }

    /// Whether commands have to wait for the client to read.
    package var isFull: Bool { bytes.count >= limit }

    /// Adds an answer, which always comes whole: nobody asks while it is full.
    package mutating func answer(_ lines: [String]) {
        for line in lines { append(line) }
    }

    /// Adds a line that may be left out, or counts it. What was left out before is said first.
    package mutating func offer(_ line: String) {
        guard bytes.count + line.utf8.count < limit else {
            dropped += 1
            return
        }
        if dropped > 0 {
            append("(lines dropped: \(dropped))")
            dropped = 0
        }
        append(line)
    }

    /// What was written goes.
    package mutating func remove(_ count: Int) { bytes.removeFirst(count) }

    private mutating func append(_ line: String) {
        bytes += line.utf8
        bytes.append(0x0A)
    }
}
