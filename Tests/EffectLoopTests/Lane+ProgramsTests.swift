import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct LanePrograms {
        /// Runs a shell as work on a lane; how it ended, as `wait` tells.
        private func outcome(of script: String, on loop: EventLoop) throws -> [Int] {
            let store = LaneStore(on: loop)
            store.start(
                .blocking(on: loop.lane("spawn")) {
                    let system = unsafeBitCast(
                        dlsym(nil, "system"),
                        to: (@convention(c) (UnsafePointer<CChar>) -> Int32).self)
                    return Int(system(script))
                } _: {
                    .result($0)
                })
            try loop.run()
            return store.results
        }

        @Test func aProgramStartedByWorkCanBeEnded() throws {
            let loop = try EventLoop()
            let status = try withSignalsUnblocked {
                try outcome(of: "kill -TERM $$; exit 3", on: loop)
            }
            #expect(status == [Int(SIGTERM)])
        }

        /// What the loop unblocks for itself is unblocked for the programs, too.
        @Test func aProgramEndsByASignalThatTheLoopWatches() async {
            await #expect(processExitsWith: .exitCode(7)) {
                blockSignal(SIGTERM)
                let loop = try EventLoop()
                try loop.watch(signal: SIGTERM) {}.cancel()
                let status = try LanePrograms().outcome(of: "kill -TERM $$; exit 3", on: loop)
                exit(status == [Int(SIGTERM)] ? 7 : 1)
            }
        }

        /// Who blocks a signal everywhere, to fetch it with `sigwait`, is not ended by it on a lane.
        @Test func whatTheLoopsThreadBlocksIsBlockedOnALane() async {
            await #expect(processExitsWith: .exitCode(7)) {
                blockSignal(SIGUSR1)
                let loop = try EventLoop()
                let store = LaneStore(on: loop)
                store.start(
                    .blocking(on: loop.lane("mask"), { Int(pthread_kill(pthread_self(), SIGUSR1)) })
                    { .result($0) })
                try loop.serve()
                exit(store.results == [0] ? 7 : 1)
            }
        }

        @Test func aSignalThatALaneTakesReachesTheLoopAndDoesNotDisturbTheWork() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var calls = 0
            let token = try loop.watch(signal: SIGUSR1) {
                calls += 1
                pipe.send()
            }
            let store = LaneStore(on: loop)
            let reader = pipe.reader
            store.onResult = { _ in token.cancel() }
            store.start(
                .blocking(on: loop.lane("reader")) {
                    // The signal comes while this thread waits in `read`, which goes on.
                    let thread = pthread_self()
                    let sender = startThread {
                        usleep(20_000)
                        pthread_kill(thread, SIGUSR1)
                    }
                    var byte: UInt8 = 0
                    let count = read(reader, &byte, 1)
                    sender.wait()
                    return count
                } _: {
                    .result($0)
                })
            try loop.run()
            #expect(calls == 1)
            #expect(store.results == [1], "interrupted: \(store.results)")
        }
    }
}
