/// Keeps an observer registered. Cancelling, or releasing the token, takes effect at once.
///
/// It keeps neither the store nor its state alive.
public final class ObservationToken {
    private let link: EngineLink
    private let token: UInt64
    private var isCancelled = false

    @usableFromInline
    init(link: EngineLink, token: UInt64) {
        self.link = link
        self.token = token
    }

    /// Unregisters the observer: it is not called again, not even in a round that is under way.
    public func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        link.engine?.removeObserver(token)
    }

    deinit { cancel() }
}
