import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct SignalFlood {
        @Test(arguments: [1_000, 10_000])
        func aBurstOfOneSignalDoesNotHideAnother(count: Int) throws {
            let loop = try EventLoop()
            var bursts = 0
            var ends = 0
            let burst = try loop.watch(signal: SIGUSR1) { bursts += 1 }
            let end = try loop.watch(signal: SIGUSR2) {
                ends += 1
                loop.stop()
            }
            withSignalsUnblocked {
                for _ in 0..<count { raise(SIGUSR1) }
                raise(SIGUSR2)
            }
            try loop.turns(within: second) { ends > 0 }
            #expect(ends == 1, "lost behind \(bursts)")
            burst.cancel()
            end.cancel()
        }

        @Test func aFloodOfSignalsLeavesOthersTheirTurn() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var calls = 0
            var ticks = 0
            // Each delivery brings the next, as a sender does that does not rest.
            let token = try loop.watch(signal: SIGUSR1) {
                calls += 1
                if calls < 20_000 { for _ in 0..<40 { deliver(SIGUSR1) } }
            }
            callbacks.after(0) {
                ticks = calls
                loop.stop()
            }
            for _ in 0..<40 { deliver(SIGUSR1) }
            try loop.run()
            #expect(ticks < 5_000, "\(ticks) signals went before a timer")
            token.cancel()
        }

        @Test func signalsOfOneTurnAreServedOnceInTheOrderTheyWereFirstWatched() throws {
            let loop = try EventLoop()
            var log: [Int32] = []
            let tokens = try [SIGUSR2, 40, SIGUSR1].map { number in
                try loop.watch(signal: number) { log.append(number) }
            }
            for number in [SIGUSR1, 40, 40, SIGUSR2, SIGUSR1] { deliver(number) }
            try loop.turns { log.count >= 3 }
            try loop.run(.noWait)
            #expect(log == [SIGUSR2, 40, SIGUSR1])
            for token in tokens { token.cancel() }
        }

        @Test func aSignalFromBeforeAWatchIsNotForIt() throws {
            let loop = try EventLoop()
            var calls = 0
            let guardian = try EventLoop()
            let guarding = try guardian.watch(signal: SIGUSR1) {}
            try loop.watch(signal: SIGUSR1) { calls += 1 }.cancel()
            let first = try loop.watch(signal: SIGUSR1) { calls += 1 }
            deliver(SIGUSR1)
            first.cancel()
            let second = try loop.watch(signal: SIGUSR1) { calls += 1 }
            try loop.run(.noWait)
            #expect(calls == 0)
            deliver(SIGUSR1)
            try loop.turns { calls > 0 }
            #expect(calls == 1)
            second.cancel()
            guarding.cancel()
        }
    }
}
