/// A program at the other end of the control socket.
package struct ControlClient: Equatable {
    /// Whether the program reads from it.
    package enum Intake: Equatable {
        case watched
        /// It does not read its answers, so it is not asked for more.
        case paused
        case ended
    }

    /// Where its output is.
    package enum Delivery: Equatable {
        case idle
        /// A write is made, and its outcome is on the way.
        case writing
        /// The kernel takes no more, and its room is watched.
        case waiting
    }

    /// Tells clients apart for ever, as descriptors are used again.
    package let number: Int
    package let fileDescriptor: Int32
    package var intake = Intake.watched
    package var delivery = Delivery.idle
    package var input = LineReader(limit: ControlLimits.lineBytes)
    package var output = ControlOutput(limit: ControlLimits.outputBytes)
    /// A command's answer is on the way; the next one waits for it.
    package var isAnswering = false
    /// Whether it gets each status.
    package var followsStatus = false

    package init(number: Int, fileDescriptor: Int32) {
        self.number = number
        self.fileDescriptor = fileDescriptor
    }

    /// Takes the next line that wants an answer; nil when there is none yet.
    package mutating func nextLine() -> LineReader.Line? {
        while let line = input.next() {
            if !line.isBlank { return line }
        }
        return nil
    }
}

/// The ids that a client's effects can be cancelled by.
package enum ClientID: Hashable {
    case all(Int)
    case input(Int)
    case output(Int)
}

extension LineReader.Line {
    fileprivate var isBlank: Bool {
        switch self {
        case .tooLong: false
        case .line(let bytes): bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        }
    }
}
