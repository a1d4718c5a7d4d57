internal import CEffectShims

extension EventLoop {
    /// Watches a signal until the token is cancelled or released. Equal signals coalesce (POSIX),
    /// real-time signals too; different ones never hide each other, however many there are.
    ///
    /// Watches of one number share one handler of the process and are called in the order in which
    /// they were made, in a turn of the loop and never from within the signal handler. Signals that
    /// arrive in one turn are served in the order in which their numbers were first watched, each
    /// once, so that a flood of one leaves everything else its turn. An active watch keeps the loop
    /// alive.
    ///
    /// Several loops may watch one number, and each gets it. When the last watch of the process
    /// goes, the signal has the action again that it had before the first: what was ignored, as
    /// SIGHUP under `nohup`, is ignored again. A forked child begins with that action.
    ///
    /// The handler runs on any thread that does not block the signal, and restarts the system call
    /// that it interrupts, as far as the system restarts it (`SA_RESTART`).
    ///
    /// The signal is unblocked on the thread that calls this, and on each that runs the loop while
    /// it is watched, and stays so: a daemon that was started with SIGTERM blocked still ends by it.
    ///
    /// - Parameters:
    ///   - number: The signal, such as `SIGTERM`.
    ///   - onSignal: Called once in each turn before which the signal has arrived.
    /// - Returns: The watch. Cancelling is immediate, also within a callback of the same turn.
    /// - Throws: `SystemError` EINVAL where the signal cannot be caught (SIGKILL, SIGSTOP) or is
    ///   unknown, ECANCELED once the loop is closed.
    /// - Complexity: O(n) for n different signals watched.
    public func watch(
        signal number: Int32, onSignal: @escaping () -> Void
    ) throws(SystemError) -> WatchToken {
        checkThread()
        guard !isClosed else { throw .loopIsClosed("watch", String(number)) }
        binding.checkProcess()
        let watcher = try signalWatcher(for: number)
        let watch = SignalWatch(watcher: watcher, onSignal: onSignal)
        watcher.add(watch)
        effect_unblock_signal(number)
        return WatchToken(onCancel: { watch.cancel() }, onRelease: { watch.release() })
    }

    private func signalWatcher(for number: Int32) throws(SystemError) -> SignalWatcher {
        if let watcher = signalWatchers.first(where: { $0.number == number }) { return watcher }
        let flags = try openSignalFlags()
        let watcher = try SignalWatcher(number: number, flags: flags, eventLoop: self)
        signalWatchers.append(watcher)
        return watcher
    }

    private func openSignalFlags() throws(SystemError) -> SignalFlags {
        if let signalFlags { return signalFlags }
        let flags = try unsafe SignalFlags(wakeUp: wakeUp)
        signalFlags = flags
        return flags
    }

    /// Serves what has arrived. Each number once: what arrives meanwhile wakes the loop again.
    func receiveSignals() {
        for watcher in signalWatchers { watcher.receive() }
    }

    /// For the thread that is about to run the loop: it may have inherited another mask.
    func unblockSignals() {
        for watcher in signalWatchers { effect_unblock_signal(watcher.number) }
    }

    func forget(_ watcher: SignalWatcher) {
        signalWatchers.removeAll { $0 === watcher }
    }

    func closeSignalWatchers() {
        let watchers = signalWatchers
        signalWatchers = []
        for watcher in watchers { watcher.close() }
        signalFlags?.close()
        signalFlags = nil
    }
}
