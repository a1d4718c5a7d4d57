import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct LanesTogether {
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

/// `RLIMIT_AS`, a macro that Swift does not see.
private var addressSpace: __rlimit_resource_t { __rlimit_resource_t(9) }
