import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct SignalSharing {
        @Test func aStoreThatGoesLeavesTheSignalToTheOther() throws {
            let loop = try EventLoop()
            var log: [String] = []
            var stores: [Store<Int, String>] = []
            for name in ["a", "b"] {
                stores.append(
                    Store(initialState: 0, on: loop) {
                        Reduce { _, action in
                            log.append(name + action)
                            if action == "go" { return .signal(SIGUSR1, on: loop) { "s" } }
                            // A signal during the drain.
                            if action == "s", log.count < 8 { deliver(SIGUSR1) }
                            return .none
                        }
                    })
            }
            for store in stores { store.send("go") }
            deliver(SIGUSR1)
            try loop.turns { log.count >= 8 }
            #expect(log.filter { $0 == "as" }.count >= 3)
            stores.removeFirst()
            let count = log.filter { $0 == "as" }.count
            deliver(SIGUSR1)
            let total = log.count
            try loop.turns { log.count > total }
            #expect(log.filter { $0 == "as" }.count == count)
            stores = []
            try loop.run()
        }

        @Test func realTimeSignalsAreWatchedAndReservedOnesRefused() throws {
            let loop = try EventLoop()
            for number in [32, 33, 65, Int32.max, Int32.min] as [Int32] {
                #expect(throws: SystemError.self) { _ = try loop.watch(signal: number) {} }
            }
            var calls = 0
            let token = try loop.watch(signal: 40) { calls += 1 }
            deliver(40)
            try loop.turns { calls == 1 }
            #expect(calls == 1)
            token.cancel()
        }
    }
}
