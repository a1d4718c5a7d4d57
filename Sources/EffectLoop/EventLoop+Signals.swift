internal import CEffectShims
internal import CLibUV

extension EventLoop {
    /// Watches a signal until the token is cancelled or released. Equal signals coalesce (POSIX).
    ///
    /// Watches of one number share one handler of the process and are called in the order in which
    /// they were made, in a turn of the loop and never from within the signal handler. When the
    /// last one goes, the signal has its default action again (SIGPIPE stays ignored). An active
    /// watch keeps the loop alive.
    ///
    /// The signal is unblocked on the thread that calls this, and on each that runs the loop while
    /// it is watched, and stays so: a daemon that was started with SIGTERM blocked still ends by it.
    ///
    /// - Parameters:
    ///   - number: The signal, such as `SIGTERM`.
    ///   - onSignal: Called once for each delivery.
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
        return WatchToken { watch.cancel() }
    }

    private func signalWatcher(for number: Int32) throws(SystemError) -> SignalWatcher {
        if let watcher = signalWatchers.first(where: { $0.number == number }) { return watcher }
        let watcher = try SignalWatcher(number: number, eventLoop: self)
        signalWatchers.append(watcher)
        return watcher
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
    }
}
