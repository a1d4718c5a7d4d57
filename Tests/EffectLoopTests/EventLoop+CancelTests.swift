import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct CancellingWatches {
        // R-IOW-01
        /// In a process of its own: a child of another test would share the descriptors that are closed
        /// here behind their watches, and the kernel would go on reporting those.
        @Test func aReusedNumberNeverSeesTheEventsOfTheOldOwner() async {
            await #expect(processExitsWith: .success) {
                let failedRound = try Self.firstFailureOfReuse(rounds: 10_000)
                precondition(failedRound == nil, "round \(failedRound ?? 0)")
            }
        }

        private static func firstFailureOfReuse(rounds: Int) throws -> Int? {
            let loop = try EventLoop()
            for round in 0..<rounds {
                let isCancelledFirst = round % 2 == 0
                let pairs = [Pair.pipe(), Pair.pipe()]
                let fresh = Pair.pipe()
                var tokens: [WatchToken?] = [nil, nil, nil]
                var calls = [0, 0, 0]
                for index in 0...1 {
                    tokens[index] = try loop.watch(pairs[index].reader, for: .readable) { _ in
                        calls[index] += 1
                        guard calls[0] + calls[1] == 1 else { return }
                        // The first of the batch closes the other and reuses its number.
                        let other = pairs[1 - index].reader
                        if isCancelledFirst { tokens[1 - index]?.cancel() }
                        dup2(fresh.reader, other)
                        tokens[2] = try? loop.watch(other, for: .readable) { _ in calls[2] += 1 }
                    }
                    pairs[index].send()
                }
                try loop.run(.noWait)
                guard calls[0] + calls[1] == 1, calls[2] == 0 else { return round }
                try loop.run(.noWait)
                // Not before it is ready itself.
                guard calls[2] == 0 else { return round }
                fresh.send()
                try loop.run(.noWait)
                guard calls[2] == 1 else { return round }
                for token in tokens { token?.cancel() }
            }
            return nil
        }

        // R-IOW-12
        @Test(arguments: [true, false])
        func aLateReleaseDoesNotTouchTheNewOwnerOfANumber(isCancelledFirst: Bool) throws {
            let loop = try EventLoop()
            let old = Pair.pipe()
            let fresh = Pair.pipe()
            var calls = 0
            var late: WatchToken? = try loop.watch(old.reader, for: .readable) { _ in }
            try loop.run(.noWait)
            if isCancelledFirst { late?.cancel() }
            dup2(fresh.reader, old.reader)
            let token = try loop.watch(old.reader, for: .readable) { _ in
                calls += 1
                old.receive()
            }
            try loop.run(.noWait)
            #expect(late != nil)
            late = nil
            fresh.send()
            try loop.turns { calls == 1 }
            #expect(calls == 1)
            token.cancel()
            try loop.run()
        }

        // LOOP-03, R-IOW-13
        @Test func aHandlerMayCancelItsOwnWatchAndCloseTheDescriptor() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            var calls = 0
            var token: WatchToken?
            let lifetime = Lifetime()
            token = try loop.watch(pipe.reader, for: .readable) { [object = lifetime.object()] _ in
                calls += 1
                token?.cancel()
                token = nil
                pipe.closeReader()
                object.touch()
                #expect(lifetime.isAlive)
            }
            pipe.send("several")
            try loop.run()
            #expect(calls == 1)
            #expect(!lifetime.isAlive, "its captures are let go")
        }

        // CAN-42
        @Test(arguments: [true, false])
        func aWatchCancelledInTheBatchOfItsEventIsNotCalled(sameDescriptor: Bool) throws {
            let loop = try EventLoop()
            let first = Pair.pipe()
            let second = sameDescriptor ? first : Pair.pipe()
            var tokens: [WatchToken] = []
            var calls = 0
            for pair in [first, second] {
                tokens.append(
                    try loop.watch(pair.reader, for: .readable) { _ in
                        calls += 1
                        for token in tokens { token.cancel() }
                    })
                pair.send()
            }
            try loop.run()
            #expect(calls == 1)
        }

        @Test func releasingATokenCancelsAndASecondCancelDoesNothing() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            pipe.send()
            var calls = 0
            _ = try loop.watch(pipe.reader, for: .readable) { _ in calls += 1 }
            let token = try loop.watch(pipe.reader, for: .readable) { _ in calls += 1 }
            token.cancel()
            token.cancel()
            try loop.run()
            #expect(calls == 0)
        }

        @Test func aFailingWatchMayWatchTheNumberAgain() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            let fresh = Pair.pipe()
            let number = pipe.reader
            var token: WatchToken?
            var calls = 0
            let failing = try loop.watch(number, for: .readable) { result in
                guard case .failure = result else { return }
                dup2(fresh.reader, number)
                token = try? loop.watch(number, for: .readable) { _ in
                    calls += 1
                    token?.cancel()
                    close(number)
                }
            }
            pipe.closeReader()
            fresh.send()
            try loop.run()
            #expect(calls == 1)
            failing.cancel()
        }

        @Test func aCancelDropsTheCapturesAtOnce() throws {
            let loop = try EventLoop()
            let pipe = Pair.pipe()
            let lifetime = Lifetime()
            let token = try loop.watch(pipe.reader, for: .readable) {
                [object = lifetime.object()] _ in object.touch()
            }
            #expect(lifetime.isAlive)
            token.cancel()
            #expect(!lifetime.isAlive)
        }
    }
}
