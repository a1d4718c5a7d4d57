import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct StopOnce {
        @Test func twoStopsOfOneRunEndOneRun() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(0) {
                loop.stopper.stop()
                loop.stop()
            }
            try loop.run()
            var fired = false
            callbacks.after(0) { fired = true }
            try loop.run()
            #expect(fired, "the second run was stopped by a stop of the first")
        }

        @Test(arguments: [RunMode.once, .noWait])
        func aStopWithinASingleTurnDoesNotLeak(mode: RunMode) throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(0) { loop.stopper.stop() }
            try loop.run(mode)
            var fired = false
            callbacks.after(0) { fired = true }
            try loop.run(mode)
            #expect(fired)
        }

        @Test func aStopOfAnEarlierRunDoesNotEndTheWaitOfASingleTurn() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            callbacks.after(0) {
                loop.stopper.stop()
                loop.stop()
            }
            try loop.run()
            var fired = false
            callbacks.after(20 * millisecond) { fired = true }
            try loop.run(.once)
            #expect(fired)
        }
    }
}
