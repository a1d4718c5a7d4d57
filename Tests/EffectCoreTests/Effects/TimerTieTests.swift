import EffectCore
import EffectTesting
import Testing

/// Timers that are due at the same instant.
@Suite struct TimerTieTests {
    private func harness(_ effects: [String: Effect<String>]) -> Harness<String> {
        Harness { effects[$0] ?? .none }
    }

    // TMR-07
    @Test func meetingTimersTickInTheOrderOfTheirStart() {
        let harness = harness([
            "X": .merge(.timer(every: .seconds(2), "1"), .timer(every: .seconds(3), "2"))
        ])
        harness.send("X")
        var seen: [[String]] = []
        for _ in 1...6 {
            harness.clock.advance(by: .seconds(1))
            seen.append(harness.received.dropFirst().map(\.action))
        }
        #expect(
            seen == [
                [], ["1"], ["1", "2"], ["1", "2", "1"], ["1", "2", "1"], ["1", "2", "1", "1", "2"],
            ])
    }

    // TMR-07, R-TIM-12
    @Test(arguments: [MissedTicks.skip, .delay, .burst])
    func aRepeatingTimerKeepsItsRegistrationUnderEveryPolicy(_ missed: MissedTicks) {
        let harness = harness([
            "X": .merge(
                .timer(every: .seconds(2), missed: missed, "1"),
                .timer(every: .seconds(3), missed: missed, "2"))
        ])
        harness.send("X")
        harness.advance(to: 12_000)
        harness.expectActions(
            ["X", "1", "2", "1", "1", "2", "1", "2", "1", "1", "2"])
    }

    // TMR-08
    @Test func aFastTimerRegisteredFirstStaysFirst() {
        let harness = harness([
            "X": .merge(
                .timer(every: .seconds(1), leading: true, "1"),
                .timer(every: .seconds(2), leading: true, "42"))
        ])
        harness.send("X")
        harness.advance(to: 2_000)
        harness.expect([
            (0, "X"), (0, "1"), (0, "42"), (1_000, "1"), (2_000, "1"), (2_000, "42"),
        ])
    }

    // R-TIM-12
    @Test func anEarlierArmedWaitIsAheadOfLaterShorterOnes() {
        let harness = harness([
            "D": .after(.milliseconds(300), "d"), "A": .after(.milliseconds(100), "a"),
            "B": .after(.milliseconds(100), "b"), "C": .after(.milliseconds(100), "c"),
        ])
        harness.send("D")
        harness.advance(to: 200)
        for action in ["A", "B", "C"] { harness.send(action) }
        harness.advance(to: 300)
        harness.expectActions(["D", "A", "B", "C", "d", "a", "b", "c"])
    }

    // R-TIM-12
    @Test func aThousandEqualDeadlinesGoByArming() {
        let harness = Harness<Int> { action in
            action < 0 ? .none : .after(.milliseconds(2_000 - action), -action - 1)
        }
        for number in 0..<1_000 { harness.send(number); harness.advance(to: number + 1) }
        harness.advance(to: 2_000)
        let ticks = harness.received.filter { $0.action < 0 }
        #expect(ticks.map { -$0.action - 1 } == Array(0..<1_000))
        #expect(ticks.allSatisfy { $0.time == 2_000 })
    }

    // R-TIM-12
    @Test func allKindsOfWaitsShareOneOrder() {
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .merge(
                .run { send in send.after(.seconds(1)) { send.finish(with: "run") } },
                .send("debounce").debounce(id: "d", for: .seconds(1)),
                .after(.seconds(1), "after"),
                .concatenate(.sleep(for: .seconds(1)), .send("sleep")),
                .timer(every: .seconds(1), count: 1, "timer"),
                .send("delay").delay(for: .seconds(1)),
                Effect.never.timeout(after: .seconds(1), "timeout"))
        }
        harness.send("X")
        harness.clock.run()
        harness.expect(
            [(0, "X")]
                + ["run", "debounce", "after", "sleep", "timer", "delay", "timeout"]
                .map { (1_000, $0) })
    }

    // TMR-16
    @Test func aTimerCancelsTheOneThatIsDueWithIt() {
        let harness = harness([
            "X": .merge(.after(.seconds(1), "1"), .after(.seconds(1), "2").cancellable(id: "2")),
            "1": .cancel(id: "2"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "1")])
    }

    // TMR-16
    @Test func aTimerDueLaterInTheTurnCancelsNothingThatRan() {
        let harness = harness([
            "X": .merge(.after(.seconds(1), "1").cancellable(id: "1"), .after(.seconds(1), "2")),
            "2": .cancel(id: "1"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1_000, "1"), (1_000, "2")])
    }

    // R-TIM-02
    @Test func aTimerRestartsTheOneThatIsDueWithIt() {
        let harness = harness([
            "X": .merge(
                .after(.milliseconds(100), "A"),
                .after(.milliseconds(100), "B").cancellable(id: "b")
            ),
            "A": .after(.milliseconds(50), "B").cancellable(id: "b", cancelInFlight: true),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (100, "A"), (150, "B")])
    }

    // R-TIM-02
    @Test func aTimerCancelsItself() {
        let harness = harness([
            "X": .merge(
                .after(.milliseconds(100), "A").cancellable(id: "a"),
                .timer(every: .milliseconds(100), "A").cancellable(id: "a"),
                .after(.milliseconds(100), "B")),
            "A": .cancel(id: "a"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (100, "A"), (100, "B")])
    }

    // R-TIM-02
    @Test func aTimerReleasesTheStoreOfTheOneThatIsDueWithIt() {
        let clock = TestClock()
        let other = Harness<String>(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        let harness = Harness<String>(on: clock) { action in
            if action == "a" { other.release() }
            return action == "X" ? .after(.seconds(1), "a") : .none
        }
        harness.send("X")
        other.send("X")
        clock.run()
        harness.expect([(0, "X"), (1_000, "a")])
        other.expect([(0, "X")])
    }

    // TMR-28
    @Test(arguments: [true, false])
    func aRemovalDueWithATickWinsWhenItWasRegisteredFirst(_ removalIsFirst: Bool) {
        let removal = Effect<String>.after(.seconds(1), "remove")
        let tick = Effect<String>.timer(every: .seconds(1), "tick").cancellable(id: "element")
        let harness = harness([
            "X": removalIsFirst ? .merge(removal, tick) : .merge(tick, removal),
            "remove": .cancel(id: "element"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expectActions(removalIsFirst ? ["X", "remove"] : ["X", "tick", "remove"])
    }

    // TMR-28
    @Test(arguments: [true, false])
    func aParentEndsAChildsTickThatIsDueWithIt(_ parentIsFirst: Bool) {
        enum Action: Equatable { case start, end, child(String) }
        let path = CasePath<Action, String>({ .child($0) }) {
            if case .child(let action) = $0 { action } else { nil }
        }
        let clock = TestClock()
        var received: [Action] = []
        let store = Store(initialState: 0, on: clock) {
            Scope(state: \.self, action: path, id: "element") {
                Reduce<Int, String> { _, action in
                    action == "start"
                        ? .timer(every: .seconds(1), "tick").cancellable(id: "t") : .none
                }
            }
            Reduce<Int, Action> { _, action in
                received.append(action)
                switch action {
                case .start: return .after(.seconds(1), .end)
                case .end: return .cancel(id: "t")
                case .child: return .none
                }
            }
        }
        let starts: [Action] = [.start, .child("start")]
        for action in parentIsFirst ? starts : starts.reversed() { store.send(action) }
        clock.run()
        #expect(received.suffix(from: 2) == (parentIsFirst ? [.end] : [.child("tick"), .end]))
    }
}
