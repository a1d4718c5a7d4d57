import EffectCore

/// Which action a test expects, and how to say so.
struct Expectation<Action> {
    /// What was expected, in one line.
    var name: String
    var matches: (Action) -> Bool
    /// The whole expected action, where there is one, to compare by line.
    var whole: Action?

    /// What is wrong about an action.
    func mismatch(with action: Action) -> String {
        if let whole {
            return "another action was received:\n\n\(LineDiff(expected: whole, actual: action))"
        }
        let dump = StateDump(action).lines.map { "    " + $0 }.joined(separator: "\n")
        return "\(name) was expected, and another action was received:\n\n\(dump)"
    }
}
