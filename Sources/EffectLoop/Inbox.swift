/// Sends actions into a store from any thread: the one way in for other threads.
///
/// Bounded and lossless: an action that was taken reaches the store, and one that is not taken is
/// refused to its sender. Actions of one thread arrive in the order in which it sent them. Many
/// posts cost one wake-up of the loop.
///
/// The loop serves an inbox once a turn, with what was there when it looked, up to
/// `Limits.actionsPerTurn` actions; what comes later waits for the next turn. Input, timers and
/// `stop` get theirs however fast others post. What a store has been sent and could not reduce in
/// its turn is waited for before more is taken: where a store lags, its inbox fills up, and senders
/// are refused.
///
/// It keeps neither the store nor the loop alive. When one of them is gone, `send` throws; what
/// was still waiting then goes with it. A stopped store reports what it is sent, as always. The
/// copies of an inbox are one inbox; it ends when the last copy is gone and all is delivered.
///
/// ```swift
/// let inbox = loop.inbox(for: store, capacity: 100)
/// Task.detached { try inbox.send(.sample(await fetch())) }
/// ```
public struct Inbox<Action: Sendable>: Sendable {
    private let handle: InboxHandle<Action>

    init(_ mailbox: Mailbox<Action>) { handle = InboxHandle(mailbox) }

    /// Puts an action in line for the store, and returns.
    ///
    /// Not for use in a POSIX signal handler: watch the signal on the loop instead.
    ///
    /// - Throws: `InboxFull` when as many actions wait as the capacity says, or, with `isClosed`,
    ///   when the store or the loop is gone. The action is then the sender's to deal with.
    /// - Complexity: O(1); one lock, and one system call when the inbox was empty.
    public func send(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(InboxFull) {
        try handle.mailbox.post(Post(action: action, fileID: fileID, line: line))
    }

    /// Counts about this inbox. From any thread.
    public var statistics: InboxStatistics { handle.mailbox.statistics }
}

/// What the copies of an inbox share: the last one to go lets the loop know.
private final class InboxHandle<Action: Sendable>: Sendable {
    let mailbox: Mailbox<Action>

    init(_ mailbox: Mailbox<Action>) { self.mailbox = mailbox }

    deinit { mailbox.abandon() }
}
