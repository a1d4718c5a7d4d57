import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Stopping {
        // R-SIG-09
        @Test func anEarlyStopIsStickyOnce() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = 0
            callbacks.after(10 * millisecond) { fired += 1 }
            callbacks.nextTurn { fired += 10 }
            loop.stop()
            loop.stop()
            try loop.run()
            #expect(fired == 0, "the first run serves nothing")
            try loop.run()
            #expect(fired == 11, "the second run knows nothing of the stop")
        }

        // R-SIG-09
        @Test func anEarlyStopThroughTheDoorIsStickyOnce() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = 0
            callbacks.after(millisecond) { fired += 1 }
            let stopper = loop.stopper
            onAnotherThread {
                stopper.stop()
                stopper.stop()
            }
            try loop.run()
            #expect(fired == 0)
            try loop.run()
            #expect(fired == 1)
        }

        @Test(arguments: [RunMode.once, .noWait])
        func anEarlyStopAlsoUsesUpASingleTurn(mode: RunMode) throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = 0
            callbacks.after(0) { fired += 1 }
            loop.stop()
            try loop.run(mode)
            #expect(fired == 0)
            try loop.run(mode)
            #expect(fired == 1)
        }

        @Test func aStopInACallbackEndsTheRunAndTheRestWaits() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var fired = 0
            callbacks.after(0) { loop.stop() }
            callbacks.after(20 * millisecond) { fired += 1 }
            try loop.run(.untilStopped)
            #expect(fired == 0)
            try loop.run()
            #expect(fired == 1)
        }

        // R-ASY-10
        @Test func aStopFromAnotherThreadEndsALongWait() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(hour) {}
            let stopper = loop.stopper
            let thread = startThread {
                usleep(20_000)
                stopper.stop()
            }
            let time = try elapsed(loop) { try loop.run() }
            thread.wait()
            #expect(time < (20 + 5 * 50) * millisecond)
        }

        @Test func aStopFromAnotherThreadEndsWorkThatFeedsItself() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            var turns = 0
            func again() {
                turns += 1
                callbacks.nextTurn(again)
            }
            callbacks.nextTurn(again)
            let stopper = loop.stopper
            let thread = startThread {
                usleep(10_000)
                stopper.stop()
            }
            let time = try elapsed(loop) { try loop.run() }
            thread.wait()
            #expect(time < (10 + 5 * 50) * millisecond)
            #expect(turns > 0)
            callbacks.cancelAll()
        }

        @Test func theDoorOutlivesItsLoop() throws {
            var loop: EventLoop? = try EventLoop()
            let ofClosed = try #require(loop?.stopper)
            loop?.close()
            ofClosed.stop()
            loop?.stop()
            loop = try EventLoop()
            let ofReleased = try #require(loop?.stopper)
            loop = nil
            ofReleased.stop()
            onAnotherThread {
                ofClosed.stop()
                ofReleased.stop()
            }
        }

        @Test func stopsRaceWithTheCloseOfTheLoop() throws {
            for _ in 0..<200 {
                let loop = try EventLoop()
                let stopper = loop.stopper
                let thread = startThread { for _ in 0..<50 { stopper.stop() } }
                try loop.run(.noWait)
                loop.close()
                thread.wait()
            }
        }
    }
}
