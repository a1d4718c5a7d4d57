import EffectLoop
import EffectModel
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

        // MARK: Cancelling

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

        // MARK: Lanes among each other

        // R-FIL-02
        @Test func lanesNeverStarveEachOther() throws {
            let loop = try EventLoop(configuration: .quick)
            let store = LaneStore(on: loop)
            let names = loop.lane("names", width: 4)
            let gate = Gate()
            for _ in 0..<8 {
                store.start(
                    .blocking(on: names) {
                        gate.pass()
                    } _: { _ in
                        .result(0)
                    }
                    .cancellable(id: "hung"))
            }
            try loop.spin { names.statistics.running == 4 }
            store.onResult = { _ in loop.stop() }
            store.start(
                .blocking(on: loop.lane("files")) {
                    let file = open("/proc/self/exe", O_RDONLY)
                    defer { close(file) }
                    var bytes = [UInt8](repeating: 0, count: 1_024)
                    return read(file, &bytes, bytes.count)
                } _: {
                    .result($0)
                })
            let time = try elapsed(loop) { try loop.run() }
            #expect(store.results == [1_024])
            #expect(time < 5 * 100 * millisecond)
            store.cancel("hung")
            gate.open(for: 8)
        }

        @Test func figuresTellHowDeepALaneIsAndHowLongWorkWaits() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let callbacks = Callbacks(loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            for number in 0..<2 {
                store.start(
                    .blocking(on: lane) {
                        gate.pass()
                        return number
                    } _: {
                        .result($0)
                    })
            }
            var whileWaiting = LaneStatistics()
            callbacks.after(30 * millisecond) {
                whileWaiting = lane.statistics
                gate.open(for: 2)
            }
            try loop.run()
            #expect(whileWaiting.waiting == 1)
            #expect(whileWaiting.running == 1)
            #expect(whileWaiting.longestWait >= .milliseconds(30))
            #expect(lane.statistics.longestWait >= whileWaiting.longestWait)
            #expect(lane.statistics.waiting == 0)
            #expect(lane.statistics.running == 0)
            #expect(lane.statistics.returned == 2)
        }

        @Test func aThreadThatHasNothingToDoEnds() throws {
            var configuration = EventLoop.Configuration()
            configuration.laneIdleTime = .milliseconds(1)
            let loop = try EventLoop(configuration: configuration)
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            // The thread that ends and the work that comes meet at every distance in time.
            for round in 0..<100 {
                store.start(
                    .blocking(on: lane) {
                        round
                    } _: {
                        .result($0)
                    })
                try loop.run()
                usleep(useconds_t(900 + 2 * round))
            }
            #expect(store.results == Array(0..<100))
            try loop.spin { lane.statistics.threads == 0 }
            #expect(lane.statistics.threads == 0)
        }

        // A sanitizer needs the address space itself.
        @Test(.enabled(if: !isSanitized))
        func aSystemWithoutThreadsIsReportedAndTheEffectEnds() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                let store = LaneStore(on: loop)
                // The stack of a new thread does not fit any more.
                var limit = rlimit()
                getrlimit(addressSpace, &limit)
                limit.rlim_cur = 1 << 20
                setrlimit(addressSpace, &limit)
                store.start(
                    .blocking(on: loop.lane("disk")) {
                        1
                    } _: {
                        .result($0)
                    })
                limit.rlim_cur = limit.rlim_max
                setrlimit(addressSpace, &limit)
                guard store.reports.map(\.kind) == [.systemError] else { exit(2) }
                guard store.store?.effects.isEmpty == true else { exit(3) }
                try loop.serve()
                store.start(
                    .blocking(on: loop.lane("disk")) {
                        1
                    } _: {
                        .result($0)
                    })
                try loop.serve()
                exit(store.results == [1] ? 7 : 4)
            }
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

/// `RLIMIT_AS`, a macro that Swift does not see.
private var addressSpace: __rlimit_resource_t { __rlimit_resource_t(9) }
