extension EventLoop {
    /// What the loop has done so far. Also readable once the loop is closed.
    ///
    /// ```swift
    /// let before = loop.statistics
    /// …
    /// let wakeUps = loop.statistics.wakeUps - before.wakeUps
    /// ```
    ///
    /// - Complexity: O(1).
    public var statistics: LoopStatistics {
        checkThread()
        return LoopStatistics(
            turns: meter.turns, callbacks: runQueue.callbackCount, wakeUps: meter.wakeUps,
            timeWaiting: .nanoseconds(meter.waiting), timeRunning: .nanoseconds(meter.running),
            lag: runQueue.lag, armedTimersMax: runQueue.armedTimersMax)
    }

    /// Time between two runs is nobody's, also for the first callback of this one.
    func beginMeasuring(_ mode: RunMode) {
        meter.begin(at: runQueue.now.nanoseconds, neverWaits: mode == .noWait)
        runQueue.willWait()
    }

    func endMeasuring() {
        meter.end(at: runQueue.now.nanoseconds)
        runQueue.willWait()
    }
}
