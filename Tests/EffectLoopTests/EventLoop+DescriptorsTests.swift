import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Descriptors {
        @Test func aReadableDescriptorIsReportedUntilItIsDrained() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var events: [DescriptorEvents] = []
            let token = try loop.watch(pipe.reader, for: .readable) { event in
                events.append((try? event.get()) ?? [])
                if events.count == 3 { pipe.receive() }
            }
            pipe.send()
            #expect(events.isEmpty, "never before the call returns, nor outside a turn")
            try loop.turns { events.count >= 3 }
            try loop.run(.noWait)
            #expect(events == [.readable, .readable, .readable])
            token.cancel()
        }

        @Test func eachWatchIsToldItsOwnInterestInTheOrderOfTheWatches() throws {
            let loop = try EventLoop()
            let sockets = Pair.sockets()
            var log: [String] = []
            func note(_ name: String) -> (Result<DescriptorEvents, SystemError>) -> Void {
                { log.append("\(name)\((try? $0.get())?.rawValue ?? 0)") }
            }
            let first = try loop.watch(sockets.reader, for: .readable, onEvent: note("r"))
            let second = try loop.watch(sockets.reader, for: .writable, onEvent: note("w"))
            let third = try loop.watch(
                sockets.reader, for: [.readable, .writable], onEvent: note("b"))
            try loop.run(.once)
            #expect(log == ["w2", "b2"])
            log = []
            sockets.send()
            try loop.run(.once)
            #expect(log == ["r1", "w2", "b3"])
            log = []
            second.cancel()
            third.cancel()
            try loop.run(.once)
            #expect(log == ["r1"])
            first.cancel()
            try loop.run()
        }

        @Test(arguments: [true, false])
        func aDescriptorIsNonBlockingWhileItIsWatchedAndThenAsItWas(wasBlocking: Bool) throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            if !wasBlocking { _ = fcntl(pipe.reader, F_SETFL, O_NONBLOCK) }
            func isBlocking() -> Bool { fcntl(pipe.reader, F_GETFL) & O_NONBLOCK == 0 }
            let tokens = [
                try loop.watch(pipe.reader, for: .readable) { _ in },
                try loop.watch(pipe.reader, for: .readable) { _ in },
            ]
            #expect(!isBlocking())
            tokens[0].cancel()
            #expect(!isBlocking())
            tokens[1].cancel()
            #expect(isBlocking() == wasBlocking)
        }

        @Test func aWatchMadeInACallbackWaitsForALaterTurn() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            pipe.send()
            var tokens: [WatchToken] = []
            var log: [Int] = []
            tokens.append(
                try loop.watch(pipe.reader, for: .readable) { _ in
                    log.append(1)
                    guard tokens.count == 1 else { return }
                    let second = try? loop.watch(pipe.reader, for: .readable) { _ in log.append(2) }
                    if let second { tokens.append(second) }
                })
            try loop.run(.once)
            #expect(log == [1])
            try loop.run(.once)
            #expect(log == [1, 1, 2])
            tokens = []
        }

        @Test func urgentDataIsReportedAsPriority() throws {
            let loop = try EventLoop()
            let connection = Pair.connection()
            var events: DescriptorEvents = []
            let token = try loop.watch(connection.reader, for: .priority) { event in
                events = (try? event.get()) ?? []
            }
            Glibc.send(connection.writer, "!", 1, Int32(MSG_OOB))
            try loop.turns { !events.isEmpty }
            #expect(events == .priority)
            token.cancel()
        }

        // R-IOW-11
        @Test func aRegularFileAndDevNullAreRefused() throws {
            let loop = try EventLoop()
            let path = "/tmp/effect-loop-test-\(getpid())"
            let file = open(path, O_CREAT | O_RDWR, 0o600)
            let null = open("/dev/null", O_RDWR)
            defer {
                close(file)
                close(null)
                unlink(path)
            }
            for descriptor in [file, null] {
                let error = #expect(throws: SystemError.self) {
                    _ = try loop.watch(descriptor, for: .readable) { _ in }
                }
                #expect(error?.code == EPERM)
                #expect(
                    error?.description
                        == "watch \(descriptor): operation not permitted (\(EPERM))")
            }
            try loop.run()
        }

        @Test func aClosedDescriptorIsRefused() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            let number = pipe.reader
            pipe.closeReader()
            for descriptor in [number, -1, Int32.max] {
                let error = #expect(throws: SystemError.self) {
                    _ = try loop.watch(descriptor, for: .readable) { _ in }
                }
                #expect(error?.code == EBADF)
            }
        }

        @Test func anEmptyInterestIsRefused() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            for interest in [DescriptorEvents(), DescriptorEvents(rawValue: 0x80)] {
                let error = #expect(throws: SystemError.self) {
                    _ = try loop.watch(pipe.reader, for: interest) { _ in }
                }
                #expect(error?.code == EINVAL)
            }
        }

        // ERR-20
        @Test func aDescriptorClosedBeforeThePollFailsItsWatches() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var codes: [Int32] = []
            func note(_ result: Result<DescriptorEvents, SystemError>) {
                if case .failure(let error) = result { codes.append(error.code) }
            }
            let first = try loop.watch(pipe.reader, for: .readable, onEvent: note)
            let second = try loop.watch(pipe.reader, for: .disconnect, onEvent: note)
            pipe.closeReader()
            try loop.run()
            #expect(codes == [EBADF, EBADF], "a failure is the last call, and the loop goes on")
            first.cancel()
            second.cancel()
        }
    }
}
