/// What a client asks for.
package enum ControlCommand: Equatable {
    case status
    case set(SettingKey, String)
    case watch
    case quit
    case help

    /// The first word of a command.
    enum Name: String, CaseIterable {
        case status
        case set
        case watch
        case quit
        case help

        var usage: String { self == .set ? "set KEY VALUE" : rawValue }

        var help: String {
            switch self {
            case .status: "state, last values, alarm, lag, and the figures of loop and effects"
            case .set: "change a setting until the next reload: set period 500ms"
            case .watch: "each status as it comes, until the client ends its input"
            case .quit: "say what is still to be said, and end"
            case .help: "these commands; a line without one is ignored"
            }
        }
    }

    /// Why a line is no command.
    package struct Refusal: Error, Equatable {
        package let message: String
    }

    /// Reads a line.
    package init(_ line: LineReader.Line) throws(Refusal) {
        let words = try Self.text(of: line)
            .split(maxSplits: 2, omittingEmptySubsequences: true) { $0.isWhitespace }
        guard let first = words.first, let name = Name(rawValue: String(first)) else {
            let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal(message: "unknown command; the commands are \(known)")
        }
        guard name == .set ? words.count == 3 : words.count == 1 else {
            throw Refusal(message: "the form is: \(name.usage)")
        }
        switch name {
        case .status: self = .status
        case .set: self = try .set(Self.key(words[1]), String(words[2].trimmed))
        case .watch: self = .watch
        case .quit: self = .quit
        case .help: self = .help
        }
    }

    /// Text only: what is quoted in an answer must not move the cursor of a terminal.
    private static func text(of line: LineReader.Line) throws(Refusal) -> String {
        switch line {
        case .tooLong:
            throw Refusal(message: "the line is longer than \(ControlLimits.lineBytes) bytes")
        case .line(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self),
                text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { throw Refusal(message: "the line is not text") }
            return text
        }
    }

    private static func key(_ name: Substring) throws(Refusal) -> SettingKey {
        do throws(InvalidValue) {
            return try SettingKey(named: name)
        } catch {
            throw Refusal(message: error.message)
        }
    }
}
