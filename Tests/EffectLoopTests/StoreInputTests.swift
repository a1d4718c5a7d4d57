import EffectLoop
import Glibc
import Testing

/// Stores that read and that are told to end.
extension RealLoop {
    @Suite struct StoresWithInput {
        // R-IOW-03
        @Test func anEndOfFileComesOnceForEachTimeItIsAskedFor() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            pipe.closeWriter()
            var ends = 0
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { _, action in
                    switch action {
                    case "read":
                        return .readable(pipe.reader, on: loop) { "ready" }
                            .cancellable(id: "read", cancelInFlight: true)
                    case "ready":
                        var byte: UInt8 = 0
                        guard Glibc.read(pipe.reader, &byte, 1) == 0 else { return .none }
                        return .merge(.cancel(id: "read"), .send("end"))
                    default:
                        ends += 1
                        return ends == 1 ? .send("read") : .none
                    }
                }
            }
            store.send("read")
            // Returns because nobody reads any more: a spin would keep it.
            try loop.run()
            #expect(ends == 2)
            #expect(loop.statistics.turns < 10)
        }

        // R-SIG-02
        @Test func aSignalBetweenSetUpAndRunIsServedByTheRun() throws {
            let loop = try EventLoop()
            var log: [String] = []
            let store = Store<Int, String>(initialState: 0, on: loop) {
                Reduce { _, action in
                    log.append(action)
                    switch action {
                    case "start":
                        return .merge(
                            .signal(SIGTERM, on: loop) { "terminate" },
                            .timer(every: .seconds(3600), "tick"))
                    default: return .cancelAll
                    }
                }
            }
            store.send("start")
            deliver(SIGTERM)
            try loop.run()
            #expect(log == ["start", "terminate"])
            #expect(store.effects.isEmpty)
        }

        // R-SIG-02
        @Test func aStopBetweenSetUpAndRunEndsTheRunAtOnce() throws {
            let loop = try EventLoop()
            var ticks = 0
            let store = Store<Int, Bool>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if action { return .timer(every: .milliseconds(1), false) }
                    ticks += 1
                    return .none
                }
            }
            store.send(true)
            loop.stopper.stop()
            try loop.run()
            #expect(ticks == 0)
            store.stop()
        }
    }
}
