import EffectLoop
import Glibc
import Testing

private func isBlocking(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0
}

/// `eventfd`, which Swift does not import.
private func makeEventDescriptor(_ flags: Int32) -> Int32 {
    let symbol = dlsym(nil, "eventfd")
    return unsafeBitCast(symbol, to: (@convention(c) (UInt32, Int32) -> Int32).self)(0, flags)
}

extension RealLoop {
    @Suite struct BlockingMode {
        @Test func aLateCancelLeavesTheFlagsOfANewEventDescriptorAlone() throws {
            let loop = try EventLoop()
            let old = makeEventDescriptor(0)
            let token = try loop.watch(old, for: .readable) { _ in }
            try loop.run(.noWait)
            let fresh = makeEventDescriptor(O_NONBLOCK)
            dup2(fresh, old)
            #expect(!isBlocking(old))
            token.cancel()
            #expect(!isBlocking(old), "late cancel made it blocking")
            close(old)
            close(fresh)
        }

        @Test func aLateCancelLeavesTheFlagsOfAReopenedFIFOAlone() throws {
            let loop = try EventLoop()
            let path = "/tmp/effect-loop-fifo-\(getpid())"
            unlink(path)
            #expect(mkfifo(path, 0o600) == 0)
            defer { unlink(path) }
            let old = open(path, O_RDWR)
            let token = try loop.watch(old, for: .readable) { _ in }
            try loop.run(.noWait)
            let fresh = open(path, O_RDWR | O_NONBLOCK)
            dup2(fresh, old)
            token.cancel()
            #expect(!isBlocking(old), "late cancel made it blocking")
            close(old)
            close(fresh)
        }

        @Test func aDuplicateStaysNonBlockingWhileItIsWatched() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            let other = dup(pair.reader)
            let first = try loop.watch(pair.reader, for: .readable) { _ in }
            let second = try loop.watch(other, for: .writable) { _ in }
            try loop.run(.noWait)
            first.cancel()
            #expect(!isBlocking(other), "watched, and blocking")
            second.cancel()
            #expect(isBlocking(other), "restored after the last")
            close(other)
        }

        @Test func aDescriptorOfTwoLoopsStaysNonBlockingWhileItIsWatched() throws {
            let loops = [try EventLoop(), try EventLoop()]
            let pair = Pair.sockets()
            let first = try loops[0].watch(pair.reader, for: .readable) { _ in }
            let second = try loops[1].watch(pair.reader, for: .readable) { _ in }
            first.cancel()
            #expect(!isBlocking(pair.reader), "watched, and blocking")
            second.cancel()
            #expect(isBlocking(pair.reader), "restored after the last")
        }

        @Test func anOpenFileOfTheSameInodeKeepsItsOwnMode() throws {
            let loop = try EventLoop()
            let blocking = makeEventDescriptor(0)
            let other = makeEventDescriptor(O_NONBLOCK)
            let tokens = try [blocking, other].map { try loop.watch($0, for: .readable) { _ in } }
            tokens[0].cancel()
            #expect(isBlocking(blocking))
            #expect(!isBlocking(other))
            tokens[1].cancel()
            #expect(!isBlocking(other), "never blocking")
            close(blocking)
            close(other)
        }

        @Test func aDuplicateThatWasClosedBehindItsWatchDoesNotCount() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            let other = dup(pair.reader)
            let tokens = try [pair.reader, other].map {
                try loop.watch($0, for: .readable) { _ in }
            }
            try loop.run(.noWait)
            close(other)
            tokens[0].cancel()
            #expect(isBlocking(pair.reader))
            tokens[1].cancel()
            #expect(isBlocking(pair.reader))
        }

        @Test func loopsOnSeveralThreadsAgreeOnTheLastWatch() throws {
            let pair = Pair.sockets()
            let numbers = (0..<4).map { _ in dup(pair.reader) }
            let wrong = Tally()
            let threads = numbers.map { number in
                startThread {
                    guard let loop = try? EventLoop() else { return }
                    for _ in 0..<500 {
                        let token = try? loop.watch(number, for: .readable) { _ in }
                        if isBlocking(number) { wrong.add() }
                        token?.cancel()
                    }
                }
            }
            for thread in threads { thread.wait() }
            #expect(wrong.count == 0, "watched, and blocking")
            #expect(isBlocking(pair.reader))
            for number in numbers { close(number) }
        }
    }
}
