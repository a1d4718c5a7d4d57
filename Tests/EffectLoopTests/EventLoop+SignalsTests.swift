import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Signals {
        @Test func watchesOfOneSignalAreCalledInTheOrderTheyWereMade() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            let tokens = try (1...3).map { number in
                try loop.watch(signal: SIGUSR1) { log.append(number) }
            }
            deliver(SIGUSR1)
            #expect(log.isEmpty, "never from within the signal handler")
            try loop.turns { !log.isEmpty }
            #expect(log == [1, 2, 3])
            tokens[1].cancel()
            deliver(SIGUSR1)
            try loop.turns { log.count > 3 }
            #expect(log == [1, 2, 3, 1, 3])
            for token in tokens { token.cancel() }
            try loop.run()
        }

        // R-IOW-13
        @Test func aHandlerMayCancelItsOwnWatch() throws {
            let loop = try EventLoop()
            var calls = 0
            var token: WatchToken?
            token = try loop.watch(signal: SIGUSR2) {
                calls += 1
                token = nil
            }
            let guardian = try loop.watch(signal: SIGUSR1) {}
            deliver(SIGUSR2)
            deliver(SIGUSR1)
            try loop.turns { calls == 1 }
            try loop.run(.noWait)
            #expect(calls == 1)
            #expect(token == nil)
            guardian.cancel()
            try loop.run()
        }

        @Test func aWatchCancelledByAnEarlierOneOfTheSameDeliveryIsNotCalled() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            var second: WatchToken?
            let first = try loop.watch(signal: SIGUSR1) {
                log.append(1)
                second?.cancel()
            }
            second = try loop.watch(signal: SIGUSR1) { log.append(2) }
            deliver(SIGUSR1)
            try loop.turns { !log.isEmpty }
            #expect(log == [1])
            first.cancel()
        }

        @Test func aSignalWatchedAgainInItsHandlerIsDeliveredNextTime() throws {
            let loop = try EventLoop()
            var log: [Int] = []
            var tokens: [WatchToken] = []
            tokens.append(
                try loop.watch(signal: SIGUSR1) {
                    log.append(1)
                    tokens.removeAll()
                    let again = try? loop.watch(signal: SIGUSR1) { log.append(2) }
                    if let again { tokens.append(again) }
                })
            deliver(SIGUSR1)
            try loop.turns { !log.isEmpty }
            #expect(log == [1])
            deliver(SIGUSR1)
            try loop.turns { log.count > 1 }
            #expect(log == [1, 2])
        }

        @Test func twoLoopsBothGetASignal() throws {
            let loops = [try EventLoop(), try EventLoop()]
            var calls = [0, 0]
            let tokens = try (0...1).map { index in
                try loops[index].watch(signal: SIGUSR1) { calls[index] += 1 }
            }
            deliver(SIGUSR1)
            for index in 0...1 { try loops[index].turns { calls[index] == 1 } }
            #expect(calls == [1, 1])
            for token in tokens { token.cancel() }
        }

        @Test(arguments: [SIGKILL, SIGSTOP, 0, -1, 1_000])
        func aSignalThatCannotBeCaughtIsRefused(number: Int32) throws {
            let loop = try EventLoop()
            let error = #expect(throws: SystemError.self) {
                _ = try loop.watch(signal: number) {}
            }
            #expect(error?.code == EINVAL)
            #expect(error?.subject == "signal \(number)")
            try loop.run()
        }

        // R-STR-12
        @Test func aWriteToABrokenPipeIsAnErrorAndNotTheEnd() async {
            await #expect(processExitsWith: .exitCode(7)) {
                signal(SIGPIPE, SIG_DFL)
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                pipe.closeReader()
                guard withSignalsUnblocked({ pipe.send() }) == -1, errno == EPIPE else { exit(1) }
                // A watch of the very signal leaves the process as safe as before.
                try loop.watch(signal: SIGPIPE) {}.cancel()
                guard withSignalsUnblocked({ pipe.send() }) == -1, errno == EPIPE else { exit(2) }
                exit(7)
            }
        }

        @Test func aHandlerOfTheProcessForSIGPIPEIsLeftAlone() async {
            await #expect(processExitsWith: .exitCode(7)) {
                signal(SIGPIPE) { _ in exit(7) }
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                pipe.closeReader()
                withSignalsUnblocked { _ = pipe.send() }
                loop.close()
                exit(1)
            }
        }

        @Test func afterTheLastWatchTheSignalHasItsDefaultActionAgain() async {
            await #expect(processExitsWith: .signal(SIGUSR1)) {
                let loop = try EventLoop()
                let first = try loop.watch(signal: SIGUSR1) {}
                let second = try loop.watch(signal: SIGUSR1) {}
                first.cancel()
                deliver(SIGUSR1)
                second.cancel()
                deliver(SIGUSR1)
            }
        }

        // A daemon whose parent blocked the signal still ends by it.
        @Test(arguments: [false, true])
        func aWatchedSignalIsUnblocked(onAnotherThread isMoved: Bool) async {
            await #expect(processExitsWith: .exitCode(7)) { [isMoved] in
                blockSignal(SIGTERM)
                nonisolated(unsafe) let loop = try EventLoop()
                nonisolated(unsafe) var calls = 0
                let token = try loop.watch(signal: SIGTERM) {
                    calls += 1
                    loop.stop()
                }
                if isMoved {
                    // The thread that runs the loop has a mask of its own.
                    onAnotherThread {
                        blockSignal(SIGTERM)
                        let callbacks = Callbacks(loop)
                        callbacks.after(0) { pthread_kill(pthread_self(), SIGTERM) }
                        callbacks.after(5 * second) { loop.stop() }
                        try? loop.run()
                        callbacks.cancelAll()
                    }
                } else {
                    raise(SIGTERM)
                    try loop.turns { calls == 1 }
                }
                guard calls == 1 else { exit(1) }
                withExtendedLifetime(token) { exit(7) }
            }
        }
    }
}
