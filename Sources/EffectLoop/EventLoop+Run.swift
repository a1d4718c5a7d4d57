internal import CLibUV

extension EventLoop {
    /// Runs turns of the loop on the calling thread; it becomes the loop's thread.
    ///
    /// A loop that was stopped before the call returns after serving nothing, once. The return meets
    /// every request to stop that was made by then: the next call knows nothing of them. Between two
    /// calls nothing happens: what has become due meanwhile is served by the next one.
    ///
    /// - Precondition: The loop is not closed, and not running: a call from within a callback of
    ///   the loop traps.
    /// - Parameter mode: When to return; by default when nothing holds the loop any more.
    /// - Throws: Nothing at present. A poller that can fail while it runs would throw here.
    @available(
        *, noasync,
        message: "run the loop from a synchronous function: it is a thread's own main loop"
    )
    public func run(_ mode: RunMode = .untilIdle) throws(SystemError) {
        require(!isClosed, "EventLoop.run: the loop is closed")
        require(!isRunning, "EventLoop.run: the loop is running already")
        binding.checkProcess()
        binding.bind()
        isRunning = true
        unblockSignals()
        beginMeasuring(mode)
        defer {
            endMeasuring()
            isRunning = false
            // The return is what they asked for, all of them.
            isStopRequested = false
            _ = door.takeStopRequest()
        }
        if door.takeStopRequest() || isStopRequested { return }
        switch mode {
        case .untilIdle:
            runUntilIdle()
        case .untilStopped:
            // The wake-up handle, through which a stop comes, then holds the loop.
            hold()
            runUntilIdle()
            letGo()
        case .once:
            runOneTurn(UV_RUN_ONCE)
        case .noWait:
            runOneTurn(UV_RUN_NOWAIT)
        }
    }

    /// Makes ``run(_:)`` return after the present turn.
    ///
    /// Callbacks that are due in this turn may still run. When the loop does not run, its next
    /// `run()` returns after serving nothing, once. Does nothing once the loop is closed.
    ///
    /// From another thread use ``stopper``.
    ///
    /// - Complexity: O(1).
    public func stop() {
        checkThread()
        guard !isClosed else { return }
        binding.checkProcess()
        isStopRequested = true
        if isRunning { unsafe uv_stop(loop) }
    }

    /// libuv returns as soon as no handle is active; the run queue may have work all the same, and
    /// what was posted before the loop went idle is still delivered.
    private func runUntilIdle() {
        arm(at: runQueue.now.nanoseconds)
        while !isStopRequested {
            if unsafe uv_loop_alive(loop) != 0 {
                unsafe uv_run(loop, UV_RUN_DEFAULT)
            } else if door.hasMail {
                hold()
                unsafe uv_run(loop, UV_RUN_NOWAIT)
                letGo()
            } else {
                return
            }
            arm(at: runQueue.now.nanoseconds)
        }
    }

    /// From libuv 1.45 on a single turn does not read the clock before it waits. libuv does not
    /// look at the door when nothing holds the loop.
    ///
    /// A wake-up may be left over from something that is settled, such as a stop of an earlier run:
    /// it ends no wait that is to last until something is due.
    private func runOneTurn(_ mode: uv_run_mode) {
        arm(at: runQueue.now.nanoseconds)
        let hasMail = door.hasMail
        if hasMail { hold() }
        let callbacks = runQueue.callbackCount
        repeat {
            isWokenInVain = false
            unsafe uv_update_time(loop)
            unsafe uv_run(loop, mode)
        } while isWokenInVain && mode == UV_RUN_ONCE && runQueue.callbackCount == callbacks
        if hasMail { letGo() }
    }
}
