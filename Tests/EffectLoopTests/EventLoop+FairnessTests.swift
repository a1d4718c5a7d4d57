import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct Fairness {
        // R-STR-09
        @Test func aFloodOfInputLeavesTimersAndOthersTheirTurn() throws {
            let loop = try EventLoop()
            let flood = Pair.sockets()
            let quiet = Pair.pipe()
            let callbacks = Callbacks(loop)
            flood.send()
            let token = try loop.watch(flood.reader, for: [.readable, .writable]) { _ in
                // What is never drained stays ready: as fast as a sender can be.
                let end = loop.now.nanoseconds + 2 * millisecond
                while loop.now.nanoseconds < end {}
            }
            var answered: Int64 = 0
            let other = try loop.watch(quiet.reader, for: .readable) { _ in
                quiet.receive()
                answered = loop.now.nanoseconds
            }
            var ticks = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    ticks += action
                    return action == 0 ? .timer(every: .milliseconds(20), 1) : .none
                }
            }
            store.send(0)
            var asked: Int64 = 0
            callbacks.after(500 * millisecond) {
                asked = loop.now.nanoseconds
                quiet.send()
            }
            callbacks.after(second) { loop.stop() }
            let time = try elapsed(loop) { try loop.run() }
            #expect(ticks >= 13, "of 50")
            #expect(answered - asked < 100 * millisecond)
            #expect(time < second + 500 * millisecond)
            token.cancel()
            other.cancel()
            store.stop()
        }

        // R-STR-09: libuv alone would make up to 49,152 callbacks before the first timer
        @Test func moreReadyDescriptorsThanABatchHoldsStarveNothing() async {
            await #expect(processExitsWith: .exitCode(7)) {
                guard limitDescriptors(to: 2_048) else {
                    print("skipped: the system allows no 2,048 descriptors")
                    exit(7)
                }
                let loop = try EventLoop()
                let pipe = Pair.pipe()
                pipe.send()
                var calls: [Int] = Array(repeating: 0, count: 1_300)
                var tokens: [WatchToken] = []
                for index in calls.indices {
                    let token = try loop.watch(dup(pipe.reader), for: .readable) { _ in
                        calls[index] += 1
                        let end = loop.now.nanoseconds + 20 * microsecond
                        while loop.now.nanoseconds < end {}
                    }
                    tokens.append(token)
                }
                let callbacks = Callbacks(loop)
                var ticks = 0
                func tick() {
                    ticks += 1
                    callbacks.after(10 * millisecond, tick)
                }
                callbacks.after(10 * millisecond, tick)
                let stopper = loop.stopper
                let thread = startThread {
                    usleep(1_000_000)
                    stopper.stop()
                }
                let time = try elapsed(loop) { try loop.run() }
                thread.wait()
                let turns = Int(loop.statistics.turns)
                guard ticks >= 5 else { exit(1) }
                guard time < 2 * second else { exit(2) }
                guard calls.allSatisfy({ $0 <= turns }) else { exit(3) }
                guard calls.allSatisfy({ $0 >= 1 }) else { exit(4) }
                exit(7)
            }
        }
    }
}
