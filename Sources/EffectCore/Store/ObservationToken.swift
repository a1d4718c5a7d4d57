/// Keeps an observer registered. Cancelling, or releasing the token, takes effect at once.
///
/// It keeps neither the store nor its state alive.
public final class ObservationToken {
    private var unregister: (() -> Void)?

    package init(unregister: @escaping () -> Void) { self.unregister = unregister }

    @usableFromInline
    convenience init(link: EngineLink, token: UInt64) {
        self.init { link.engine?.removeObserver(token) }
    }

    /// Unregisters the observer: it is not called again, not even in a round that is under way.
    public func cancel() {
        guard let unregister else { return }
        self.unregister = nil
        unregister()
    }

    deinit { cancel() }
}
