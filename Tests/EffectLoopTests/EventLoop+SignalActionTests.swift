import EffectLoop
import Glibc
import Testing

extension RealLoop {
    /// What the process does on a signal before, beside and after the watches of it.
    @Suite struct SignalActions {
        @Test func whatWasIgnoredIsIgnoredAgain() async {
            await #expect(processExitsWith: .exitCode(7)) {
                // As `nohup` does.
                signal(SIGHUP, SIG_IGN)
                let loop = try EventLoop()
                var calls = 0
                let token = try loop.watch(signal: SIGHUP) { calls += 1 }
                deliver(SIGHUP)
                try loop.turns { calls == 1 }
                token.cancel()
                deliver(SIGHUP)
                try loop.serve()
                exit(calls == 1 ? 7 : 1)
            }
        }

        @Test func aHandlerOfTheProcessIsBackAfterTheLastWatch() async {
            await #expect(processExitsWith: .exitCode(7)) {
                signal(SIGUSR1) { _ in exit(7) }
                let loops = [try EventLoop(), try EventLoop()]
                let tokens = try loops.map { loop in try loop.watch(signal: SIGUSR1) {} }
                deliver(SIGUSR1)
                tokens[0].cancel()
                deliver(SIGUSR1)
                loops[1].close()
                deliver(SIGUSR1)
                exit(1)
            }
        }

        @Test func aHandlerThatTheProcessInstallsMeanwhileStays() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let token = try loop.watch(signal: SIGUSR1) {}
                signal(SIGUSR1) { _ in exit(7) }
                token.cancel()
                deliver(SIGUSR1)
                exit(1)
            }
        }

        @Test func aHandlerLeavesErrnoAlone() throws {
            let loop = try EventLoop()
            let token = try loop.watch(signal: SIGUSR1) {}
            let seen = withSignalsUnblocked {
                errno = EXDEV
                raise(SIGUSR1)
                return errno
            }
            #expect(seen == EXDEV)
            token.cancel()
        }

        /// A child that does not go on to another program has no loop that would serve its signals.
        @Test func aForkedChildEndsByASignalThatItsParentWatches() async {
            await #expect(processExitsWith: .exitCode(7)) {
                // Swift hides it.
                let fork = unsafeBitCast(
                    dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
                let loop = try EventLoop()
                var calls = 0
                let token = try loop.watch(signal: SIGTERM) { calls += 1 }
                let child = fork()
                if child == 0 {
                    deliver(SIGTERM)
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                guard status & 0x7F == SIGTERM else { exit(1) }
                try loop.serve(.noWait)
                guard calls == 0 else { exit(2) }
                deliver(SIGTERM)
                try loop.turns { calls == 1 }
                token.cancel()
                exit(calls == 1 ? 7 : 3)
            }
        }

        @Test func aForkedChildThatLetsGoOfTheLoopLeavesTheParentsWatchAlone() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let fork = unsafeBitCast(
                    dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
                var loop: EventLoop! = try EventLoop()
                var calls = 0
                var token: WatchToken? = try loop.watch(signal: SIGUSR1) { calls += 1 }
                let child = fork()
                if child == 0 {
                    token = nil
                    loop = nil
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                guard status == 0 else { exit(1) }
                deliver(SIGUSR1)
                try loop.turns { calls == 1 }
                token?.cancel()
                exit(calls == 1 ? 7 : 2)
            }
        }
    }
}
