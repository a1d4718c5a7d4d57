import EffectLoop
import Glibc
import Synchronization
import Testing

extension RealLoop {
    @Suite struct Lanes {
        // MARK: Names

        @Test func aLaneMayBeNamedWhenTheProgramRuns() throws {
            let loop = try EventLoop()
            let lanes = (0..<3).map { loop.lane("disk \($0)") }
            let name = String(["d", "i", "s", "k", " ", "1"])
            #expect(loop.lane(name) === lanes[1])
            #expect(loop.lane("disk 1") === lanes[1])
            #expect(lanes[0] !== lanes[1])
            #expect(loop.lane("disk") !== lanes[0])
        }

        // MARK: Work and results

        @Test func workRunsOffTheLoopAndItsResultComesOnTheLoop() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let thread = presentThread()
            var resultThread: UInt = 0
            store.onResult = { _ in resultThread = presentThread() }
            store.start(
                .blocking(on: loop.lane("disk"), { presentThread() == thread ? 0 : 1 }) {
                    .result($0)
                })
            #expect(store.results == [], "never before the call returns")
            try loop.run()
            #expect(store.results == [1])
            #expect(resultThread == thread)
        }

        @Test func workThatThrowsGivesAResult() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let refusal = SystemError(code: 5, operation: "read", subject: "x", reason: "bad")
            for isGood in [true, false, true] {
                store.start(
                    .blocking(
                        on: lane,
                        { () throws(SystemError) -> Int in
                            if isGood { return 7 }
                            throw refusal
                        }
                    ) { result in
                        switch result {
                        case .success(let number): .result(number)
                        case .failure(let error): .failed(error)
                        }
                    })
            }
            try loop.run()
            #expect(store.results == [7, 7])
            #expect(store.failures == [refusal])
        }

        @Test func aSerialLaneRunsOnePieceAfterTheOther() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let running = Tally()
            let overlaps = Tally()
            for number in 0..<100 {
                store.start(
                    .blocking(on: lane) {
                        running.add(1)
                        if running.count > 1 { overlaps.add() }
                        sched_yield()
                        running.add(-1)
                        return number
                    } _: {
                        .result($0)
                    })
            }
            try loop.run()
            #expect(store.results == Array(0..<100))
            #expect(overlaps.count == 0)
            #expect(lane.statistics.threads == 1)
        }

        @Test func aLongLineKeepsItsOrderWhenWorkIsAddedAndCancelledMeanwhile() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            func start(_ number: Int) {
                store.start(
                    Effect.blocking(on: lane) {
                        gate.pass()
                        return number
                    } _: {
                        .result($0)
                    }.cancellable(id: "\(number)"))
            }
            for number in 0..<200 { start(number) }
            store.onResult = {
                guard $0 == 149 else { return }
                start(200)
                store.cancel("180")
                // Behind the cancel in the queue, or the work might be under way before it.
                store.start(.fireAndForget { gate.open(for: 50) })
            }
            gate.open(for: 150)
            try loop.run()
            store.onResult = { _ in }
            #expect(store.results == (0...200).filter { $0 != 180 })
        }

        @Test func aWideLaneRunsAsMuchAtATimeAsItIsWide() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("net", width: 3)
            let gate = Gate()
            for number in 0..<5 {
                store.start(
                    .blocking(on: lane) {
                        gate.pass()
                        return number
                    } _: {
                        .result($0)
                    })
            }
            try loop.spin { lane.statistics.running == 3 }
            #expect(lane.statistics.waiting == 2)
            #expect(lane.statistics.threads == 3)
            gate.open(for: 5)
            try loop.run()
            #expect(store.results.sorted() == Array(0..<5))
            #expect(lane.statistics.returned == 5)
        }

        @Test func theSameNameGivesTheSameLane() throws {
            let loop = try EventLoop()
            let disk = loop.lane("disk", width: 2)
            #expect(loop.lane("disk") === disk)
            #expect(loop.lane("dis") !== disk)
            #expect(loop.lane("disks") !== disk)
            #expect(disk.statistics == LaneStatistics(), "a lane without work has no thread")
        }

        @Test func aThreadOfALaneBearsItsNameAndLeavesSignalsToOthers() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let name = Mutex("")
            store.start(
                .blocking(on: loop.lane("a lane with a long name")) {
                    var blocked = sigset_t()
                    pthread_sigmask(SIG_BLOCK, nil, &blocked)
                    let file = open("/proc/thread-self/comm", O_RDONLY)
                    var bytes = [UInt8](repeating: 0, count: 64)
                    let count = max(0, read(file, &bytes, bytes.count))
                    close(file)
                    name.withLock {
                        $0 = String(decoding: bytes.prefix(count), as: UTF8.self)
                    }
                    return [SIGTERM, SIGHUP, SIGCHLD].count { sigismember(&blocked, $0) == 1 }
                } _: {
                    .result($0)
                })
            try loop.run()
            #expect(store.results == [3])
            #expect(name.withLock { $0 } == "a lane with a l\n")
        }

        // MARK: Holding the loop

        @Test func aPendingEffectHoldsTheLoopAndACancelledOneDoesNot() throws {
            let loop = try EventLoop(configuration: .quick)
            let store = LaneStore(on: loop)
            let callbacks = Callbacks(loop)
            let gate = Gate()
            store.start(
                .blocking(on: loop.lane("disk")) {
                    gate.pass()
                } _: { _ in
                    .result(1)
                }
                .cancellable(id: "hung"))
            var isCancelled = false
            callbacks.after(20 * millisecond) {
                isCancelled = true
                store.cancel("hung")
            }
            let time = try elapsed(loop) { try loop.run() }
            #expect(isCancelled)
            #expect(time < 250 * millisecond)
            gate.open()
        }
    }
}

extension EventLoop.Configuration {
    /// For tests that leave work behind which hangs.
    static var quick: EventLoop.Configuration {
        var configuration = EventLoop.Configuration()
        configuration.laneGrace = .milliseconds(20)
        return configuration
    }
}
