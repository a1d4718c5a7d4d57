internal import CLibUV

extension EventLoop {
    /// Ends every watch and gives everything back to the system. Callbacks are not called.
    ///
    /// Inboxes take nothing any more, and what waits in them or on a lane goes. Work on a lane that
    /// has started is waited for, but no longer than ``Configuration/laneGrace``: a worker that
    /// hangs is left behind with its memory.
    ///
    /// Happens by itself when the loop is released; in a forked child, though, a release touches
    /// nothing that is shared with the parent, and leaves the memory behind. A second call does nothing. Afterwards tokens,
    /// ``stop()`` and ``stopper`` do nothing, `watch` and `submit` throw ECANCELED, and `run` traps.
    ///
    /// Effects that wait for something of the loop do not finish by this: they stay in flight until
    /// they are cancelled, at the latest with their store, and no chain goes on.
    ///
    /// - Precondition: The loop is not running: a call from within a callback of the loop traps. So
    ///   does a call in a forked child, and there any use of a loop or cancel of a watch that the
    ///   parent has made.
    /// - Complexity: O(n) for n watched descriptors and signals, inboxes and lanes.
    public func close() {
        guard !isClosed else { return }
        checkThread()
        binding.checkProcess()
        require(!isRunning, "EventLoop.close: the loop is running; stop it first")
        closeHandles()
    }

    /// Ends the watches of a forked child's copy. Handles stay as they are: to close one would take the
    /// parent's descriptor out of the poller that both share.
    func abandonWatchers() {
        runQueue.isClosing = true
        defer { runQueue.isClosing = false }
        for watcher in descriptorWatchers { watcher?.abandon() }
        for watcher in retiredWatchers { watcher.abandon() }
        for watcher in signalWatchers { watcher.abandon() }
    }

    /// Handles are freed in their close callbacks, which libuv calls as the loop runs; the loop
    /// itself can be closed only after all of them.
    func closeHandles() {
        isClosed = true
        runQueue.isClosing = true
        defer { runQueue.isClosing = false }
        door.close()
        closeReceivers()
        closeLanes()
        closeDescriptorWatchers()
        closeSignalWatchers()
        closeTimerDescriptors()
        unsafe closeAndFree(timer)
        unsafe closeAndFree(prepare)
        unsafe closeAndFree(check)
        unsafe closeAndFree(wakeUp)
        while unsafe uv_run(loop, UV_RUN_DEFAULT) != 0 {}
        let status = unsafe uv_loop_close(loop)
        require(status == 0, "EventLoop.close: a handle of the loop is still open")
    }
}
