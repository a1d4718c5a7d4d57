import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct OneThread {
        @Test func aLoopMadeOnOneThreadMayRunOnAnother() throws {
            nonisolated(unsafe) let loop = try EventLoop()
            let pipe = Pair.pipe()
            let token = try loop.watch(pipe.reader, for: .readable) { _ in loop.stop() }
            pipe.send()
            onAnotherThread { try? loop.serve() }
            // It comes back by being run here.
            try loop.serve(.noWait)
            token.cancel()
        }

        #if DEBUG
            // LOOP-11
            @Test func aUseFromAnotherThreadTraps() async {
                let result = await #expect(
                    processExitsWith: .failure, observing: [\.standardErrorContent]
                ) {
                    nonisolated(unsafe) let loop = try EventLoop()
                    try loop.serve(.noWait)
                    onAnotherThread { loop.stop() }
                }
                expectSentence("used from another thread", in: result)
            }

            // LOOP-11
            @Test func theRunQueueChecksTheThread() async {
                let result = await #expect(
                    processExitsWith: .failure, observing: [\.standardErrorContent]
                ) {
                    nonisolated(unsafe) let loop = try EventLoop()
                    try loop.serve(.noWait)
                    onAnotherThread { loop.runQueue.threadCheck?() }
                }
                expectSentence("used from another thread", in: result)
            }
        #endif

        // R-SIG-10
        @Test(arguments: [false, true])
        func aUseInAForkedChildTraps(watches: Bool) async {
            let result = await #expect(
                processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
            ) { [watches] in
                let loop = try EventLoop()
                // Swift hides fork, for good reasons; the child does nothing but the call.
                let symbol = dlsym(nil, "fork")
                let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
                let child = fork()
                if child == 0 {
                    var none = rlimit(rlim_cur: 0, rlim_max: 0)
                    setrlimit(__rlimit_resource_t(4), &none)
                    for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
                    if watches {
                        _ = try loop.watch(0, for: .readable) { _ in }
                    } else {
                        try loop.serve()
                    }
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                let signal = status & 0x7f
                exit(signal == SIGILL || signal == SIGTRAP ? 7 : 1)
            }
            expectSentence("used in a forked child; create the loop after the fork", in: result)
        }
    }
}
