import EffectLoop
import EffectModel
import Glibc
import Synchronization
import Testing

extension RealLoop {
    @Suite struct LanesCancelled {
        // R-FIL-01
        @Test func workThatHangsIsGoneForTheStoreAtOnceAndItsBufferWhenItReturns() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            let released = Tally()
            let onLoop = Tally()
            let completions = Tally()
            store.start(
                .blocking(on: lane) {
                    [buffer = Trace(released: released, onLoop: onLoop)] in
                    gate.pass()
                    buffer.touch()
                    completions.add()
                } _: { _ in
                    .result(1)
                }.cancellable(id: "hung"))
            try loop.spin { lane.statistics.running == 1 }
            store.cancel("hung")
            #expect(store.store?.effects.count == 0)
            #expect(store.store?.tableCounts.nodes == 0)
            #expect(released.count == 0, "the worker still has it")
            #expect(lane.statistics.running == 1)
            gate.open()
            try loop.spin { released.count == 1 }
            #expect(completions.count == 1)
            #expect(onLoop.count == 1, "the loop lets go of it, not the worker")
            #expect(store.results == [])
            #expect(lane.statistics.running == 0)
        }

        @Test func workThatWaitsNeverRunsOnceItIsCancelled() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            let released = Tally()
            let runs = Tally()
            store.start(
                .blocking(on: lane) {
                    gate.pass()
                } _: { _ in
                    .result(0)
                })
            for number in 1...3 {
                store.start(
                    .blocking(on: lane) { [trace = Trace(released: released)] in
                        trace.touch()
                        runs.add()
                        return number
                    } _: {
                        .result($0)
                    }.cancellable(id: "\(number)"))
            }
            try loop.spin { lane.statistics.running == 1 }
            #expect(lane.statistics.waiting == 3)
            store.cancel("2")
            #expect(lane.statistics.waiting == 2)
            #expect(released.count == 1, "what waits is let go at once")
            gate.open()
            try loop.run()
            #expect(store.results == [0, 1, 3])
            #expect(runs.count == 2)
            #expect(released.count == 3)
        }

        @Test(arguments: 0..<20 as Range<UInt64>)
        func whatIsNotCancelledRunsInOrder(seed: UInt64) throws {
            let loop = try EventLoop()
            let lane = loop.lane("disk")
            let gate = Gate()
            let ran = Mutex<[Int]>([])
            let returned = Tally()
            var random = SplitMix64(seed: seed)
            var tokens: [WatchToken] = []
            var expected: [Int] = []
            let first = try lane.submit({ gate.pass() }) { returned.add() }
            try loop.spin { lane.statistics.running == 1 }
            for number in 0..<300 {
                tokens.append(
                    try lane.submit({ ran.withLock { $0.append(number) } }) { returned.add() })
            }
            for number in 0..<300 {
                if random.next() % 3 == 0 {
                    expected.append(number)
                } else {
                    tokens[number].cancel()
                }
            }
            #expect(lane.statistics.waiting == expected.count, "seed \(seed)")
            for number in 300..<350 {
                expected.append(number)
                tokens.append(
                    try lane.submit({ ran.withLock { $0.append(number) } }) { returned.add() })
            }
            gate.open()
            try loop.run()
            #expect(ran.withLock { $0 } == expected, "seed \(seed)")
            #expect(returned.count == expected.count + 1, "seed \(seed)")
            first.cancel()
        }

        @Test func aResultThatIsCancelledInTheBatchOfAnotherIsDropped() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            for number in 0..<2 {
                store.start(
                    .blocking(on: lane) {
                        number
                    } _: {
                        .result($0)
                    }
                    .cancellable(id: "\(number)"))
            }
            store.onResult = { [unowned store] in if $0 == 0 { store.cancel("1") } }
            while lane.statistics.returned < 2 { sched_yield() }
            try loop.run()
            #expect(store.results == [0])
        }

        @Test func aReleasedStoreCancelsItsWork() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            let released = Tally()
            for _ in 0..<3 {
                store.start(
                    .blocking(on: lane) { [trace = Trace(released: released)] in
                        trace.touch()
                        gate.pass()
                    } _: { _ in
                        .result(1)
                    })
            }
            try loop.spin { lane.statistics.running == 1 }
            store.release()
            #expect(lane.statistics.waiting == 0)
            #expect(released.count == 2)
            gate.open()
            try loop.spin { released.count == 3 }
            #expect(store.results == [])
        }
    }
}
