/// Keeps a watch on a descriptor, a signal or an event source alive.
///
/// Cancelling is immediate and happens once; releasing the token cancels.
public final class WatchToken {
    private var onCancel: (() -> Void)?

    /// Creates a token that calls `onCancel` once: when cancelled, or when released.
    public init(onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the watch: its callback is not called again.
    public func cancel() {
        guard let action = onCancel else { return }
        onCancel = nil
        action()
    }

    deinit { cancel() }
}
