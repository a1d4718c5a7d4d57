/// The line of code that sent an action or declared an effect.
public struct ActionSource {
    /// Module and file, as `#fileID` gives them.
    public var fileID: StaticString
    /// The line, from 1.
    public var line: UInt32

    /// Creates a source.
    @inlinable
    public init(fileID: StaticString, line: UInt) {
        self.fileID = fileID
        self.line = UInt32(truncatingIfNeeded: line)
    }
}

#if !hasFeature(Embedded)
    extension ActionSource: CustomStringConvertible {
        /// `Module/File.swift:12`
        public var description: String { "\(fileID):\(line)" }
    }
#endif
