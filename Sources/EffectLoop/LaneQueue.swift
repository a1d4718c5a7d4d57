internal import CEffectShims
internal import CLibUV

/// What a lane has in common with its threads: the work that waits, and the work that came back.
///
/// Each lane has threads of its own, started when there is work for them and ended when there was
/// none for a while. libuv's pool would not do: four workers that hang would take it from everyone.
final class LaneQueue: Sendable {
    private struct Worker {
        let number: UInt64
        let thread: UInt
        var hasEnded = false
    }

    private struct State {
        var waiting = LaneBacklog()
        /// What has returned and not been taken by the loop.
        var returned: [LaneJob] = []
        var workers: [Worker] = []
        var nextNumber: UInt64 = 0
        var running = 0
        var idle = 0
        /// Whether threads are to end instead of taking work.
        var isClosing = false
        /// Whether nobody takes what returns any more.
        var isAbandoned = false
        var returnedCount: UInt64 = 0
        var longestWait: Int64 = 0
    }

    private let state = Monitor(State())
    private let name: [UInt8]
    private let width: Int
    private let idleTime: Int64
    private let door: Door
    private let key: Int

    init(name: [UInt8], width: Int, idleTime: Int64, door: Door, key: Int) {
        self.name = name
        self.width = width
        self.idleTime = idleTime
        self.door = door
        self.key = key
    }

    // MARK: From the loop

    /// Puts a job in line, and sees to it that there is a thread for it.
    ///
    /// - Returns: Zero, or the error number of the system when there is no thread at all; the job is
    ///   then the caller's.
    func submit(_ job: LaneJob) -> Int32 {
        let refusal: Int32 = state.withLock { state in
            if state.waiting.count >= state.idle, state.workers.count < width {
                let refusal = startWorker(&state)
                if refusal != 0, state.workers.isEmpty { return refusal }
            }
            state.waiting.append(job)
            return 0
        }
        if refusal == 0 { state.wakeOne() }
        return refusal
    }

    /// Takes a job out of the line, if it has not started.
    func withdraw(_ ticket: UInt64) {
        let job = state.withLock { $0.waiting.remove(ticket) }
        job?.release()
    }

    /// Exchanges what has returned for an empty list, which keeps its memory.
    func takeReturned(_ jobs: inout [LaneJob]) {
        state.withLock { swap(&$0.returned, &jobs) }
    }

    var statistics: LaneStatistics {
        let now = Int64(bitPattern: uv_hrtime())
        return state.withLock { state in
            var statistics = LaneStatistics()
            statistics.waiting = state.waiting.count
            statistics.running = state.running
            statistics.threads = state.workers.count
            statistics.returned = state.returnedCount
            let wait = now - (state.waiting.oldestSubmission ?? now)
            statistics.longestWait = .nanoseconds(max(state.longestWait, wait))
            return statistics
        }
    }

    /// Lets threads end as soon as they can. What waits never runs.
    func beginClosing() {
        while let job = state.withLock({ state -> LaneJob? in
            state.isClosing = true
            return state.waiting.removeFirst()
        }) {
            job.release()
        }
        state.wakeAll()
    }

    /// Waits for the threads, but no longer than that; whoever still works then is left alone, and
    /// keeps what it needs.
    func finishClosing(within grace: Int64) {
        _ = state.wait(atMost: grace) { state in
            state.workers.allSatisfy { $0.hasEnded } ? true : nil
        }
        var jobs: [LaneJob] = []
        let workers = state.withLock { state in
            state.isAbandoned = true
            swap(&state.returned, &jobs)
            defer { state.workers = [] }
            return state.workers
        }
        for worker in workers {
            if worker.hasEnded {
                effect_thread_join(worker.thread)
            } else {
                effect_thread_detach(worker.thread)
            }
        }
        for job in jobs { job.release() }
    }

    // MARK: From a thread of the lane

    private func startWorker(_ state: inout State) -> Int32 {
        let number = state.nextNumber
        let context = unsafe Unmanaged.passRetained(LaneWorker(number: number, queue: self))
        var thread: UInt = 0
        // The thread has to wait for the lock before it can look for work.
        let refusal = unsafe effect_thread_start(
            &thread, name, name.count,
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<LaneWorker>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard refusal == 0 else {
            unsafe context.release()
            return refusal
        }
        state.nextNumber += 1
        state.workers.append(Worker(number: number, thread: thread))
        return 0
    }

    /// Waits for a job; nil when the thread is to end.
    func next(for number: UInt64) -> LaneJob? {
        var isIdle = false
        let step = state.wait(atMost: idleTime) { state -> Step? in
            if state.isClosing {
                if isIdle { state.idle -= 1 }
                return .end
            }
            if let job = take(&state) {
                if isIdle { state.idle -= 1 }
                return .run(job)
            }
            if !isIdle {
                isIdle = true
                state.idle += 1
            }
            return nil
        }
        switch step {
        case .run(let job): return job
        case .end:
            end(number)
            return nil
        case nil: return retire(number)
        }
    }

    /// Hands a job back.
    func finish(_ job: LaneJob) {
        let isAbandoned = state.withLock { state in
            state.running -= 1
            state.returnedCount += 1
            guard !state.isAbandoned else { return true }
            state.returned.append(job)
            if state.returned.count == 1 { door.announce(key) }
            return false
        }
        if isAbandoned { job.release() }
    }

    private enum Step {
        case run(LaneJob)
        case end
    }

    private func take(_ state: inout State) -> LaneJob? {
        guard let job = state.waiting.removeFirst() else { return nil }
        state.running += 1
        state.longestWait = max(
            state.longestWait, Int64(bitPattern: uv_hrtime()) - job.submittedAt)
        return job
    }

    /// The lane closes; the loop joins the thread.
    private func end(_ number: UInt64) {
        state.withLock { state in
            for index in state.workers.indices where state.workers[index].number == number {
                state.workers[index].hasEnded = true
            }
        }
        state.wakeAll()
    }

    /// There was nothing to do for a while: the thread ends, unless something has come meanwhile.
    private func retire(_ number: UInt64) -> LaneJob? {
        var isClosing = false
        let job = state.withLock { state -> LaneJob? in
            state.idle -= 1
            isClosing = state.isClosing
            if isClosing { return nil }
            if let job = take(&state) { return job }
            for worker in state.workers where worker.number == number {
                effect_thread_detach(worker.thread)
            }
            state.workers.removeAll { $0.number == number }
            return nil
        }
        if isClosing { end(number) }
        return job
    }
}
