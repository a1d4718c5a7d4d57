import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct ReusedNumbers {
        @Test func aNumberReusedByAFileBeforeThePollFailsAndDoesNotAbort() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                var failures: [Int32] = []
                let token = try loop.watch(pipe.reader, for: .readable) { result in
                    if case .failure(let error) = result { failures.append(error.code) }
                }
                let file = open("/etc/passwd", O_RDONLY)
                dup2(file, pipe.reader)
                try loop.serve(.noWait)
                withExtendedLifetime(token) {}
                exit(failures.count == 1 ? 7 : 1)
            }
        }

        @Test func watchingAFileAtAReusedNumberIsRefused() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                let token = try loop.watch(pipe.reader, for: .readable) { _ in }
                try loop.serve(.noWait)
                dup2(open("/etc/passwd", O_RDONLY), pipe.reader)
                var refused = false
                var second: WatchToken?
                do throws(SystemError) {
                    second = try loop.watch(pipe.reader, for: .readable) { _ in }
                } catch {
                    refused = error.code == EPERM
                }
                try loop.serve(.noWait)
                withExtendedLifetime((token, second)) {}
                exit(refused ? 7 : 1)
            }
        }

        @Test func aChangeOfWatchesOfANumberThatIsAFileNowDoesNotAbort() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pair = Pair.sockets()
                let reading = try loop.watch(pair.reader, for: .readable) { _ in }
                let writing = try loop.watch(pair.reader, for: .disconnect) { _ in }
                try loop.serve(.noWait)
                dup2(open("/etc/passwd", O_RDONLY), pair.reader)
                writing.cancel()
                try loop.serve(.noWait)
                withExtendedLifetime(reading) {}
                exit(7)
            }
        }

        @Test func anOldWatchOfAReusedNumberDoesNotHearTheNewOwner() throws {
            let loop = try EventLoop()
            let old = Pair.pipe()
            let fresh = Pair.pipe()
            var calls = [0, 0]
            let first = try loop.watch(old.reader, for: .readable) { result in
                // It may be told that its descriptor has gone.
                if case .success = result { calls[0] += 1 }
            }
            try loop.run(.noWait)
            dup2(fresh.reader, old.reader)
            let second = try loop.watch(old.reader, for: .readable) { _ in
                calls[1] += 1
                old.receive()
            }
            fresh.send()
            try loop.turns { calls[1] > 0 }
            #expect(calls == [0, 1])
            first.cancel()
            second.cancel()
        }

        @Test func theOldWatchIsToldInALaterTurnForWhichTheLoopGoesOn() throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            var codes: [Int32] = []
            let token = try loop.watch(pair.reader, for: .readable) { result in
                if case .failure(let error) = result { codes.append(error.code) }
            }
            try loop.run(.noWait)
            let file = open("/etc/passwd", O_RDONLY)
            defer { close(file) }
            dup2(file, pair.reader)
            #expect(throws: SystemError.self) {
                _ = try loop.watch(pair.reader, for: .readable) { _ in }
            }
            #expect(codes == [])
            try loop.run()
            #expect(codes == [EBADF])
            token.cancel()
        }

        @Test(arguments: [true, false])
        func anOldWatchThatIsCancelledInTimeIsNotTold(byClosing: Bool) throws {
            let loop = try EventLoop()
            let pair = Pair.sockets()
            let fresh = Pair.sockets()
            let lifetime = Lifetime()
            let old = try loop.watch(pair.reader, for: .readable) {
                [object = lifetime.object()] _ in
                object.touch()
                Issue.record("called")
            }
            try loop.run(.noWait)
            dup2(fresh.reader, pair.reader)
            let token = try loop.watch(pair.reader, for: .readable) { _ in }
            #expect(lifetime.isAlive)
            if byClosing { loop.close() } else { old.cancel() }
            #expect(!lifetime.isAlive)
            token.cancel()
            if !byClosing { try loop.run() }
        }

        @Test func aFailingWatchMayGiveAwayTheNumberOfAnother() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pipes = [Pair.pipe(), Pair.pipe()]
                var codes: [Int32] = []
                let tokens = try pipes.map { pipe in
                    try loop.watch(pipe.reader, for: .readable) { result in
                        guard case .failure(let error) = result else { return }
                        codes.append(error.code)
                        dup2(open("/etc/passwd", O_RDONLY), pipes[0].reader)
                    }
                }
                pipes[1].closeReader()
                try loop.serve()
                withExtendedLifetime(tokens) {}
                exit(codes == [EBADF, EBADF] ? 7 : 1)
            }
        }

        @Test func aTimerOfTheLoopMayTakeOverTheNumberOfAWatch() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let pair = Pair.sockets()
                var codes: [Int32] = []
                var isFired = false
                let token = try loop.watch(pair.reader, for: .readable) { result in
                    guard case .failure(let error) = result else { exit(1) }
                    codes.append(error.code)
                }
                try loop.serve(.noWait)
                // Then the watched number is the lowest one that is free.
                while open("/dev/null", O_RDONLY) < pair.reader {}
                let number = pair.reader
                pair.closeReader()
                let callbacks = Callbacks(loop)
                loop.runQueue.reporter = Reporter { _ in exit(2) }
                callbacks.after(20 * millisecond, clock: .boottime) { isFired = true }
                try loop.serve()
                withExtendedLifetime(token) {}
                exit(codes == [EBADF] && isFired && fcntl(number, F_GETFD) != -1 ? 7 : 1)
            }
        }

        @Test func aNewOwnerDoesNotHearTheOldOneThatLivesOn() throws {
            let loop = try EventLoop()
            let old = Pair.sockets()
            let fresh = Pair.sockets()
            let survivor = dup(old.reader)
            defer { close(survivor) }
            let first = try loop.watch(old.reader, for: .readable) { _ in }
            try loop.run(.noWait)
            dup2(fresh.reader, old.reader)
            var events: [DescriptorEvents] = []
            let second = try loop.watch(old.reader, for: [.readable, .disconnect]) { result in
                events.append((try? result.get()) ?? [])
                old.receive()
            }
            old.send()
            for _ in 0..<3 { try loop.run(.noWait) }
            old.closeWriter()
            for _ in 0..<3 { try loop.run(.noWait) }
            #expect(events == [])
            fresh.send()
            for _ in 0..<3 { try loop.run(.noWait) }
            #expect(events == [.readable])
            fresh.closeWriter()
            try loop.run(.noWait)
            #expect(events == [.readable, [.readable, .disconnect]])
            first.cancel()
            second.cancel()
        }

        @Test func aNewOwnerIsWatchedOnAfterAnErrorOfTheOldOneThatLivesOn() throws {
            let loop = try EventLoop()
            let old = Pair.pipe()
            let fresh = Pair.pipe()
            let survivor = dup(old.writer)
            defer { close(survivor) }
            let first = try loop.watch(old.writer, for: .disconnect) { _ in }
            try loop.run(.noWait)
            dup2(fresh.writer, old.writer)
            var events: [DescriptorEvents] = []
            let second = try loop.watch(old.writer, for: .writable) { result in
                events.append((try? result.get()) ?? [])
            }
            while old.send(String(repeating: "x", count: 4_096)) > 0 {}
            old.closeReader()
            for _ in 0..<3 { try loop.run(.noWait) }
            #expect(events == [])
            _ = fcntl(fresh.reader, F_SETFL, O_NONBLOCK)
            while fresh.receive() > 0 {}
            try loop.run(.noWait)
            #expect(events == [.writable])
            first.cancel()
            second.cancel()
        }
    }
}
