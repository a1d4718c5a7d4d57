/// One watch of a descriptor: an interest and whom to call.
final class DescriptorWatch {
    /// What is still watched for; a hang-up leaves it once it is reported.
    var interest: DescriptorEvents
    private var watcher: DescriptorWatcher?
    private var onEvent: ((Result<DescriptorEvents, SystemError>) -> Void)?

    init(
        interest: DescriptorEvents, watcher: DescriptorWatcher,
        onEvent: @escaping (Result<DescriptorEvents, SystemError>) -> Void
    ) {
        self.interest = interest
        self.watcher = watcher
        self.onEvent = onEvent
    }

    /// Whether it is neither cancelled nor failed.
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

    /// Detaches the watch and returns its handler, for a last call or to let its captures go.
    @discardableResult
    func end() -> ((Result<DescriptorEvents, SystemError>) -> Void)? {
        let handler = onEvent
        onEvent = nil
        watcher = nil
        return handler
    }

    func deliver(_ events: DescriptorEvents, of fileDescriptor: Int32, on runQueue: RunQueue) {
        guard let onEvent else { return }
        runQueue.perform(for: .descriptor(fileDescriptor)) { onEvent(.success(events)) }
    }
}
