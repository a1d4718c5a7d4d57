/// What becomes of calls that arrive while a throttle's window is open.
public enum ThrottleTrailing: Hashable, Sendable {
    /// The last of them starts when the window ends, and opens a new window.
    case latest
    /// The first of them starts when the window ends, and opens a new window.
    case first
    /// They are dropped.
    case none
}
