import EffectLoop
import Glibc
import Testing

private func isBlocking(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
}

extension RealLoop {
    @Suite struct SharedDescriptors {
        @Test func twoStoresShareADescriptor() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            var log: [String] = []
            let stores = (0..<2).map { index in
                Store<Int, String>(initialState: 0, on: loop) {
                    Reduce { _, action in
                        log.append("\(index)\(action)")
                        switch action {
                        case "go":
                            return .merge(
                                .readable(pair.reader, on: loop) { "r" }.cancellable(id: "r"),
                                .writable(pair.reader, on: loop) { "w" }.cancellable(id: "w"))
                        case "r":
                            pair.receive()
                            return .cancel(id: "r")
                        case "w": return .cancel(id: "w")
                        default: return .none
                        }
                    }
                }
            }
            for store in stores { store.send("go") }
            pair.send()
            try loop.run()
            #expect(log.sorted() == ["0go", "0r", "0w", "1go", "1r", "1w"])
            #expect(isBlocking(pair.reader))
        }

        @Test func aStoreReleasedByAnothersEventOnTheSameDescriptorIsNotCalled() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            var second: Store<Int, Int>?
            var calls = [0, 0]
            let first = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    calls[0] += 1
                    if action == 0 {
                        return .readable(pair.reader, on: loop) { 1 }.cancellable(id: 0)
                    }
                    second = nil
                    return .cancel(id: 0)
                }
            }
            second = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    calls[1] += 1
                    return action == 0 ? .readable(pair.reader, on: loop) { 1 } : .none
                }
            }
            first.send(0)
            second?.send(0)
            pair.send()
            try loop.run()
            #expect(calls == [2, 1])
        }

        @Test(arguments: [Int32(-1), .min, .max, 1_000_000])
        func absurdNumbersAreRefused(number: Int32) throws {
            let loop = try EventLoop()
            let error = #expect(throws: SystemError.self) {
                _ = try loop.watch(number, for: .readable) { _ in }
            }
            #expect(error?.code == EBADF)
            try loop.run()
        }
    }
}
