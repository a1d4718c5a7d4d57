import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct HighPrecision {
        private func loop() throws -> EventLoop {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = .high
            return try EventLoop(configuration: configuration)
        }

        // TMR-18
        @Test func aShortWaitEndsWithinItsMillisecond() throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            var late: [Int64] = []
            for _ in 0..<101 {
                let armed = loop.now.nanoseconds
                callbacks.after(400 * microsecond) {
                    late.append(loop.now.nanoseconds - armed - 400 * microsecond)
                }
                try loop.run()
            }
            let sorted = late.sorted()
            #expect(sorted[0] >= 0)
            // Rounded up to a millisecond it would be 600 µs at least.
            #expect(sorted[50] < 500 * microsecond)
        }

        // R-TIM-19
        @Test func theEarliestDeadlineIsServedFirstHoweverTimersMove() throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            var fired: [Int] = []
            let start = loop.now.nanoseconds
            var times: [Int64] = []
            func note(_ number: Int) -> () -> Void {
                {
                    fired.append(number)
                    times.append(loop.now.nanoseconds - start)
                }
            }
            callbacks.after(30 * millisecond, note(3))
            let first = callbacks.after(millisecond, note(0))
            callbacks.after(20 * millisecond, note(2))
            try loop.run(.noWait)
            // The kernel still has the deadline of the one that goes: an empty wake-up, no more.
            callbacks.cancel(first)
            callbacks.after(10 * millisecond, note(1))
            try loop.run()
            #expect(fired == [1, 2, 3])
            #expect(zip(times, [10, 20, 30]).allSatisfy { $0 >= $1 * millisecond })
        }

        // LOOP-01
        @Test func anArmedTimerHoldsTheLoopAndACancelledOneDoesNot() throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            var fired = 0
            let long = callbacks.after(hour) { fired += 1 }
            callbacks.after(millisecond) {
                fired += 10
                callbacks.cancel(long)
            }
            let time = try elapsed(loop) { try loop.run() }
            #expect(fired == 10)
            #expect(time < 250 * millisecond)
            try loop.run(.once)
        }

        // TMR-15, R-TIM-01
        @Test func zeroWaitsAndInputShareTheTurns() throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            var inputs = 0
            var left = 1_000
            func again() {
                left -= 1
                if left == 500 { pipe.send() }
                if left > 0 { callbacks.after(0, again) }
            }
            callbacks.after(0, again)
            callbacks.after(100 * microsecond) {}
            let token = try loop.watch(pipe.reader, for: .readable) { _ in
                inputs += 1
                pipe.receive()
            }
            try loop.turns { left == 0 }
            #expect(left == 0)
            #expect(inputs == 1)
            token.cancel()
            callbacks.cancelAll()
            try loop.run()
        }

        // R-TIM-08, TMR-20
        @Test(arguments: [30 * 24 * hour, 10_000_000_000 * millisecond, .max - 1, .max])
        func aLongWaitDoesNotWrap(wait: Int64) throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            var fired = false
            callbacks.after(wait) { fired = true }
            try loop.run(.noWait)
            callbacks.after(5 * millisecond) { loop.stop() }
            let before = loop.statistics.wakeUps
            try loop.run()
            #expect(!fired)
            #expect(loop.statistics.wakeUps - before <= 3)
        }

        @Test func aThousandDeadlinesComeInOrderAndNoneEarly() throws {
            let loop = try loop()
            let callbacks = Callbacks(loop)
            let seed = UInt64.random(in: 1...UInt64.max)
            var state = seed
            var order: [Int64] = []
            var early = 0
            for _ in 0..<1_000 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let due = loop.now.nanoseconds + Int64(state >> 33) % (20 * millisecond)
                callbacks.after(due - loop.now.nanoseconds) {
                    order.append(due)
                    if loop.now.nanoseconds < due { early += 1 }
                }
                loop.runQueue.stamp()
            }
            try loop.run()
            #expect(order.count == 1_000)
            #expect(early == 0, "seed \(seed)")
        }

        @Test func itsDescriptorIsClosedWithTheLoop() async {
            await #expect(processExitsWith: .exitCode(7)) {
                func cycle(_ clock: TimerClock) throws {
                    var configuration = EventLoop.Configuration()
                    configuration.timerPrecision = .high
                    let loop = try EventLoop(configuration: configuration)
                    let callbacks = Callbacks(loop)
                    callbacks.after(0, clock: clock) {}
                    try loop.run()
                }
                for _ in 0..<10 { try cycle(.boottime) }
                let before = openDescriptorCount()
                for _ in 0..<200 { try cycle(.boottime) }
                exit(openDescriptorCount() - before < 10 ? 7 : 1)
            }
        }
    }
}
