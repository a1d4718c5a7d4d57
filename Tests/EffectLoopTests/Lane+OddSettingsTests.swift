import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct OddLanes {
        @Test func lanesThatShareFifteenBytesOfNameAreTwo() throws {
            let loop = try EventLoop()
            let first = loop.lane("abcdefghijklmnopA")
            let second = loop.lane("abcdefghijklmnopB", width: 3)
            #expect(first !== second)
            #expect(loop.lane("abcdefghijklmnopB") === second)
            #expect(loop.lane("") === loop.lane(""))
        }

        @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max)])
        func extremeTimesOfALaneHoldNothingUp(time: Duration) throws {
            var configuration = EventLoop.Configuration()
            configuration.laneIdleTime = time
            configuration.laneGrace = time
            let loop = try EventLoop(configuration: configuration)
            let store = LaneStore(on: loop)
            let lane = loop.lane("odd", width: 2)
            for number in 0..<200 {
                store.start(.blocking(on: lane, { number }) { .result($0) })
                if number % 10 == 0 { try loop.run(.noWait) }
            }
            try loop.run()
            #expect(store.results.sorted() == Array(0..<200))
            store.start(.blocking(on: lane, { 1 }) { .result($0) })
            loop.close()
            store.release()
        }

        @Test func workThatHangsLeavesTheOtherThreadsOfItsLane() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("w", width: 3)
            let gate = Gate()
            for _ in 0..<2 {
                store.start(
                    .blocking(
                        on: lane,
                        {
                            gate.pass()
                            return -1
                        }
                    ) { .result($0) }.cancellable(id: "h"))
            }
            try loop.spin { lane.statistics.running == 2 }
            store.cancel("h")
            for number in 0..<100 { store.start(.blocking(on: lane, { number }) { .result($0) }) }
            try loop.run()
            #expect(store.results == Array(0..<100))
            #expect(lane.statistics.running == 2)
            gate.open(for: 2)
            try loop.spin { lane.statistics.running == 0 }
            try loop.run(.noWait)
            #expect(store.results.count == 100)
            #expect(lane.statistics.returned == 102)
        }
    }
}
