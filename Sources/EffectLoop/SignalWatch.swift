/// One watch of a signal.
final class SignalWatch {
    private var watcher: SignalWatcher?
    private var onSignal: (() -> Void)?

    init(watcher: SignalWatcher, onSignal: @escaping () -> Void) {
        self.watcher = watcher
        self.onSignal = onSignal
    }

    /// Whether it is not cancelled.
    var isActive: Bool { watcher != nil }

    /// Ends the watch. Traps in a forked child, which would end it for its parent as well.
    func cancel() {
        watcher?.checkProcess()
        finish()
    }

    /// Ends the watch as the last step of its token, however late. In a forked child it only lets the
    /// captures go.
    func release() {
        if watcher?.isOfThisProcess == false { end() } else { finish() }
    }

    private func finish() {
        guard let watcher else { return }
        watcher.checkThread()
        // The captures go last, when nothing of the watcher is in the middle of a change.
        let handler = end()
        watcher.remove(self)
        _ = handler
    }

    /// Detaches the watch and returns its handler, so that the caller lets its captures go.
    @discardableResult
    func end() -> (() -> Void)? {
        let handler = onSignal
        onSignal = nil
        watcher = nil
        return handler
    }

    func deliver(_ number: Int32, on runQueue: RunQueue) {
        guard let onSignal else { return }
        runQueue.perform(for: .signal(number), onSignal)
    }
}
