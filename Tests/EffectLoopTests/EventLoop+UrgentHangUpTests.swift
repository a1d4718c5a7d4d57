import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct UrgentHangUps {
        @Test(arguments: [1, 2])
        func aHangUpDoesNotSpinAWatchForUrgentData(kind: Int) throws {
            let loop = try EventLoop()
            let pair = kind == 1 ? Pair.sockets() : Pair.pipe()
            var events: [DescriptorEvents] = []
            let token = try loop.watch(pair.reader, for: .priority) { result in
                if case .success(let ready) = result { events.append(ready) }
            }
            pair.closeWriter()
            for _ in 0..<20 { try loop.run(.noWait) }
            #expect(events.count <= 1, "told \(events.count) times")
            token.cancel()
        }

        @Test(arguments: [true, false])
        func aHangUpEndsAWatchForUrgentData(asksForDisconnect: Bool) throws {
            let loop = try EventLoop()
            let pipes = [Pair.pipe(), Pair.pipe()]
            var log: [[String]] = [[], []]
            let interest: DescriptorEvents =
                asksForDisconnect ? [.priority, .disconnect] : .priority
            let tokens = try [pipes[0].reader, pipes[1].writer].enumerated().map { index, end in
                try loop.watch(end, for: interest) { result in
                    switch result {
                    case .success(.disconnect): log[index].append("gone")
                    case .success: log[index].append("told")
                    case .failure(let error): log[index].append("\(error.code)")
                    }
                }
            }
            // One hangs up; the other is in error, as nobody reads any more.
            pipes[0].closeWriter()
            pipes[1].closeReader()
            try loop.run()
            let story = asksForDisconnect ? ["gone", "\(EIO)"] : ["\(EIO)"]
            #expect(log == [story, story])
            withExtendedLifetime(tokens) {}
        }

        @Test func aHangUpBesideAReaderIsNotUrgent() throws {
            let loop = try EventLoop()
            let pair = Pair.pipe()
            var events: [DescriptorEvents] = []
            let urgent = try loop.watch(pair.reader, for: .priority) { result in
                events.append((try? result.get()) ?? [])
            }
            let reading = try loop.watch(pair.reader, for: .readable) { result in
                events.append((try? result.get()) ?? [])
            }
            pair.closeWriter()
            for _ in 0..<3 { try loop.run(.noWait) }
            #expect(events == [.readable, .readable, .readable])
            urgent.cancel()
            reading.cancel()
        }

        @Test func urgentDataBeforeAHangUpIsReported() throws {
            let loop = try EventLoop()
            let connection = Pair.connection()
            Glibc.send(connection.writer, "!", 1, Int32(MSG_OOB))
            connection.closeWriter()
            var isUrgent = false
            let token = try loop.watch(connection.reader, for: [.priority, .disconnect]) { result in
                if case .success(let ready) = result, ready.contains(.priority) { isUrgent = true }
            }
            try loop.turns { isUrgent }
            #expect(isUrgent)
            token.cancel()
        }
    }
}
