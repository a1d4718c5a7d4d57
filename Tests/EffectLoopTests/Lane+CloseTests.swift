import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct ClosingWithLanes {
        @Test func workForAClosedLoopIsRefusedWithTheActionForIt() throws {
            let loop = try EventLoop()
            let lane = loop.lane("disk")
            let store = LaneStore(on: loop)
            loop.close()
            store.start(
                .blocking(on: lane, { 1 }) {
                    .result($0)
                } refused: {
                    .failed($0)
                })
            #expect(store.failures.map(\.code) == [ECANCELED])
            #expect(store.failures.first?.subject == "disk")
            #expect(store.reports.isEmpty)
        }

        // R-FIL-01
        @Test(arguments: [false, true])
        func closingIsBoundedByTheGraceAndNotByTheWorker(cancels: Bool) throws {
            var configuration = EventLoop.Configuration()
            configuration.laneGrace = .milliseconds(50)
            let gate = Gate()
            let released = Tally()
            let runs = Tally()
            do {
                let loop = try EventLoop(configuration: configuration)
                let store = LaneStore(on: loop)
                // Several lanes share the grace.
                for lane in [loop.lane("disk"), loop.lane("net", width: 2), loop.lane("names")] {
                    for _ in 0..<3 {
                        store.start(
                            .blocking(on: lane) { [trace = Trace(released: released)] in
                                gate.pass()
                                trace.touch()
                                runs.add()
                            } _: { _ in
                                .result(1)
                            }.cancellable(id: "hung"))
                    }
                    try loop.spin { lane.statistics.running > 0 }
                }
                try loop.spin { loop.lane("net").statistics.running == 2 }
                if cancels { store.cancel("hung") }
                let start = presentNanoseconds()
                loop.close()
                let time = presentNanoseconds() - start
                #expect(time >= 49 * millisecond)
                #expect(time < 5 * 100 * millisecond)
                #expect(released.count == 5, "what waits goes, what runs is kept")
                #expect(store.results == [])
            }
            #expect(runs.count == 0)
            gate.open(for: 4)
            while released.count < 9 { sched_yield() }
            #expect(runs.count == 4)
        }

        @Test func workThatReturnsWithinTheGraceIsReleasedOnTheLoopsThread() throws {
            let released = Tally()
            let onLoop = Tally()
            let gate = Gate()
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            store.start(
                .blocking(on: lane) { [trace = Trace(released: released, onLoop: onLoop)] in
                    gate.pass()
                    trace.touch()
                } _: { _ in
                    .result(1)
                })
            try loop.spin { lane.statistics.running == 1 }
            let thread = startThread {
                usleep(10_000)
                gate.open()
            }
            loop.close()
            thread.wait()
            #expect(released.count == 1)
            #expect(onLoop.count == 1)
            #expect(store.results == [], "close makes no calls")
        }

        @Test func aChainOfWorkSurvivesTheCloseOfTheLoop() throws {
            let loop = try EventLoop(configuration: .quick)
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            let gate = Gate()
            let lifetime = Lifetime()
            let step = { [object = lifetime.object()] in
                Effect<LaneStore.Action>.blocking(on: lane) {
                    gate.pass()
                } _: { _ in
                    object.touch()
                    return .result(1)
                }
            }
            store.start(.concatenate(step(), step()))
            try loop.spin { lane.statistics.running == 1 }
            loop.close()
            #expect(store.store?.effects.count == 1, "its result never comes")
            store.release()
            gate.open()
            #expect(store.results == [])
            #expect(lane.statistics.threads == 0)
        }

        @Test func theTokensOfALaneOutliveTheLoop() throws {
            let lifetime = Lifetime()
            var token: WatchToken?
            var lane: Lane?
            do {
                let loop = try EventLoop()
                lane = loop.lane("disk")
                token = try lane?.submit({}) { [object = lifetime.object()] in object.touch() }
            }
            #expect(lane?.statistics.running == 0)
            token?.cancel()
            #expect(!lifetime.isAlive)
        }

        @Test func submitAfterCloseIsAnError() throws {
            let loop = try EventLoop()
            let lane = loop.lane("disk")
            loop.close()
            let error = #expect(throws: SystemError.self) { try lane.submit({}) {} }
            #expect(error?.description == "submit disk: the loop is closed (125)")
        }

        // R-SIG-04
        @Test func aThousandLoopsWithInboxAndLaneLeaveNothingBehind() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let traces = Tally()
                func cycle(_ round: Int) throws {
                    let loop = try EventLoop()
                    let store = LaneStore(on: loop)
                    let counter = Store<Int, Int>(initialState: 0, on: loop) { EmptyReducer() }
                    let inbox = loop.inbox(for: counter, capacity: 8)
                    let lane = loop.lane("disk")
                    for number in 0..<3 {
                        try inbox.send(number)
                        store.start(
                            .blocking(on: lane) { [trace = Trace(released: traces)] in
                                trace.touch()
                            } _: { _ in
                                .result(number)
                            })
                    }
                    if round % 2 == 0 { try loop.run() }
                    try inbox.send(3)
                    if round % 3 == 0 { loop.close() }
                }
                for round in 0..<300 { try cycle(round) }
                let descriptors = openDescriptorCount()
                let threads = threadCount()
                let memory = residentBytes()
                for round in 0..<1_000 { try cycle(round) }
                guard traces.count == 3 * 1_300 else { exit(1) }
                // The test runner of the child opens and starts a few of its own meanwhile.
                guard openDescriptorCount() - descriptors < 10 else { exit(2) }
                guard threadCount() - threads < 10 else { exit(3) }
                // A page a loop would be four megabytes. A sanitizer keeps what was freed.
                guard isSanitized || residentBytes() - memory < 2_000_000 else { exit(4) }
                exit(7)
            }
        }
    }
}

/// The monotonic clock, for when the loop is closed.
func presentNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
}

/// How much memory of the process is in use.
private func residentBytes() -> Int {
    let file = open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = max(0, read(file, &bytes, bytes.count))
    let fields = bytes.prefix(count).split(separator: UInt8(ascii: " "))
    return (Int(String(decoding: fields[1], as: UTF8.self)) ?? 0) * Int(getpagesize())
}
