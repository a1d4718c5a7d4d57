extension Effect {
    /// Asks the feature around this one to remove it: its effects are cancelled, and then the action
    /// is sent that the parent has named for it (`ifLet(…, dismiss:)`).
    ///
    /// Of nested features the nearest that can be dismissed is meant. Where there is none, as in the
    /// root, the request is reported and nothing changes. The same from a running effect is
    /// ``EffectHandle/dismiss(fileID:line:)``.
    ///
    /// What stands behind it in a merge or a chain goes with the feature: a last action to the parent
    /// stands before it, as in `.concatenate(.send(.delegate(.done)), .dismiss)`.
    ///
    /// - Complexity: O(d + n) for features nested d deep and n effects of the one that goes.
    public static var dismiss: Effect { Effect(.dismiss(.unknown)) }

    /// As the property, which cannot know its place; here a report names the place of the call.
    public static func dismiss(
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect(.dismiss(ActionSource(fileID: fileID, line: line)))
    }
}

extension EffectHandle {
    /// Asks the feature around the effect's own to remove it; see ``Effect/dismiss``.
    ///
    /// Does nothing once the effect has ended.
    public final func dismiss(fileID: StaticString = #fileID, line: UInt = #line) {
        guard isActive, let engine = link.engine else { return }
        engine.dismiss(node, ActionSource(fileID: fileID, line: line))
    }
}
