import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct SlowCallbacks {
        private final class Fixture {
            let loop: EventLoop
            private(set) var reports: [Report] = []

            init(threshold: Duration?) throws {
                var configuration = EventLoop.Configuration()
                configuration.slowCallbackThreshold = threshold
                loop = try EventLoop(configuration: configuration)
                loop.runQueue.reporter = Reporter { [unowned self] in self.reports.append($0) }
            }

            func burn(_ milliseconds: Int64) {
                let end = loop.now.nanoseconds + milliseconds * millisecond
                while loop.now.nanoseconds < end {}
            }
        }

        @Test func aSlowTimerIsReportedWithTheLineOfItsEffect() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let line: UInt = #line + 4
            let store = Store<Int, Int>(initialState: 0, on: fixture.loop) {
                Reduce { _, action in
                    switch action {
                    case 0: return .after(.zero, 1)
                    default: fixture.burn(120)
                    }
                    return .none
                }
            }
            store.send(0)
            try fixture.loop.run()
            let report = try #require(fixture.reports.first)
            #expect(fixture.reports.count == 1)
            #expect(report.kind == .slowCallback)
            #expect(
                report.source
                    == ActionSource(
                        fileID: "EffectLoopTests/EventLoop+SlowCallbacksTests.swift", line: line))
            #expect(report.message.hasPrefix("a timer's callback took 1"))
            #expect(report.message.hasSuffix(" ms"))
        }

        @Test func aSlowWaitOfANamedRunIsReportedByItsName() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let store = Store<Int, Int>(initialState: 0, on: fixture.loop) {
                Reduce { _, action in
                    guard action == 0 else { return .none }
                    return .run(name: "poll") { send in
                        send.after(.zero) {
                            fixture.burn(120)
                            send.finish()
                        }
                    }
                }
            }
            store.send(0)
            try fixture.loop.run()
            #expect(fixture.reports.count == 1)
            #expect(
                fixture.reports.first?.message.hasPrefix("a timer's callback of effect poll took")
                    == true)
        }

        @Test func aSlowDescriptorIsReportedWithItsNumberAndTheEffect() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let pipe = Pair.pipe()
            let line: UInt = #line + 4
            let store = Store<Int, Int>(initialState: 0, on: fixture.loop) {
                Reduce { _, action in
                    guard action > 0 else {
                        return .readable(pipe.reader, on: fixture.loop) { 1 }
                    }
                    fixture.burn(120)
                    return .cancelAll
                }
            }
            store.send(0)
            pipe.send()
            try fixture.loop.run()
            let report = try #require(fixture.reports.first)
            #expect(fixture.reports.count == 1)
            #expect(report.message.hasPrefix("descriptor \(pipe.reader) "))
            #expect(report.source.line == UInt32(line))
        }

        @Test func aSlowSignalAndAPlainWatchAreNamedByTheirNumbers() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            var token: WatchToken?
            token = try fixture.loop.watch(signal: SIGUSR1) {
                fixture.burn(120)
                token?.cancel()
            }
            deliver(SIGUSR1)
            try fixture.loop.run()
            #expect(fixture.reports.map(\.kind) == [.slowCallback])
            #expect(fixture.reports.first?.message.hasPrefix("signal \(SIGUSR1) took 1") == true)
        }

        @Test func aSlowDeliveryOfAnInboxIsReportedWithTheLineThatSentTheSlowAction() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let store = Store<Int, Int>(initialState: 0, on: fixture.loop) {
                Reduce { _, action in
                    guard action == 2 else { return .none }
                    return .run(name: "work") { send in
                        fixture.burn(120)
                        send(3)
                    }
                }
            }
            let inbox = fixture.loop.inbox(for: store, capacity: 3)
            try inbox.send(1)
            let line: UInt = #line + 1
            try inbox.send(2)
            try inbox.send(1)
            try fixture.loop.run()
            let report = try #require(fixture.reports.first)
            #expect(fixture.reports.count == 1)
            #expect(report.message.hasPrefix("an inbox's delivery took 1"))
            #expect(
                report.source
                    == ActionSource(
                        fileID: "EffectLoopTests/EventLoop+SlowCallbacksTests.swift", line: line))
        }

        @Test func aSlowRestOfADrainIsReported() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let store = Store<Int, Int>(initialState: 0, on: fixture.loop) {
                Reduce { state, action in
                    state += 1
                    if state == Limits.actionsPerTurn + 2 { fixture.burn(120) }
                    return state < Limits.actionsPerTurn + 3 ? .send(action) : .none
                }
            }
            fixture.loop.runQueue.perform { store.send(0) }
            try fixture.loop.run()
            #expect(fixture.reports.count == 1)
            #expect(
                fixture.reports.first?.message.hasPrefix("the rest of a drain took 1") == true)
        }

        @Test func quickCallbacksAndTheTimeBetweenRunsAreNot() throws {
            let fixture = try Fixture(threshold: .milliseconds(100))
            let callbacks = Callbacks(fixture.loop)
            let pipe = Pair.pipe()
            let token = try fixture.loop.watch(pipe.reader, for: .readable) { _ in
                pipe.receive()
            }
            for _ in 0..<3 {
                usleep(120_000)
                callbacks.after(0) {}
                callbacks.nextTurn {}
                pipe.send()
                try fixture.loop.run(.noWait)
            }
            callbacks.after(120 * millisecond) {}
            try fixture.loop.run(.once)
            #expect(fixture.reports.isEmpty, "waiting is not working")
            token.cancel()
        }

        @Test func withoutAThresholdNothingIsMeasured() throws {
            let fixture = try Fixture(threshold: nil)
            let callbacks = Callbacks(fixture.loop)
            callbacks.after(0) { fixture.burn(5) }
            try fixture.loop.run()
            #expect(fixture.reports.isEmpty)
        }
    }
}
