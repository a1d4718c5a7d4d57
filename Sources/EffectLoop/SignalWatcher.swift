internal import CEffectShims
internal import CLibUV

/// All watches of one signal number, behind one handle of libuv.
@safe
final class SignalWatcher {
    let number: Int32
    private let handle: UnsafeMutablePointer<uv_signal_t>
    /// Unowned: the loop closes its watchers before it goes, and a closed watcher makes no calls.
    private unowned(unsafe) let eventLoop: EventLoop
    private var watches: [SignalWatch] = []
    private var isOpen = true

    init(number: Int32, eventLoop: EventLoop) throws(SystemError) {
        let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
        let created = unsafe uv_signal_init(eventLoop.loop, handle)
        guard created == 0 else {
            unsafe handle.deallocate()
            throw SystemError(code: created, operation: "watch", subject: "signal \(number)")
        }
        let started = unsafe uv_signal_start(
            handle,
            { handle, _ in
                guard let context = unsafe handle?.pointee.data else { return }
                let watcher = unsafe Unmanaged<SignalWatcher>.fromOpaque(context)
                unsafe watcher.takeUnretainedValue().receive()
            }, number)
        guard started == 0 else {
            unsafe closeAndFree(handle)
            throw SystemError(code: started, operation: "watch", subject: "signal \(number)")
        }
        self.number = number
        unsafe self.handle = handle
        unsafe self.eventLoop = eventLoop
        unsafe handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    func add(_ watch: SignalWatch) { watches.append(watch) }

    func remove(_ watch: SignalWatch) {
        guard isOpen else { return }
        watches.removeAll { $0 === watch }
        if watches.isEmpty { close() }
    }

    /// Ends all watches and closes the handle.
    func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe eventLoop.forget(self)
        unsafe uv_signal_stop(handle)
        unsafe closeAndFree(handle)
        // libuv restores the default action, which for SIGPIPE would end the process.
        effect_ignore_sigpipe()
        let ended = watches
        watches = []
        // Captures go after the last watch has ended: they may hold tokens of the others.
        _ = ended.map { $0.end() }
    }

    func checkThread() {
        if isOpen { unsafe eventLoop.checkThread() }
    }

    /// A watch that is made meanwhile waits for the next signal.
    private func receive() {
        let runQueue = unsafe eventLoop.runQueue
        for watch in watches where watch.isActive { watch.deliver(number, on: runQueue) }
    }
}
