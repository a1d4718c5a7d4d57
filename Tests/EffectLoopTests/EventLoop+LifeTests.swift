import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct LoopLife {
        @Test func effectsOfEveryKindAreLetGoAfterTheClose() throws {
            for precision in [TimerPrecision.millisecond, .high] {
                var configuration = EventLoop.Configuration()
                configuration.timerPrecision = precision
                configuration.laneGrace = .milliseconds(1)
                let loop = try EventLoop(configuration: configuration)
                let pipe = Pair.sockets()
                let gate = Gate()
                let lifetime = Lifetime()
                var store: Store<Int, Int>? = Store(initialState: 0, on: loop) {
                    Reduce { _, action in
                        guard action == 0 else { return .none }
                        let object = lifetime.object()
                        return .merge(
                            .timer(every: .seconds(1)) { _ in
                                object.touch()
                                return 1
                            },
                            .timer(every: .seconds(1), clock: .boottime) { _ in
                                object.touch()
                                return 1
                            },
                            .after(.seconds(9), 1), .send(1).debounce(id: 1, for: .seconds(1)),
                            .send(1).throttle(id: 2, for: .seconds(1), latest: true),
                            .readable(pipe.reader, on: loop) {
                                object.touch()
                                return 1
                            },
                            .signal(SIGUSR1, on: loop) {
                                object.touch()
                                return 1
                            },
                            .blocking(
                                on: loop.lane("a"),
                                {
                                    gate.pass()
                                    return 1
                                }
                            ) {
                                object.touch()
                                return $0
                            },
                            .run { send in
                                send.after(.seconds(3)) {
                                    object.touch()
                                    send(1)
                                }
                            })
                    }
                }
                store?.send(0)
                let inbox = loop.inbox(for: try #require(store), capacity: 1, keepsLoopAlive: true)
                try inbox.send(1)
                try loop.run(.noWait)
                try inbox.send(1)
                loop.close()
                store?.send(1)
                store = nil
                #expect(!lifetime.isAlive)
                gate.open()
            }
        }

        @Test func anEffectMayCloseItsLoopBetweenRuns() throws {
            let loop = try EventLoop(configuration: .init())
            let pipe = Pair.pipe()
            var log: [Int] = []
            var inbox: Inbox<Int>?
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    log.append(action)
                    if action == 0 {
                        return .merge(
                            .readable(pipe.reader, on: loop) { 5 },
                            .signal(SIGUSR1, on: loop) { 5 },
                            .blocking(on: loop.lane("a"), { 5 }) { $0 }, .after(.zero, 5),
                            .timer(every: .zero, clock: .boottime, 5))
                    }
                    if action == 1 { return .merge(.run { _ in loop.close() }, .send(2)) }
                    return .none
                }
            }
            store.reporter = .silent
            inbox = loop.inbox(for: store, capacity: 3)
            store.send(0)
            try inbox?.send(5)
            store.send(1)
            store.send(3)
            #expect(log == [0, 1, 2, 3])
        }

        @Test func aLoopReleasedInItsOwnCallbackIsFreedAfterTheRun() throws {
            var loop: EventLoop? = try EventLoop()
            let pipe = Pair.pipe()
            var calls = 0
            let token = try loop?.watch(pipe.reader, for: .readable) { _ in
                calls += 1
                loop?.stop()
                loop = nil
            }
            pipe.send()
            try loop?.run()
            #expect(calls == 1)
            token?.cancel()
        }

        @Test func aStopInTheFailureOfAClosedDescriptorEndsTheRun() throws {
            let loop = try EventLoop()
            let callbacks = Callbacks(loop)
            let pipe = Pair.pipe()
            callbacks.after(hour) {}
            let token = try loop.watch(pipe.reader, for: .readable) { _ in loop.stop() }
            pipe.closeReader()
            let time = try elapsed(loop) { try loop.run() }
            #expect(time < second)
            token.cancel()
            callbacks.cancelAll()
        }

        @Test func runsAfterStopsGoOnWhereTheyWere() throws {
            let loop = try EventLoop()
            var ticks = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if action == 0 { return .timer(every: .microseconds(100), count: 50, 1) }
                    ticks += 1
                    loop.stop()
                    return .none
                }
            }
            store.send(0)
            for run in 1...50 {
                try loop.run()
                #expect(ticks == run)
            }
            try loop.run()
            #expect(ticks == 50)
        }

        @Test func aThousandLoopsMayBeOpenAtATime() async {
            await #expect(processExitsWith: .success) {
                var loops: [EventLoop] = []
                var failure: SystemError?
                while loops.count < 1_000 {
                    do throws(SystemError) { loops.append(try EventLoop()) } catch {
                        failure = error
                        break
                    }
                }
                precondition(failure == nil || failure?.code == EMFILE)
                for loop in loops {
                    try loop.serve(.noWait)
                    try loop.serve()
                }
                let open = openDescriptorCount()
                loops = []
                precondition(openDescriptorCount() < open)
            }
        }

        @Test func figuresOfALoopAgreeWithEachOther() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let pipe = Pair.pipe()
            let before = loop.now
            let token = try loop.watch(pipe.reader, for: .readable) { _ in pipe.receive() }
            for round in 0..<50 {
                pipe.send()
                store.start(.blocking(on: loop.lane("a"), { round }) { .result($0) })
                try loop.run(round % 2 == 0 ? .once : .noWait)
                let statistics = loop.statistics
                #expect(statistics.turns == UInt64(round + 1))
                #expect(statistics.wakeUps <= statistics.turns)
                #expect((0...1).contains(statistics.idleShare))
            }
            token.cancel()
            try loop.run()
            let statistics = loop.statistics
            #expect(
                statistics.timeWaiting + statistics.timeRunning <= before.duration(to: loop.now))
            #expect(statistics.callbacks >= 100)
            loop.close()
            #expect(loop.statistics.turns == statistics.turns)
        }
    }
}
