import EffectCore

/// A queue on a clock that is moved by hand, and a target that notes what is called back.
final class QueueFixture {
    final class Target: TurnTarget {
        var fired: [Int32] = []
        var turns = 0
        var onFire: (Int32) -> Void = { _ in }
        var onTurn: () -> Void = {}

        override func timerFired(_ token: Int32) {
            fired.append(token)
            onFire(token)
        }

        override func turnBegan() {
            turns += 1
            onTurn()
        }
    }

    final class Time {
        var now: Int64 = 0
        var suspended: Int64 = 0
        var reads = 0
    }

    let time = Time()
    let queue: RunQueue
    let target = Target()

    init() {
        let time = time
        queue = RunQueue(
            clock: {
                time.reads += 1
                return time.now
            }, bootClock: { time.now + time.suspended })
    }

    @discardableResult
    func arm(_ token: Int32, after delay: Int64, clock: TimerClock = .monotonic) -> Int32 {
        let timer = queue.reserveTimer(for: target, token: token, clock: clock)
        queue.schedule(timer, after: delay)
        return timer
    }

    /// As a driver does it: asks what is due, waits, and runs the turn.
    func turn(at now: Int64) {
        _ = queue.nextDeadline
        time.now = now
        queue.runTurn()
    }

    var nextDeadline: Int64? { queue.nextDeadline?.nanoseconds }
}

extension QueueFixture: Scheduler {
    var now: Instant { queue.now }
    var runQueue: RunQueue { queue }
}
