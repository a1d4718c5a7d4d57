import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct RunModes {
        // LOOP-01
        @Test func anIdleLoopReturnsAtOnce() throws {
            let loop = try EventLoop()
            let time = try elapsed(loop) { try loop.run() }
            #expect(time < 250 * millisecond)
        }

        // LOOP-01
        @Test func anArmedTimerHoldsTheLoop() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired: [Int] = []
            callbacks.after(2 * millisecond) {
                fired.append(1)
                callbacks.after(millisecond) { fired.append(2) }
            }
            try loop.run()
            #expect(fired == [1, 2])
        }

        // LOOP-01, R-TIM-24
        @Test func aCancelledTimerDoesNotHoldTheLoop() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let long = callbacks.after(hour) {}
            callbacks.after(millisecond) { callbacks.cancel(long) }
            let time = try elapsed(loop) { try loop.run() }
            #expect(time < 250 * millisecond)
        }

        @Test func anActiveWatchHoldsTheLoopUntilItIsCancelled() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            let token = try loop.watch(pipe.reader, for: .readable) { _ in }
            var isCancelled = false
            callbacks.after(5 * millisecond) {
                isCancelled = true
                token.cancel()
            }
            try loop.run()
            #expect(isCancelled)
        }

        @Test func untilStoppedStaysWhenIdle() throws {
            let loop = try EventLoop()
            let stopper = loop.stopper
            let thread = startThread {
                usleep(20_000)
                stopper.stop()
            }
            let time = try elapsed(loop) { try loop.run(.untilStopped) }
            thread.wait()
            #expect(time > 15 * millisecond)
            let again = try elapsed(loop) { try loop.run() }
            #expect(again < 250 * millisecond, "the mode of one run does not outlast it")
        }

        // R-TIM-24
        @Test func onceWaitsForOneTurnAndServesWhatIsDueInIt() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired: [Int] = []
            callbacks.after(2 * millisecond) { fired.append(1) }
            callbacks.after(50 * millisecond) { fired.append(2) }
            try loop.run(.once)
            #expect(fired == [1])
            try loop.run(.once)
            #expect(fired == [1, 2])
            let time = try elapsed(loop) { try loop.run(.once) }
            #expect(time < 250 * millisecond, "nothing holds the loop")
        }

        @Test func noWaitServesWhatIsDueAndNeverWaits() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            var served: [String] = []
            let token = try loop.watch(pipe.reader, for: .readable) { _ in
                pipe.receive()
                served.append("input")
            }
            callbacks.after(hour) { served.append("hour") }
            callbacks.nextTurn { served.append("turn") }
            pipe.send()
            let time = try elapsed(loop) {
                try loop.run(.noWait)
                try loop.run(.noWait)
            }
            #expect(served == ["input", "turn"])
            #expect(time < 250 * millisecond)
            token.cancel()
        }

        // R-TIM-24
        @Test(arguments: [RunMode.once, .noWait])
        func dueTimersAndReadyInputAreServedOnceInATurn(mode: RunMode) throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            var timers = 0
            var inputs = 0
            let token = try loop.watch(pipe.reader, for: .readable) { _ in inputs += 1 }
            callbacks.after(0) { timers += 1 }
            pipe.send()
            try loop.run(mode)
            #expect(timers == 1)
            #expect(inputs == 1)
            token.cancel()
        }

        @Test func betweenRunsNothingHappensAndTheNextRunCatchesUp() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = 0
            callbacks.after(millisecond) { fired += 1 }
            usleep(3_000)
            #expect(fired == 0)
            let time = try elapsed(loop) { try loop.run(.once) }
            #expect(fired == 1)
            #expect(time < 250 * millisecond)
        }

        // R-ASY-11
        @Test func aNestedRunTraps() async {
            let result = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let loop = try EventLoop()
                let callbacks = Callbacks(loop)
                callbacks.after(0) { try? loop.run(.noWait) }
                try loop.serve()
            }
            expectSentence("the loop is running already", in: result)
        }
    }
}

/// Expects that a trap has said why. Release builds trap without words.
func expectSentence(
    _ sentence: String, in result: ExitTest.Result?,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #if DEBUG
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(sentence), sourceLocation: sourceLocation)
    #endif
}
