import Synchronization

/// A count that threads share, for tests.
final class Tally: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .acquiring) }

    func add(_ number: Int = 1) { value.add(number, ordering: .acquiringAndReleasing) }
}

/// Counts where and how often it is released; may be captured by work on a lane.
final class Trace: Sendable {
    private let released: Tally
    private let onLoop: Tally?
    private let loopThread: UInt

    /// - Parameters:
    ///   - released: Counts the release.
    ///   - onLoop: Counts it as well when it happens on the thread that made the trace.
    init(released: Tally, onLoop: Tally? = nil) {
        self.released = released
        self.onLoop = onLoop
        loopThread = presentThread()
    }

    deinit {
        released.add()
        if loopThread == presentThread() { onLoop?.add() }
    }

    func touch() {}
}
