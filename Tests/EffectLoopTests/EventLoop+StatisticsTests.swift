import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Statistics {
        @Test func aFreshLoopHasDoneNothing() throws {
            let statistics = try EventLoop().statistics
            #expect(statistics.turns == 0)
            #expect(statistics.callbacks == 0)
            #expect(statistics.wakeUps == 0)
            #expect(statistics.idleShare == 1)
            #expect(statistics.lag.count == 0)
            #expect(statistics.armedTimersMax == 0)
        }

        @Test func callbacksOfEveryKindAreCounted() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            var calls = 0
            let input = try loop.watch(pipe.reader, for: .readable) { _ in
                calls += 1
                pipe.receive()
            }
            let signal = try loop.watch(signal: SIGUSR1) { calls += 1 }
            callbacks.after(0) { calls += 1 }
            callbacks.after(0, clock: .boottime) { calls += 1 }
            callbacks.nextTurn { calls += 1 }
            pipe.send()
            deliver(SIGUSR1)
            try loop.turns { calls == 5 }
            // The bound on this wait is a timer that has not fired.
            #expect(loop.statistics.callbacks == 5)
            #expect(loop.statistics.turns >= 1)
            input.cancel()
            signal.cancel()
        }

        @Test func armedTimersAreCountedAtTheirMost() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            for _ in 0..<10 { callbacks.after(0) {} }
            try loop.run()
            callbacks.after(0) {}
            try loop.run()
            #expect(loop.statistics.armedTimersMax == 10)
        }

        @Test func waitingAndRunningAddUpToTheRun() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(100 * millisecond) {
                let end = loop.now.nanoseconds + 50 * millisecond
                while loop.now.nanoseconds < end {}
            }
            let time = try elapsed(loop) { try loop.run() }
            let statistics = loop.statistics
            let waiting = statistics.timeWaiting.roundedNanoseconds
            let running = statistics.timeRunning.roundedNanoseconds
            #expect(waiting >= 90 * millisecond)
            #expect(running >= 50 * millisecond)
            #expect(waiting + running <= time)
            #expect(statistics.idleShare > 0 && statistics.idleShare < 1)
            #expect(statistics.wakeUps == 1)
            usleep(20_000)
            try loop.run()
            let later = loop.statistics
            #expect(later.timeWaiting == statistics.timeWaiting, "between runs nobody waits")
            #expect(later.timeRunning.roundedNanoseconds - running < 15 * millisecond)
        }

        @Test func inputEndsAWaitAtItsFirstCallback() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var token: WatchToken?
            token = try loop.watch(pipe.reader, for: .readable) { _ in
                let end = loop.now.nanoseconds + 50 * millisecond
                while loop.now.nanoseconds < end {}
                token?.cancel()
            }
            let writer = pipe.writer
            let thread = startThread {
                usleep(20_000)
                write(writer, "x", 1)
            }
            try loop.run()
            thread.wait()
            #expect(loop.statistics.timeRunning >= .milliseconds(50))
            #expect(loop.statistics.timeWaiting >= .milliseconds(10))
            #expect(loop.statistics.wakeUps == 1)
        }

        @Test func theLagOfATurnCountsFromItsEarliestDeadline() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(0) {
                let end = loop.now.nanoseconds + 30 * millisecond
                while loop.now.nanoseconds < end {}
            }
            callbacks.after(5 * millisecond) {}
            try loop.run()
            let lag = loop.statistics.lag
            #expect(lag.count == 2)
            #expect(lag.max >= .milliseconds(25))
            #expect(lag.p50 <= lag.p99)
            #expect(lag.p99 <= lag.max)
        }

        @Test func aTurnThatNeverWaitsIsNoWakeUp() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(hour) {}
            for _ in 0..<5 { try loop.run(.noWait) }
            #expect(loop.statistics.turns == 5)
            #expect(loop.statistics.wakeUps == 0)
            callbacks.cancelAll()
        }
    }
}
