/// Keeps a watch on a descriptor, a signal or an event source alive.
///
/// Cancelling is immediate and happens once; releasing the token cancels.
public final class WatchToken {
    private var onCancel: (() -> Void)?
    private let onRelease: (() -> Void)?

    /// Creates a token that calls `onCancel` once: when cancelled, or when released.
    public init(onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
        onRelease = nil
    }

    /// Creates a token that calls one of the two: the former when cancelled, the latter when released
    /// before. For sources where a cancel may be a mistake, and a release still has to be taken.
    package init(onCancel: @escaping () -> Void, onRelease: @escaping () -> Void) {
        self.onCancel = onCancel
        self.onRelease = onRelease
    }

    /// Ends the watch: its callback is not called again.
    public func cancel() {
        guard let action = onCancel else { return }
        onCancel = nil
        action()
    }

    deinit {
        guard onCancel != nil, let onRelease else { return cancel() }
        onRelease()
    }
}
