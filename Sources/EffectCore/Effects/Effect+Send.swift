extension Effect {
    /// Sends one action: during a drain it is queued, otherwise it is reduced at once.
    @inlinable
    public static func send(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect(.send(action, ActionSource(fileID: fileID, line: line)))
    }

    /// Sends one action. SwiftRex's word for ``send(_:fileID:line:)``.
    @inlinable
    public static func just(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        .send(action, fileID: fileID, line: line)
    }

    /// Sends the actions in order and ends. An empty list is ``none``.
    @inlinable
    public static func sequence(
        _ actions: [Action], fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        actions.isEmpty
            ? .none : Effect(.sequence(actions, ActionSource(fileID: fileID, line: line)))
    }
}
