/// Events on a line of frames, written as marbles: a picture of what happens when.
///
/// One character is one frame: `-` is a frame without events, any letter or digit a value, `|` the
/// end, `^` an error, `;` a cancel. Events in parentheses share one frame, and the group counts as one
/// frame. Spaces are left out, so that pictures can be lined up.
///
/// ```swift
/// let input: Timeline = "ab--c-(de)-|"
/// ```
public struct Timeline: Hashable, Sendable {
    /// One thing that happens.
    public enum Event: Hashable, Sendable {
        /// A value, named by a character.
        case value(Character)
        /// The end, of its own accord.
        case end
        /// The end by an error.
        case error
        /// The end by a cancel.
        case cancel
    }

    /// An event and its place.
    public struct Entry: Hashable, Sendable {
        /// The frame it happens in, from 0.
        public var frame: Int
        /// What happens.
        public var event: Event

        /// Creates an entry.
        public init(frame: Int, event: Event) {
            self.frame = frame
            self.event = event
        }
    }

    /// The events, in order.
    public private(set) var entries: [Entry] = []
    /// How many frames the picture shows, those after the last event included.
    public private(set) var length: Int

    /// Creates a line without events.
    public init(length: Int = 0) {
        self.length = length
    }

    /// Reads marbles. Traps, with the reason, on what is no picture.
    public init(_ marbles: String) {
        self.init()
        var isInGroup = false
        for character in marbles where character != " " {
            switch character {
            case "(":
                precondition(!isInGroup, "Timeline: a group within a group in \(marbles)")
                isInGroup = true
            case ")":
                precondition(isInGroup, "Timeline: a group ends that did not begin in \(marbles)")
                isInGroup = false
                length += 1
            case "-":
                precondition(!isInGroup, "Timeline: an empty frame within a group in \(marbles)")
                length += 1
            default:
                entries.append(Entry(frame: length, event: Event(character)))
                if !isInGroup { length += 1 }
            }
        }
        precondition(!isInGroup, "Timeline: a group without an end in \(marbles)")
    }

    /// Adds an event in a frame that is not before the last one's.
    public mutating func append(_ event: Event, at frame: Int) {
        let last = entries.last?.frame ?? 0
        precondition(frame >= last, "Timeline.append: frame \(frame) is before frame \(last)")
        entries.append(Entry(frame: frame, event: event))
        length = max(length, frame + 1)
    }
}

extension Timeline.Event {
    init(_ marble: Character) {
        switch marble {
        case "|": self = .end
        case "^": self = .error
        case ";": self = .cancel
        default: self = .value(marble)
        }
    }

    var marble: Character {
        switch self {
        case .value(let character): character
        case .end: "|"
        case .error: "^"
        case .cancel: ";"
        }
    }
}

extension Timeline: ExpressibleByStringLiteral {
    /// Reads marbles.
    public init(stringLiteral marbles: String) { self.init(marbles) }
}

extension Timeline: CustomStringConvertible {
    /// The marbles.
    public var description: String {
        var marbles = ""
        var next = entries.startIndex
        for frame in 0..<length {
            let first = next
            while next < entries.endIndex, entries[next].frame == frame { next += 1 }
            let group = String(entries[first..<next].map(\.event.marble))
            marbles += group.isEmpty ? "-" : group.count == 1 ? group : "(\(group))"
        }
        return marbles
    }
}
