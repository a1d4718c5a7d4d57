import CEffectShims
import EffectLoop
import Glibc
import Testing

extension RealLoop {
    /// A test cannot suspend the machine: what is checked is that the kernel's timer on the boot-time
    /// clock is what ends the wait. Suspends themselves are simulated on the clocks of tests.
    @Suite struct BootTime {
        private func loop(_ precision: TimerPrecision) throws -> EventLoop {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = precision
            return try EventLoop(configuration: configuration)
        }

        // R-TIM-14
        @Test(arguments: [TimerPrecision.millisecond, .high])
        func aBootTimeTimerIsNeverEarlyAndHoldsTheLoop(precision: TimerPrecision) throws {
            let loop = try loop(precision)
            let callbacks = Callbacks(loop)
            for wait in [0, 400 * microsecond, 1_500 * microsecond, 20 * millisecond] {
                let armed = effect_boottime_nanoseconds()
                var fired: Int64 = 0
                callbacks.after(wait, clock: .boottime) { fired = effect_boottime_nanoseconds() }
                try loop.run()
                #expect(fired - armed >= wait)
                #expect(fired - armed < wait + 250 * millisecond)
            }
        }

        // R-TIM-14: the poller itself waits without end, so the kernel's timer is what wakes it
        @Test(arguments: [TimerPrecision.millisecond, .high])
        func theKernelsTimerAloneEndsTheWait(precision: TimerPrecision) throws {
            let loop = try loop(precision)
            let callbacks = Callbacks(loop)
            callbacks.after(20 * millisecond, clock: .boottime) {}
            try loop.run(.noWait)
            #expect(loop.pollTimeoutMilliseconds == -1)
            let before = loop.statistics.wakeUps
            try loop.run()
            #expect(loop.statistics.wakeUps - before == 1, "one wake-up, on time")
        }

        @Test(arguments: [TimerPrecision.millisecond, .high])
        func timersOfBothClocksShareALoop(precision: TimerPrecision) throws {
            let loop = try loop(precision)
            let callbacks = Callbacks(loop)
            var fired: [Int] = []
            callbacks.after(10 * millisecond) { fired.append(2) }
            callbacks.after(5 * millisecond, clock: .boottime) { fired.append(1) }
            callbacks.after(15 * millisecond, clock: .boottime) { fired.append(3) }
            let last = callbacks.after(hour, clock: .boottime) { fired.append(4) }
            callbacks.after(30 * millisecond) { callbacks.cancel(last) }
            try loop.run()
            #expect(fired == [1, 2, 3])
        }

        @Test func withNothingOnTheClockItsTimerIsDisarmed() throws {
            let loop = try loop(.millisecond)
            let callbacks = Callbacks(loop)
            let timer = callbacks.after(5 * millisecond, clock: .boottime) {}
            try loop.run(.noWait)
            callbacks.cancel(timer)
            var isOver = false
            callbacks.after(50 * millisecond) { isOver = true }
            let before = loop.statistics.wakeUps
            try loop.run()
            #expect(isOver)
            #expect(loop.statistics.wakeUps - before == 1)
        }

        // TMR-24
        @Test func aBootTimeTimerEffectTicksOnALoop() throws {
            let loop = try loop(.millisecond)
            var ticks: [Int] = []
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    guard action == 0 else { return .none }
                    return .timer(every: .milliseconds(2), count: 3, clock: .boottime) {
                        ticks.append($0.count + $0.missed)
                        return 1
                    }
                }
            }
            store.send(0)
            try loop.run()
            #expect(ticks.count == 3)
        }

        @Test func aRefusedTimerIsReportedOnceAndTheMonotonicClockServes() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let callbacks = Callbacks(loop)
                var reports: [Report] = []
                loop.runQueue.reporter = Reporter { reports.append($0) }
                guard exhaustDescriptors() else { exit(2) }
                var fired = 0
                for _ in 0..<3 {
                    callbacks.after(millisecond, clock: .boottime) { fired += 1 }
                    try loop.serve()
                }
                guard fired == 3, reports.count == 1, reports[0].kind == .systemError else {
                    exit(1)
                }
                // Checkers that run at an orderly exit would want descriptors.
                _exit(reports[0].message.contains("timerfd_create") ? 7 : 3)
            }
        }
    }
}
