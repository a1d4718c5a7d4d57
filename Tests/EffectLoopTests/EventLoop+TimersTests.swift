import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Timers {
        // R-TIM-03, TMR-18
        @Test(
            arguments: [millisecond, 1_000_100, 1_500_000, 400_000],
            [TimerPrecision.millisecond, .high])
        func noTimerIsEarlyWhateverThePhase(wait: Int64, precision: TimerPrecision) throws {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = precision
            let loop = try EventLoop(configuration: configuration)
            let callbacks = Callbacks(loop)
            let seed = UInt64.random(in: 1...UInt64.max)
            var state = seed
            var shortest = Int64.max
            for _ in 0..<250 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let skew = Int64(state >> 33) % millisecond
                let start = loop.now.nanoseconds
                while loop.now.nanoseconds < start + skew {}
                let armed = loop.now.nanoseconds
                var fired = armed
                callbacks.after(wait) { fired = loop.now.nanoseconds }
                try loop.run()
                shortest = min(shortest, fired - armed)
            }
            #expect(shortest >= wait, "seed \(seed)")
        }

        // TMR-18: the first whole millisecond at or after the deadline
        @Test func deadlinesAreRoundedUpInAbsoluteTime() {
            #expect(EventLoop.roundedUpToMilliseconds(0) == 0)
            #expect(EventLoop.roundedUpToMilliseconds(1) == 1)
            #expect(EventLoop.roundedUpToMilliseconds(999_999) == 1)
            #expect(EventLoop.roundedUpToMilliseconds(1_000_000) == 1)
            #expect(EventLoop.roundedUpToMilliseconds(1_000_001) == 2)
        }

        // R-FOO-03: 64 bits of nanoseconds, whatever the width of Int
        @Test func roundingHoldsOverTheWholeRange() {
            #expect(EventLoop.roundedUpToMilliseconds(3 * second) == 3_000)
            #expect(EventLoop.roundedUpToMilliseconds(hour) == 3_600_000)
            #expect(EventLoop.roundedUpToMilliseconds(50 * 24 * hour) == 4_320_000_000)
            #expect(EventLoop.roundedUpToMilliseconds(.max) == 9_223_372_036_855)
            #expect(EventLoop.roundedUpToMilliseconds(.min) == -9_223_372_036_854)
        }

        // R-TIM-01
        @Test func aTimerThatRearmsItselfWithZeroStarvesNothing() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            var fires = 0
            var firesWhenServed = -1
            func again() {
                fires += 1
                if fires == 10 { pipe.send() }
                callbacks.after(0, again)
            }
            callbacks.after(0, again)
            let token = try loop.watch(pipe.reader, for: .readable) { _ in
                pipe.receive()
                firesWhenServed = fires
            }
            callbacks.after(50 * millisecond) { loop.stop() }
            let time = try elapsed(loop) { try loop.run() }
            #expect(firesWhenServed == 10, "input comes in the next turn, one fire a turn")
            #expect(fires > 10)
            callbacks.cancelAll()
            #expect(time < (50 + 5 * 50) * millisecond)
            token.cancel()
        }

        // TMR-15
        @Test func aZeroWaitIsTheNextTurnAndDoesNotWaitForAMillisecond() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var left = 1_000
            func again() {
                left -= 1
                if left > 0 { callbacks.after(0, again) }
            }
            callbacks.after(-5, again)
            let time = try elapsed(loop) { try loop.run() }
            #expect(left == 0)
            #expect(time < 500 * millisecond)
        }

        // R-TIM-19
        @Test func thePollerIsGivenTheEarliestDeadline() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            let token = try loop.watch(pipe.reader, for: .readable) { _ in }
            // From the second turn on, the kernel knows all descriptors: libuv waits.
            try loop.run(.noWait)
            #expect(loop.pollTimeoutMilliseconds == -1, "with nothing armed it never wakes")
            let first = callbacks.after(100 * millisecond) {}
            callbacks.after(1_000 * millisecond) {}
            #expect((1...101).contains(loop.pollTimeoutMilliseconds))
            callbacks.cancel(first)
            #expect((102...1_001).contains(loop.pollTimeoutMilliseconds))
            let second = callbacks.after(100 * millisecond) {}
            #expect((1...101).contains(loop.pollTimeoutMilliseconds))
            callbacks.cancel(second)
            #expect((102...1_001).contains(loop.pollTimeoutMilliseconds))
            callbacks.nextTurn {}
            #expect(loop.pollTimeoutMilliseconds == 0)
            callbacks.cancelAll()
            token.cancel()
        }

        // TMR-27
        @Test func whenTheLastTimerGoesThePollerWaitsWithoutEnd() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            let token = try loop.watch(pipe.reader, for: .readable) { _ in }
            let timer = callbacks.after(100 * millisecond) {}
            try loop.run(.noWait)
            #expect(loop.pollTimeoutMilliseconds > 0)
            callbacks.cancel(timer)
            #expect(loop.pollTimeoutMilliseconds == -1)
            token.cancel()
        }

        // R-TIM-08, TMR-20
        @Test(arguments: [30 * 24 * hour, 10_000_000_000 * millisecond, .max - 1, .max])
        func aLongWaitDoesNotWrap(wait: Int64) throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = false
            callbacks.after(wait) { fired = true }
            try loop.run(.noWait)
            #expect(loop.pollTimeoutMilliseconds == Int32.max)
            callbacks.after(5 * millisecond) { loop.stop() }
            try loop.run()
            #expect(!fired)
        }

        // LOOP-09, TMR-19
        @Test func aWaitCountsFromWhenItIsAskedFor() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var armed: Int64 = 0
            var fired: Int64 = 0
            callbacks.after(0) {
                usleep(20_000)
                armed = loop.now.nanoseconds
                callbacks.after(5 * millisecond) { fired = loop.now.nanoseconds }
            }
            try loop.run()
            #expect(fired - armed >= 5 * millisecond)
        }

        // TMR-16
        @Test func aDueSiblingThatIsCancelledDoesNotFire() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired: [Int] = []
            var second: Int32 = 0
            callbacks.after(millisecond) {
                fired.append(1)
                callbacks.cancel(second)
            }
            second = callbacks.after(millisecond) { fired.append(2) }
            usleep(2_000)
            try loop.run()
            #expect(fired == [1])
        }

        // LOOP-10: one wake-up for each deadline, none besides
        @Test func anIdleLoopDoesNotWake() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            let token = try loop.watch(pipe.reader, for: .readable) { _ in }
            var isOver = false
            callbacks.after(100 * millisecond) { isOver = true }
            var turns = 0
            while !isOver {
                try loop.run(.once)
                turns += 1
            }
            #expect(turns <= 3)
            token.cancel()
        }
    }
}
