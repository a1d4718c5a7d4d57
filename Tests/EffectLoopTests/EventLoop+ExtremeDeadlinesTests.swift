import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct ExtremeDeadlines {
        @Test(arguments: [TimerPrecision.millisecond, .high])
        func deadlinesAtTheEndOfTimeNeverComeAndPastOnesDo(precision: TimerPrecision) throws {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = precision
            let loop = try EventLoop(configuration: configuration)
            var ticks = 0
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    switch action {
                    case 0:
                        return .merge(
                            .after(.seconds(Int64.max), 2), .after(.nanoseconds(Int64.max - 1), 2),
                            .timer(every: .seconds(Int64.max), clock: .boottime, 2),
                            .timer(every: .seconds(1 << 40), tolerance: .seconds(Int64.max), 2),
                            .timer(every: .seconds(-1), count: 20, 1),
                            .timer(every: .zero, count: 20, clock: .boottime, 1),
                            .after(.seconds(-5), 1), .sleep(for: .seconds(Int64.max)))
                    case 1:
                        ticks += 1
                        return ticks == 41 ? .after(.milliseconds(3), 3) : .none
                    case 3: return .cancelAll
                    default:
                        Issue.record("a timer at the end of time fired")
                        return .none
                    }
                }
            }
            store.reporter = .silent
            store.send(0)
            try loop.run()
            #expect(ticks == 41)
        }

        @Test(arguments: [TimerPrecision.millisecond, .high])
        func thousandsOfEqualDeadlinesComeInOrderAroundACancel(precision: TimerPrecision) throws {
            var configuration = EventLoop.Configuration()
            configuration.timerPrecision = precision
            let loop = try EventLoop(configuration: configuration)
            var log: [Int] = []
            let store = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    if action < 0 {
                        return .merge(
                            (0..<5_000).map {
                                Effect.after(.milliseconds(5), $0).cancellable(id: $0 % 2)
                            })
                    }
                    log.append(action)
                    return action == 2_500 ? .cancel(id: 1) : .none
                }
            }
            store.send(-1)
            try loop.run()
            #expect(log == Array(0...2_500) + (2_501..<5_000).filter { $0 % 2 == 0 })
            #expect(loop.statistics.armedTimersMax == 5_000)
        }
    }
}
