import EffectLoop
import Glibc
import Testing

private final class Ender {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
    func touch() {}
}

extension RealLoop {
    @Suite struct WatchReplacement {
        @Test func aCaptureMayWatchAgainAsItGoes() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            var calls = 0
            var again: WatchToken?
            var token: WatchToken? = nil
            do {
                let ender = Ender {
                    again = try? loop.watch(pair.reader, for: .readable) { _ in
                        calls += 1
                        pair.receive()
                    }
                }
                token = try loop.watch(pair.reader, for: .readable) { _ in
                    ender.touch()
                    token = nil
                }
            }
            pair.send()
            try loop.turns { calls == 1 }
            #expect(calls == 1)
            #expect(token == nil)
            again?.cancel()
            try loop.run()
        }

        @Test func aHandlerMayReplaceItsDescriptorEachTime() throws {
            let loop = try EventLoop()
            var rounds = 0
            var token: WatchToken?
            var current = Pair.sockets()
            func watch() {
                token = try? loop.watch(current.reader, for: [.readable, .writable]) { result in
                    if case .failure = result { Issue.record("failed") }
                    rounds += 1
                    token = nil
                    current = Pair.sockets()
                    if rounds < 2_000 { watch() }
                }
            }
            watch()
            try loop.run()
            #expect(rounds == 2_000)
            #expect(token == nil)
        }

        @Test func dataAndHangUpOfAConnectionComeInOrder() throws {
            let loop = try EventLoop()
            let pair = Pair.connection()
            var story: [String] = []
            let token = try loop.watch(pair.reader, for: [.readable, .disconnect, .priority]) {
                result in
                guard case .success(let events) = result else { return story.append("failure") }
                if events.contains(.disconnect) { story.append("hangup") }
                if events.contains(.readable) { story.append("read \(pair.receive())") }
                if events.contains(.priority) { story.append("urgent") }
                if story.last == "read 0" { loop.stop() }
            }
            pair.send(String(repeating: "x", count: 100))
            pair.closeWriter()
            try loop.run()
            #expect(story.filter { $0 != "hangup" } == ["read 64", "read 36", "read 0"])
            #expect(story.count { $0 == "hangup" } == 1)
            token.cancel()
        }
    }
}
