import EffectLoop
import Glibc
import Testing

/// How often the calling thread has gone to sleep: what the kernel counts, beside our own count.
private func voluntarySwitches() -> Int {
    var usage = rusage()
    // `RUSAGE_THREAD`, a macro that Swift does not see.
    getrusage(__rusage_who_t(1), &usage)
    return usage.ru_nvcsw
}

extension RealLoop {
    @Suite struct Idling {
        // R-FOO-05
        @Test func anIdleLoopDoesNotWakeAtAll() throws {
            let loop = try EventLoop()
            let pipes = [Pair.pipe(), Pair.pipe()]
            let tokens = try pipes.map { try loop.watch($0.reader, for: .readable) { _ in } }
            let stopper = loop.stopper
            let thread = startThread {
                usleep(3_000_000)
                stopper.stop()
            }
            let switches = voluntarySwitches()
            let time = try elapsed(loop) { try loop.run() }
            #expect(voluntarySwitches() - switches <= 5)
            thread.wait()
            #expect(time > 2_900 * millisecond)
            #expect(loop.statistics.wakeUps == 1, "the stop")
            #expect(loop.statistics.idleShare > 0.9)
            for token in tokens { token.cancel() }
        }

        // LOOP-10
        @Test func aTimerOfASecondAndTwoWatchesWakeOnceASecond() throws {
            let loop = try EventLoop()
            let pipes = [Pair.pipe(), Pair.pipe()]
            var ticks = 0
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { _, action in
                    switch action {
                    case "start":
                        return .merge(
                            .timer(every: .seconds(1), "tick"),
                            .readable(pipes[0].reader, on: loop) { "input" },
                            .readable(pipes[1].reader, on: loop) { "input" },
                            .after(.milliseconds(2_050), "stop"))
                    case "tick": ticks += 1
                    default: loop.stop()
                    }
                    return .none
                }
            }
            store.send("start")
            try loop.run()
            #expect(ticks == 2)
            #expect(loop.statistics.wakeUps <= 10, "five a second")
            #expect(loop.statistics.wakeUps >= 3)
        }

        // R-FOO-05
        @Test(arguments: [TimerPrecision.millisecond, .high])
        func tolerantTimersShareTheirWakeUps(precision: TimerPrecision) throws {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = precision
            let loop = try EventLoop(configuration: configuration)
            let seed = UInt64.random(in: 1...UInt64.max)
            var state = seed
            var ticks = 0
            var worst = Duration.zero
            let store = Store<Int, Int64>(initialState: 0, on: loop) {
                Reduce { _, phase in
                    guard phase >= 0 else { return .none }
                    return .timer(every: .seconds(1), tolerance: .milliseconds(250)) { tick in
                        ticks += 1
                        worst = max(worst, tick.deadline.duration(to: loop.now))
                        return -1
                    }.delay(for: .microseconds(phase))
                }
            }
            for _ in 0..<20 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                store.send(Int64(state >> 33) % 1_000_000)
            }
            // Until all have started; the starts themselves are not tolerant.
            try loop.turns { store.effects.allSatisfy { $0.kind == .timer } }
            let (before, ticksBefore) = (loop.statistics.wakeUps, ticks)
            let callbacks = Callbacks(loop)
            callbacks.after(2 * second) { loop.stop() }
            try loop.run()
            #expect(loop.statistics.wakeUps - before <= 10, "five a second; seed \(seed)")
            #expect(ticks - ticksBefore >= 30, "two of each, less those at the ends; seed \(seed)")
            #expect(worst < .milliseconds(250 + 250))
            store.stop()
        }
    }
}
