import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct HangUps {
        // R-IOW-07
        @Test func aHangUpDuringAPauseIsFoundWhenReadingResumes() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            pipe.send()
            var counts: [Int] = []
            func read() throws -> WatchToken {
                try loop.watch(pipe.reader, for: .readable) { _ in counts.append(pipe.receive()) }
            }
            let first = try read()
            try loop.turns { counts == [1] }
            first.cancel()
            pipe.closeWriter()
            let callbacks = Callbacks(loop)
            callbacks.after(50 * millisecond) {}
            try loop.run()
            let second = try read()
            let turns = try loop.turns { counts.count == 2 }
            #expect(counts == [1, 0])
            #expect(turns <= 2)
            second.cancel()
        }

        // R-IOW-09
        @Test func aResetDuringAPauseDoesNotSpinAndIsReadAfterwards() throws {
            let loop = try EventLoop()
            let connection = Pair.connection()
            let paused = try loop.watch(connection.reader, for: .readable) { _ in }
            try loop.run(.noWait)
            paused.cancel()
            connection.resetWriter()
            let callbacks = Callbacks(loop)
            var isOver = false
            callbacks.after(100 * millisecond) { isOver = true }
            let turns = try loop.turns { isOver }
            #expect(turns <= 3)
            var count = 1
            let resumed = try loop.watch(connection.reader, for: .readable) { _ in
                count = connection.receive()
            }
            try loop.turns { count != 1 }
            #expect(count == -Int(ECONNRESET))
            resumed.cancel()
            try loop.run()
        }

        // R-IOW-09
        @Test(arguments: ["pipe", "sockets", "reset"])
        func aHangUpIsReportedOnceAndDoesNotSpin(kind: String) throws {
            let loop = try EventLoop()
            let pair =
                kind == "pipe" ? Pair.pipe() : kind == "sockets" ? .sockets() : .connection()
            var events: [DescriptorEvents] = []
            let token = try loop.watch(pair.reader, for: .disconnect) { event in
                events.append((try? event.get()) ?? [])
            }
            try loop.run(.noWait)
            kind == "reset" ? pair.resetWriter() : pair.closeWriter()
            let callbacks = Callbacks(loop)
            var isOver = false
            callbacks.after(100 * millisecond) { isOver = true }
            let turns = try loop.turns { isOver }
            #expect(events == [.disconnect])
            #expect(turns <= 4)
            try loop.run()
            token.cancel()
        }

        @Test func dataBeforeAHangUpIsReadBeforeTheEnd() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var log: [String] = []
            var token: WatchToken?
            token = try loop.watch(pipe.reader, for: [.readable, .disconnect]) { event in
                let events = (try? event.get()) ?? []
                if events.contains(.readable) {
                    let count = pipe.receive()
                    log.append("read \(count)")
                    if count == 0 { token = nil }
                }
                if events.contains(.disconnect) { log.append("gone") }
            }
            pipe.send("abc")
            pipe.closeWriter()
            try loop.run()
            #expect(log == ["read 3", "read 0", "gone"])
            #expect(token == nil)
        }

        @Test func anErrorConditionLetsTheWriterFetchIt() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            while pipe.send(String(repeating: "x", count: 4_096)) > 0 {
                _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK)
            }
            var codes: [Int32] = []
            var token: WatchToken?
            token = try loop.watch(pipe.writer, for: .writable) { event in
                guard case .success(.writable) = event else { return codes.append(-1) }
                codes.append(pipe.send() < 0 ? errno : 0)
                if codes.count == 2 { token = nil }
            }
            try loop.run(.noWait)
            #expect(codes.isEmpty)
            pipe.closeReader()
            try loop.run()
            #expect(codes == [EPIPE, EPIPE], "still watched after the first report")
            #expect(token == nil)
        }

        @Test func dataBeforeAResetIsNotLost() throws {
            let loop = try EventLoop()
            let connection = Pair.connection()
            var counts: [Int] = []
            var token: WatchToken?
            connection.send("abc")
            connection.resetWriter()
            token = try loop.watch(connection.reader, for: .readable) { _ in
                counts.append(connection.receive())
                if counts.last ?? 0 <= 0 { token = nil }
            }
            try loop.run()
            #expect(counts.last == -Int(ECONNRESET) || counts == [3, 0])
            #expect(token == nil)
        }

        @Test func anErrorWithNothingToFetchEndsAWatchForUrgentDataOnly() throws {
            let loop = try EventLoop()
            let connection = Pair.connection()
            var results: [Result<DescriptorEvents, SystemError>] = []
            let token = try loop.watch(connection.reader, for: .priority) { results.append($0) }
            connection.resetWriter()
            try loop.run()
            #expect(results.count == 1)
            #expect(throws: SystemError.self) { try results.first?.get() }
            token.cancel()
        }
    }
}
