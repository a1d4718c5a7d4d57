/// A thread of a lane, and all that it keeps: so a thread that hangs outlives its loop safely.
final class LaneWorker: Sendable {
    private let number: UInt64
    private let queue: LaneQueue

    init(number: UInt64, queue: LaneQueue) {
        self.number = number
        self.queue = queue
    }

    /// Runs one job after the other until the lane has no more use for the thread.
    func run() {
        while let job = queue.next(for: number) {
            job.run()
            queue.finish(job)
        }
    }
}
