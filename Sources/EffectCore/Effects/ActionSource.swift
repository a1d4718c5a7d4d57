/// The line of code that sent an action or declared an effect.
public struct ActionSource: Hashable, Sendable {
    @usableFromInline let file: StaticText
    /// The line, from 1; 0 where no line of the user's code is known.
    public let line: UInt32

    /// Creates a source.
    @inlinable
    public init(fileID: StaticString, line: UInt) {
        file = StaticText(fileID)
        self.line = UInt32(truncatingIfNeeded: line)
    }

    @inlinable
    init() {
        file = StaticText()
        line = 0
    }

    @usableFromInline
    static var unknown: ActionSource { ActionSource() }

    /// Module and file, as `#fileID` gives them.
    public var fileID: String { file.string }

    /// Whether both are the same line of the same file.
    public static func == (left: ActionSource, right: ActionSource) -> Bool {
        left.line == right.line && left.file.isSame(as: right.file)
    }

    /// Feeds the line to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

extension ActionSource: CustomStringConvertible {
    /// `Module/File.swift:12`
    public var description: String { fileID + ":" + String(line) }
}
