import EffectCore
import EffectModel
import EffectTesting
import Testing

/// Random calls, compared with what the rules of debounce and throttle say in plain words.
@Suite struct GateModelTests {
    private struct Event {
        var time: Int
        var id: Int
        /// Nil for a cancel.
        var call: Int?
        var interval: Int
    }

    private struct Start: Equatable {
        var time: Int
        var call: Int
    }

    private func script(_ generator: inout SplitMix64, fixedInterval: Bool) -> [Event] {
        var time = 0
        return (0..<300).map { number in
            time +=
                [0, Int.random(in: 0...60, using: &generator)].randomElement(using: &generator) ?? 0
            let id = Int.random(in: 0..<3, using: &generator)
            let isCancel = Int.random(in: 0..<12, using: &generator) == 0
            return Event(
                time: time, id: id, call: isCancel ? nil : number,
                interval: fixedInterval
                    ? 50 * (id + 1) : max(0, Int.random(in: -50...150, using: &generator)))
        }
    }

    private func play(
        _ script: [Event], _ gate: @escaping (Effect<Start>, Event) -> Effect<Start>
    ) -> [Start] {
        let clock = TestClock()
        var starts: [Start] = []
        let store = Store<Void, Start>(initialState: (), on: clock) {
            Reduce { _, action in
                if action.time >= 0 {
                    let event = script[action.time]
                    guard let call = event.call else { return .cancel(id: event.id) }
                    return gate(.send(Start(time: -1, call: call)), event)
                }
                let now = Int(clock.now.nanoseconds / 1_000_000)
                starts.append(Start(time: now, call: action.call))
                return .none
            }
        }
        for (index, event) in script.enumerated() {
            clock.advance(to: Instant(nanoseconds: Int64(event.time) * 1_000_000))
            store.send(Start(time: index, call: 0))
        }
        clock.run()
        clock.advance(by: .seconds(10))
        #expect(store.tableCounts == (0, 0, 0))
        return starts
    }

    private func perID(_ script: [Event], _ body: ([Event]) -> [Start]) -> [[Start]] {
        (0..<3).map { id in body(script.filter { $0.id == id }) }
    }

    private func grouped(_ starts: [Start], _ script: [Event]) -> [[Start]] {
        (0..<3).map { id in starts.filter { script[$0.call].id == id } }
    }

    // DEB-01, DEB-05, DEB-17, DEB-22
    @Test(arguments: UInt64(1)...20)
    func aDebouncedCallStartsWhenNothingFollowsInItsTime(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let script = script(&generator, fixedInterval: false)
        let maxWait: Int? = seed % 2 == 0 ? 200 : nil
        let starts = play(script) { effect, event in
            effect.debounce(
                id: event.id, for: .milliseconds(event.interval),
                maxWait: maxWait.map { .milliseconds($0) })
        }
        let expected = perID(script) { events in
            var starts: [Start] = []
            var burst: Int?
            for (index, event) in events.enumerated() {
                guard let call = event.call else {
                    burst = nil
                    continue
                }
                burst = burst ?? event.time
                let end = min(
                    event.time + event.interval, (burst ?? 0) + (maxWait ?? 1_000_000))
                // What is due runs before each event: a call at the instant of the end is too late.
                let next = index + 1 < events.count ? events[index + 1].time : .max
                if next >= end {
                    starts.append(Start(time: end, call: call))
                    burst = nil
                }
            }
            return starts
        }
        #expect(grouped(starts, script) == expected, "seed \(seed)")
        #expect(starts.map(\.time) == starts.map(\.time).sorted(), "seed \(seed)")
    }

    // THR-02, THR-03, THR-04, THR-08, THR-09
    @Test(
        arguments: UInt64(1)...10, [ThrottleTrailing.latest, .first, .none])
    func aThrottledCallStartsOncePerWindow(_ seed: UInt64, _ trailing: ThrottleTrailing) {
        var generator = SplitMix64(seed: seed)
        let script = script(&generator, fixedInterval: true)
        let starts = play(script) { effect, event in
            effect.throttle(
                id: event.id, for: .milliseconds(event.interval), trailing: trailing)
        }
        let expected = perID(script) { events in
            var starts: [Start] = []
            var windowEnd = 0
            var held: Int?
            for event in events + [Event(time: .max, id: 0, call: nil, interval: 0)] {
                if let call = held, windowEnd <= event.time {
                    starts.append(Start(time: windowEnd, call: call))
                    windowEnd += events[0].interval
                    held = nil
                }
                if event.call == nil { held = nil }
                guard let call = event.call else { continue }
                if event.time >= windowEnd {
                    starts.append(Start(time: event.time, call: call))
                    windowEnd = event.time + event.interval
                } else if trailing == .latest || trailing == .first && held == nil {
                    held = call
                }
            }
            return starts
        }
        #expect(grouped(starts, script) == expected, "seed \(seed)")
    }
}
