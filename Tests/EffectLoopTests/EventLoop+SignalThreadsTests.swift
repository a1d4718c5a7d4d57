import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct SignalThreads {
        @Test func loopsOnSeveralThreadsEachGetASignal() {
            let ready = Tally()
            let served = Tally()
            let threads = (0..<4).map { _ in
                startThread {
                    guard let loop = try? EventLoop() else { return }
                    let token = try? loop.watch(signal: SIGUSR2) {
                        served.add()
                        loop.stop()
                    }
                    ready.add()
                    try? loop.run()
                    token?.cancel()
                }
            }
            while ready.count < 4 { sched_yield() }
            deliver(SIGUSR2)
            for thread in threads { thread.wait() }
            #expect(served.count == 4)
        }

        /// The handler runs on other threads while the loop it is about to wake goes.
        @Test func signalsRaceWithTheEndOfTheirWatchesAndLoops() throws {
            // Keeps the handler in place.
            let guardian = try EventLoop()
            var calls = 0
            let guarding = try guardian.watch(signal: SIGUSR1) { calls += 1 }
            let isOver = Tally()
            let senders = (0..<2).map { _ in
                startThread { withSignalsUnblocked { while isOver.count == 0 { raise(SIGUSR1) } } }
            }
            for round in 0..<300 {
                let loop = try EventLoop()
                let token = try loop.watch(signal: SIGUSR1) {}
                try loop.run(.noWait)
                if round % 2 == 0 { token.cancel() }
                loop.close()
            }
            isOver.add()
            for sender in senders { sender.wait() }
            try guardian.turns { calls > 0 }
            #expect(calls > 0)
            guarding.cancel()
        }

        /// A wake-up must not be lost between a loop that looks and a handler that tells.
        @Test func everyRoundOfSignalsWakesTheLoop() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let rounds = Tally()
            let isOver = Tally()
            let token = try loop.watch(signal: SIGUSR1) {
                rounds.add()
                if rounds.count == 20_000 { loop.stop() }
            }
            // A lost one shows as a wait that does not end.
            callbacks.after(30 * second) { loop.stop() }
            let sender = startThread {
                withSignalsUnblocked {
                    for round in 0..<20_000 {
                        raise(SIGUSR1)
                        while rounds.count == round, isOver.count == 0 { sched_yield() }
                    }
                }
            }
            try loop.run()
            isOver.add()
            sender.wait()
            #expect(rounds.count == 20_000)
            token.cancel()
            callbacks.cancelAll()
        }
    }
}
