/// Completes an effect once, with one action. See ``Effect/future(name:priority:fileID:line:_:)``.
///
/// The effect is in flight until it is called or, without an action, until the last reference to it is
/// gone.
public final class Completer<Action> {
    private let send: Send<Action>
    private let once: OneShot

    init(_ send: Send<Action>) {
        self.send = send
        once = OneShot(send)
    }

    /// Sends the action and ends the effect. Only the first call counts; a second one is ignored, and
    /// noted in debug builds. After a cancel it does nothing.
    public func callAsFunction(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        if once.use() { send.finish(with: action, fileID: fileID, line: line) }
    }

    /// Whether the effect still waits for its action.
    public var isActive: Bool { send.isActive }

    /// Calls `action` once if the effect is cancelled; at once if it was cancelled already.
    public func onCancel(_ action: @escaping () -> Void) { send.onCancel(action) }
}
