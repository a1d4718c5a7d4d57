import EffectLoop
import Glibc

/// Timers and postponed work as closures: the smallest user of a run queue.
final class Callbacks: TurnTarget {
    let queue: RunQueue
    private var handlers: [Int32: (timer: Int32, body: () -> Void)] = [:]
    private var turns: [() -> Void] = []
    private var nextToken: Int32 = 0

    init(_ loop: EventLoop) { queue = loop.runQueue }

    deinit {
        for (_, handler) in handlers { queue.releaseTimer(handler.timer) }
        if !turns.isEmpty { queue.withdraw(self) }
    }

    @discardableResult
    func after(
        _ nanoseconds: Int64, clock: TimerClock = .monotonic, _ body: @escaping () -> Void
    ) -> Int32 {
        let token = nextToken
        nextToken += 1
        let timer = queue.reserveTimer(for: self, token: token, clock: clock)
        queue.schedule(timer, after: nanoseconds)
        handlers[token] = (timer, body)
        return token
    }

    func cancel(_ token: Int32) {
        guard let handler = handlers.removeValue(forKey: token) else { return }
        queue.releaseTimer(handler.timer)
    }

    /// Lets go of everything, for handlers that arm themselves again and so hold their owner.
    func cancelAll() {
        for token in handlers.keys { cancel(token) }
        if !turns.isEmpty { queue.withdraw(self) }
        turns = []
    }

    func nextTurn(_ body: @escaping () -> Void) {
        if turns.isEmpty { queue.resumeNextTurn(self) }
        turns.append(body)
    }

    override func timerFired(_ token: Int32) {
        guard let handler = handlers.removeValue(forKey: token) else { return }
        queue.releaseTimer(handler.timer)
        handler.body()
    }

    override func turnBegan() {
        let bodies = turns
        turns = []
        for body in bodies { body() }
    }
}

let microsecond: Int64 = 1_000
let millisecond: Int64 = 1_000_000
let second: Int64 = 1_000_000_000
let hour: Int64 = 3_600 * second

extension EventLoop {
    /// Runs until `condition` holds or `limit` has passed; returns the number of turns.
    @discardableResult
    func turns(
        within limit: Int64 = 5 * second, until condition: () -> Bool
    ) throws(SystemError) -> Int {
        let callbacks = Callbacks(self)
        var isOver = false
        callbacks.after(limit) { isOver = true }
        var turns = 0
        while !isOver, !condition() {
            try run(.once)
            turns += 1
        }
        return turns
    }
}

extension EventLoop {
    /// Runs turns without waiting until `condition` holds, which other threads bring about.
    ///
    /// The limit is for what never comes: a busy machine may take long.
    func spin(within limit: Int64 = 120 * second, until condition: () -> Bool) throws(SystemError) {
        let end = now.nanoseconds + limit
        while !condition(), now.nanoseconds < end {
            try run(.noWait)
            sched_yield()
        }
    }
}

/// How long `body` takes, in nanoseconds.
func elapsed(_ loop: EventLoop, _ body: () throws -> Void) rethrows -> Int64 {
    let start = loop.now.nanoseconds
    try body()
    return loop.now.nanoseconds - start
}
