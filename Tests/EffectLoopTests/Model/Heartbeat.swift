import EffectLoop

/// A steady beat on a loop: how late it comes tells how late anything was, seen or not.
final class Heartbeat {
    private static let period = 5 * millisecond

    private let callbacks: Callbacks
    private let loop: EventLoop
    private var beats: [(due: Int64, lag: Int64)] = []
    private var isStopped = false

    init(_ callbacks: Callbacks, _ loop: EventLoop) {
        self.callbacks = callbacks
        self.loop = loop
        beat()
    }

    private func beat() {
        let due = loop.now.nanoseconds + Self.period
        callbacks.after(Self.period) { [unowned self] in
            beats.append((due, loop.now.nanoseconds - due))
            if !isStopped { beat() }
        }
    }

    func stop() { isStopped = true }

    func longestLag(from start: Int64, to end: Int64) -> Int64 {
        beats.lazy.filter { start - Self.period...end ~= $0.due }.map(\.lag).max() ?? 0
    }
}
