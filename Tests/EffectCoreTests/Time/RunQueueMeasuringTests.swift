import EffectCore
import EffectTesting
import Testing

/// What is said of callbacks that take longer than they may.
@Suite struct RunQueueMeasuringTests {
    /// A queue that reports callbacks of more than a millisecond.
    private final class Meter {
        let fixture = QueueFixture()
        private(set) var reports: [Report] = []

        init() {
            fixture.queue.reporter = Reporter { [unowned self] in reports.append($0) }
            fixture.queue.slowCallbackLimit = 1_000_000
        }

        var queue: RunQueue { fixture.queue }
        var messages: [String] { reports.map(\.message) }

        func pass(_ microseconds: Int64) { fixture.time.now += microseconds * 1_000 }
    }

    @Test(arguments: [
        (CallbackSubject.unnamed, "a callback"), (.descriptor(3), "descriptor 3"),
        (.signal(15), "signal 15"), (.named("a lane"), "a lane"),
    ])
    func aReportNamesWhoseCallbackItWas(subject: CallbackSubject, text: String) {
        let meter = Meter()
        meter.queue.willWait()
        meter.pass(50_000)
        meter.queue.perform(for: subject) { meter.pass(1_000) }
        #expect(meter.messages == [], "neither the wait counts nor what takes as long as it may")
        meter.queue.perform(for: subject) { meter.pass(2_500) }
        #expect(meter.messages == ["\(text) took 2.5 ms"])
        #expect(meter.reports.map(\.kind) == [.slowCallback])
    }

    @Test func aLimitBelowZeroIsZero() {
        let meter = Meter()
        #expect(meter.queue.slowCallbackLimit == 1_000_000)
        meter.queue.slowCallbackLimit = -1
        #expect(meter.queue.slowCallbackLimit == 0)
        meter.queue.perform { meter.pass(0) }
        meter.queue.perform { meter.pass(100) }
        #expect(meter.messages == ["a callback took 0.1 ms"])
    }

    @Test func theTimeOfWakingIsReadOncePerWait() {
        let meter = Meter()
        meter.queue.willWait()
        meter.fixture.time.now = 5
        #expect(meter.queue.timeOfWaking() == 5)
        meter.fixture.time.now = 9
        #expect(meter.queue.timeOfWaking() == 5)
        meter.queue.willWait()
        meter.queue.perform { meter.fixture.time.now = 12 }
        #expect(meter.queue.timeOfWaking() == 9)
    }

    @Test func aReportNamesTheDeliveryThatTookLongest() {
        let meter = Meter()
        for isMeasured in [true, false] {
            if !isMeasured { meter.queue.slowCallbackLimit = .max }
            meter.queue.perform(for: .named("an inbox")) {
                for (line, time) in [(1, 1_000), (2, 3_000), (3, 2_000)] {
                    meter.pass(Int64(time))
                    meter.queue.noteDelivery(fileID: "Input/File.swift", line: UInt(line))
                }
            }
        }
        #expect(meter.messages == ["an inbox took 6.0 ms"])
        #expect(meter.reports.first?.source.line == 2)
    }

    @Test func aReportNamesTheEffectThatSentLast() {
        let meter = Meter()
        var sends: [Send<Int>] = []
        let store = Store<Int, Int>(initialState: 0, on: meter.fixture) {
            Reduce { _, action in
                switch action {
                case 0: return .run(name: "reader", line: 77) { sends.append($0) }
                case 1: meter.pass(2_000)
                default: break
                }
                return .none
            }
        }
        store.send(0)
        meter.queue.perform(for: .descriptor(3)) { sends[0](1) }
        meter.queue.perform(for: .descriptor(3)) { meter.pass(2_000) }
        #expect(
            meter.messages == [
                "descriptor 3 of effect reader took 2.0 ms", "descriptor 3 took 2.0 ms",
            ])
        #expect(meter.reports.first?.source.line == 77)
        store.stop()
    }

    @Test func aReportNamesTheEffectOfATimer() {
        let meter = Meter()
        let store = Store<Int, Int>(initialState: 0, on: meter.fixture) {
            Reduce { _, action in
                .run(name: "poll", line: 78) { send in
                    send.after(.milliseconds(5)) { meter.pass(3_000) }
                }
            }
        }
        store.send(0)
        meter.fixture.turn(at: 5_000_000)
        #expect(meter.messages == ["a timer's callback of effect poll took 3.0 ms"])
        #expect(meter.reports.first?.source.line == 78)
    }

    @Test func aReportNamesTheActionThatFilledMoreThanATurn() {
        let meter = Meter()
        let store = Store<Int, Int>(initialState: 0, on: meter.fixture) {
            Reduce { state, action in
                state += 1
                if action == 2 { meter.pass(4_000) }
                return action == 0
                    ? .sequence(Array(repeating: 1, count: Limits.actionsPerTurn) + [2]) : .none
            }
        }
        var line: UInt32 = 0
        meter.queue.perform {
            line = #line + 1
            store.send(0)
        }
        #expect(meter.messages == [])
        meter.fixture.turn(at: meter.fixture.time.now)
        #expect(store.state == Limits.actionsPerTurn + 2)
        #expect(meter.messages == ["the rest of a drain took 4.0 ms"])
        #expect(meter.reports.first?.source.line == line)
    }
}
