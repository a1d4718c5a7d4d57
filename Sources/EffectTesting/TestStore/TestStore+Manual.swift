import EffectCore

/// Manual mode.
extension TestStore {
    /// How many actions have effects that wait to be run. Always zero in eager mode.
    public var pendingEffects: Int { kept?.effects.count ?? 0 }

    /// The actions of effects that no claim was made about yet.
    public var receivedActions: [Action] { journal.received.map(\.action) }

    /// Starts the effects that wait, in the order of their actions.
    ///
    /// What they send at once is reduced, and its effects wait for the next call. Does nothing where
    /// none wait.
    public func runEffects(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        guard let kept else { return }
        store.begin()
        let due = kept.effects
        kept.effects = []
        for (action, effect) in due {
            kept.replayed = effect
            journal.isReplaying = true
            let task = store.send(action, fileID: fileID, line: line)
            journal.isReplaying = false
            note(task, of: action, site)
        }
    }
}
