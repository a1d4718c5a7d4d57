import EffectCore
import EffectDependencies

/// What reached the reducer of a test store, with the states around it.
final class ActionJournal<State, Action> {
    struct Entry {
        var action: Action
        var source: ActionSource
        var before: State
        var after: State
        /// What the action changed of shared values, and what was changed between it and the one before.
        var shared: [SharedChange]
    }

    /// The state of the store, which the test may not have seen yet.
    private(set) var present: State
    /// The actions of effects that no claim was made about yet.
    var received: [Entry] = []
    /// What each line sent last, to name the action that started an effect.
    private(set) var lastActions: [ActionSource: Action] = [:]
    /// How many actions were reduced.
    private(set) var count = 0
    private var expectsSend = false
    private var sent: Entry?
    /// Whether the next action only carries an effect that was kept, and reduces nothing.
    var isReplaying = false

    init(_ state: State) { present = state }

    func note(
        _ action: Action, _ source: ActionSource, _ state: State, _ shared: [SharedChange]
    ) {
        guard !isReplaying else { return isReplaying = false }
        let entry = Entry(
            action: action, source: source, before: present, after: state, shared: shared)
        present = state
        count += 1
        lastActions[source] = action
        if expectsSend {
            expectsSend = false
            sent = entry
        } else {
            received.append(entry)
        }
    }

    /// Runs a send of the test and answers what became of it; nil where it was not reduced at once.
    func sending(_ send: () -> Void) -> Entry? {
        expectsSend = true
        send()
        expectsSend = false
        defer { sent = nil }
        return sent
    }

    /// The received actions as a list with indices, the first ones in full.
    func list(limit: Int = 10) -> String {
        var lines = received.prefix(limit).enumerated().map { index, entry in
            "  [\(index)]: \(StateDump.line(entry.action))"
        }
        if received.count > limit { lines.append("  … \(received.count - limit) more") }
        return lines.joined(separator: "\n")
    }
}
