import EffectLoop
import Glibc
import Testing

/// Swift hides fork, for good reasons; the children here do one thing and go.
private func fork() -> pid_t {
    unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)()
}

extension RealLoop {
    @Suite struct ForkedChildren {
        @Test(arguments: [1, 2])
        func aForkedChildThatLetsGoLeavesTheParentsWatchAlone(kind: Int) async {
            await #expect(processExitsWith: .exitCode(7)) { [kind] in
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                var calls = 0
                let token = try loop.watch(pipe.reader, for: .readable) { _ in
                    calls += 1
                    pipe.receive()
                }
                try loop.serve(.noWait)
                let child = fork()
                if child == 0 {
                    if kind == 1 { token.cancel() } else { loop.close() }
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                pipe.send()
                try loop.turns(within: 500 * millisecond) { calls > 0 }
                withExtendedLifetime(token) {}
                exit(calls == 1 ? 7 : 1)
            }
        }

        @Test func aForkedChildThatClosesLeavesTheParentsExactTimersAlone() async {
            await #expect(processExitsWith: .exitCode(7)) {
                var configuration = EventLoop.Configuration()
                configuration.timerPrecision = .high
                let loop = try EventLoop(configuration: configuration)
                let callbacks = Callbacks(loop)
                var fired = false
                callbacks.after(100 * millisecond) { fired = true }
                try loop.serve(.noWait)
                let child = fork()
                if child == 0 {
                    loop.close()
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                alarm(2)
                try loop.serve()
                exit(fired ? 7 : 1)
            }
        }

        enum Use: CaseIterable, Codable {
            case cancel, cancelSignal, close, stop, inbox, lane, watchSignal
        }

        @Test(arguments: Use.allCases)
        func aUseOfTheParentsLoopTraps(use: Use) async {
            let result = await #expect(
                processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
            ) { [use] in
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                let store = Store<Int, Int>(initialState: 0, on: loop) { Reduce { _, _ in .none } }
                let tokens = [
                    try loop.watch(pipe.reader, for: .readable) { _ in },
                    try loop.watch(signal: SIGUSR1) {},
                ]
                let child = fork()
                if child == 0 {
                    var none = rlimit(rlim_cur: 0, rlim_max: 0)
                    setrlimit(__rlimit_resource_t(4), &none)
                    for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
                    switch use {
                    case .cancel: tokens[0].cancel()
                    case .cancelSignal: tokens[1].cancel()
                    case .close: loop.close()
                    case .stop: loop.stop()
                    case .inbox: _ = loop.inbox(for: store, capacity: 1)
                    case .lane: _ = loop.lane("work")
                    case .watchSignal: _ = try loop.watch(signal: SIGUSR2) {}
                    }
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                let signal = status & 0x7f
                withExtendedLifetime(tokens) {}
                exit(signal == SIGILL || signal == SIGTRAP ? 7 : 1)
            }
            expectSentence("used in a forked child; create the loop after the fork", in: result)
        }

        @Test(arguments: [true, false])
        func aReleaseInAForkedChildLetsTheCapturesGoAndNothingElse(ofLoop: Bool) async {
            await #expect(processExitsWith: .exitCode(7)) { [ofLoop] in
                var configuration = EventLoop.Configuration()
                configuration.timerPrecision = .high
                var loop: EventLoop? = try EventLoop(configuration: configuration)
                let pipe = Pair.pipe()
                let lifetime = Lifetime()
                var calls = [0, 0]
                var tokens: [WatchToken] = []
                func watch(_ loop: EventLoop, _ object: Lifetime.Mortal) throws {
                    tokens = [
                        try loop.watch(pipe.reader, for: .readable) { _ in
                            object.touch()
                            calls[0] += 1
                            pipe.receive()
                        },
                        try loop.watch(signal: SIGUSR1) {
                            object.touch()
                            calls[1] += 1
                        },
                    ]
                }
                if let loop {
                    try watch(loop, lifetime.object())
                    try loop.serve(.noWait)
                }
                let child = fork()
                if child == 0 {
                    if ofLoop {
                        loop = nil
                        for token in tokens { token.cancel() }
                    } else {
                        tokens = []
                    }
                    _exit(lifetime.isAlive ? 1 : 0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                pipe.send()
                kill(getpid(), SIGUSR1)
                try loop?.turns(within: 500 * millisecond) { calls == [1, 1] }
                withExtendedLifetime(tokens) {}
                exit(calls == [1, 1] && status == 0 ? 7 : 1)
            }
        }
    }
}
