import EffectCore

/// Which action a test expects, and how to say so.
struct Expectation<Action> {
    /// What was expected, in one line; written out only for a failure.
    var describe: () -> String
    var matches: (Action) -> Bool
    /// The whole expected action, where there is one, to compare by line.
    var whole: Action?
    /// The file that must have sent it, as `#fileID` gives it.
    var file: String?

    func accepts(_ action: Action, from source: ActionSource) -> Bool {
        matches(action) && (file == nil || source.fileID == file)
    }

    var name: String { describe() }

    /// What is wrong about an action.
    func mismatch(with action: Action, from source: ActionSource) -> String {
        if let file, matches(action) {
            return "\(name) was expected from \(file), and came from \(source)"
        }
        if let whole {
            return "another action was received:\n\n\(LineDiff(expected: whole, actual: action))"
        }
        let dump = StateDump(action).lines.map { "    " + $0 }.joined(separator: "\n")
        return "\(name) was expected, and another action was received:\n\n\(dump)"
    }
}
