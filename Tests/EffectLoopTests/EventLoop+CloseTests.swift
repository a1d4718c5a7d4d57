import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Closing {
        // R-SIG-04
        @Test func everythingOpenIsClosedAndNothingIsCalled() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pairs = [Pair.pipe(), .sockets(), .connection()]
            var calls = 0
            var tokens: [WatchToken] = []
            for pair in pairs {
                for interest in [DescriptorEvents.readable, .disconnect, [.readable, .priority]] {
                    tokens.append(try loop.watch(pair.reader, for: interest) { _ in calls += 1 })
                }
                pair.send()
            }
            for number in [SIGUSR1, SIGUSR1, SIGUSR2] {
                tokens.append(try loop.watch(signal: number) { calls += 1 })
            }
            for _ in 0..<5 { callbacks.after(0) { calls += 1 } }
            // Some are closing already, and a caught signal is on its way.
            tokens[0].cancel()
            tokens[1].cancel()
            tokens[2].cancel()
            deliver(SIGUSR1)
            loop.stopper.stop()
            loop.close()
            loop.close()
            #expect(calls == 0)
            for token in tokens { token.cancel() }
            loop.stop()
            _ = loop.now
        }

        @Test func releasingTheLoopClosesItAndLateTokensDoNothing() throws {
            let pipe = Pair.pipe()
            let lifetime = Lifetime()
            var tokens: [WatchToken] = []
            do {
                let loop = try EventLoop()
                tokens.append(
                    try loop.watch(pipe.reader, for: .readable) {
                        [object = lifetime.object()] _ in object.touch()
                    })
                tokens.append(
                    try loop.watch(signal: SIGUSR1) { [object = lifetime.object()] in
                        object.touch()
                    })
                try loop.run(.noWait)
                #expect(lifetime.count == 2)
            }
            #expect(!lifetime.isAlive, "tokens do not keep the loop, nor the handlers")
            for token in tokens { token.cancel() }
            tokens = []
        }

        @Test func aHandlerThatHoldsTheTokensOfOthersGoesInOrder() throws {
            let loop = try EventLoop()
            let pairs = (0..<4).map { _ in Pair.pipe() }
            var token: WatchToken?
            for pair in pairs {
                let held = token
                token = try loop.watch(pair.reader, for: .readable) { _ in held?.cancel() }
                token = try loop.watch(pair.reader, for: .disconnect) { [token] _ in
                    token?.cancel()
                }
            }
            loop.close()
        }

        // R-SIG-04
        @Test func aThousandLoopsLeaveNothingBehind() async {
            await #expect(processExitsWith: .exitCode(7)) {
                func cycle() throws {
                    let loop = try EventLoop()
                    let pipe = Pair.pipe()
                    let input = try loop.watch(pipe.reader, for: .readable) { _ in }
                    let signal = try loop.watch(signal: SIGUSR1) {}
                    Callbacks(loop).after(0) {}
                    try loop.run(.noWait)
                    input.cancel()
                    if loop.now.nanoseconds % 2 == 0 { loop.close() }
                    signal.cancel()
                }
                for _ in 0..<10 { try cycle() }
                let before = openDescriptorCount()
                for _ in 0..<1_000 { try cycle() }
                // The test runner of the child opens and closes a few of its own meanwhile.
                exit(openDescriptorCount() - before < 10 ? 7 : 1)
            }
        }

        @Test func runAfterCloseTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let loop = try EventLoop()
                loop.close()
                try loop.serve()
            }
            expectSentence("EventLoop.run: the loop is closed", in: result)
        }

        @Test func watchAfterCloseIsAnError() throws {
            let loop = try EventLoop()
            loop.close()
            #expect(throws: SystemError.self) { try loop.watch(0, for: .readable) { _ in } }
            let error = #expect(throws: SystemError.self) { try loop.watch(signal: SIGHUP) {} }
            #expect(error?.description == "watch 1: the loop is closed (125)")
        }

        @Test func closeInACallbackTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let loop = try EventLoop()
                let callbacks = Callbacks(loop)
                callbacks.after(0) { loop.close() }
                try loop.serve()
            }
            expectSentence("the loop is running; stop it first", in: result)
        }

        @Test(arguments: [false, true])
        func aLoopThatTheSystemRefusesIsAnError(isPrecise: Bool) async {
            await #expect(processExitsWith: .exitCode(7)) { [isPrecise] in
                var configuration = EventLoop.Configuration()
                if isPrecise { configuration.timerPrecision = .high }
                _ = try EventLoop(configuration: configuration)
                var limit = rlimit()
                getrlimit(openFiles, &limit)
                var refusals = 0
                var timerRefusals = 0
                // Each number of free descriptors stops the creation at another place; several times,
                // since other threads of the process open and close descriptors of theirs.
                for attempt in 0..<1_000 as Range<rlim_t> {
                    let spare = attempt % 20
                    let lowest = open("/", O_RDONLY)
                    close(lowest)
                    limit.rlim_cur = rlim_t(lowest) + spare
                    guard setrlimit(openFiles, &limit) == 0 else { exit(2) }
                    do throws(SystemError) {
                        try EventLoop(configuration: configuration).close()
                        if refusals > 0, (timerRefusals > 0) == isPrecise { exit(7) }
                    } catch {
                        guard error.code == EMFILE else { exit(4) }
                        refusals += 1
                        if error.operation == "timerfd_create" { timerRefusals += 1 }
                    }
                    limit.rlim_cur = limit.rlim_max
                    guard setrlimit(openFiles, &limit) == 0 else { exit(2) }
                }
                exit(3)
            }
        }

        @Test func aWatchNeedsNoDescriptorOfItsOwn() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                guard exhaustDescriptors() else { exit(2) }
                var calls = 0
                let input = try loop.watch(pipe.reader, for: .readable) { _ in
                    calls += 1
                    pipe.receive()
                }
                let signal = try loop.watch(signal: SIGUSR1) { calls += 10 }
                pipe.send()
                deliver(SIGUSR1)
                try loop.turns { calls == 11 }
                input.cancel()
                signal.cancel()
                // Checkers that run at an orderly exit would want descriptors.
                _exit(calls == 11 ? 7 : 1)
            }
        }
    }
}
