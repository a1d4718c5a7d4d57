import EffectCore
import EffectTesting
import Testing

@Suite struct TestClockAdvanceTests {
    // CLK-01
    @Test func aWaitEndsExactlyAtItsDeadline() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        clock.advance(by: .milliseconds(999))
        #expect(recorder.received == ["X@0"])
        clock.advance(by: .milliseconds(1))
        #expect(recorder.received == ["X@0", "a@1000"])
    }

    // CLK-01
    @Test func aNanosecondShortIsShort() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        clock.advance(to: Instant(nanoseconds: 999_999_999))
        #expect(recorder.received == ["X@0"])
        clock.advance(by: .nanoseconds(1))
        #expect(recorder.received == ["X@0", "a@1000"])
    }

    // CLK-01
    @Test func fourQuarterStepsReachTheDeadlineOnce() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        for _ in 1...4 { clock.advance(by: .milliseconds(250)) }
        #expect(recorder.received == ["X@0", "a@1000"])
    }

    // CLK-02
    @Test func advancingToInstantsReachesTheDeadlineAtTheLast() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        for time in [250, 500, 750] { clock.advance(to: at(time)) }
        #expect(recorder.received == ["X@0"])
        clock.advance(to: at(1_000))
        #expect(recorder.received == ["X@0", "a@1000"])
    }

    // CLK-04
    @Test func equalDeadlinesGoByRegistration() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0.count == 1 ? .after(.seconds(1), $0 + "'") : .none }
        for name in ["a", "b", "c"] { recorder.send(name) }
        clock.advance(by: .seconds(1))
        #expect(recorder.received == ["a@0", "b@0", "c@0", "a'@1000", "b'@1000", "c'@1000"])
    }

    // CLK-04
    @Test func equalDeadlinesOfTwoStoresGoByRegistrationToo() {
        let clock = TestClock()
        var order: [String] = []
        func store(_ name: String) -> Store<Void, Int> {
            Store(initialState: (), on: clock) {
                Reduce { _, action in
                    if action > 0 { return .after(.milliseconds(action), -action) }
                    order.append("\(name)\(action)")
                    return .none
                }
            }
        }
        let (first, second) = (store("a"), store("b"))
        second.send(30)
        first.send(30)
        second.send(20)
        first.send(20)
        clock.run()
        #expect(order == ["b-20", "a-20", "b-30", "a-30"])
    }

    // CLK-05
    @Test func nowWithinACallbackIsItsDeadline() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { $0 == "X" ? .after(.seconds(1), "a") : .none }
        recorder.send("X")
        clock.advance(by: .seconds(5))
        #expect(recorder.received == ["X@0", "a@1000"])
        #expect(clock.now == at(5_000))
    }

    // R-TST-01
    @Test func aBigAdvanceStopsAtEveryDeadlineOnTheWay() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action == "X"
                ? .merge([100, 200, 300].map { .after(.milliseconds($0), "a") }) : .none
        }
        recorder.send("X")
        clock.advance(by: .seconds(1))
        #expect(recorder.received == ["X@0", "a@100", "a@200", "a@300"])
        #expect(clock.now == at(1_000))
    }

    // CLK-06, CLK-07
    @Test(arguments: [[5_000], [4_500, 500], [1, 4_998, 1], [2_500, 2_500]])
    func aChainOfWaitsRunsWithinTheAdvanceThatCoversIt(_ steps: [Int]) {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action.count < 6 ? .after(.seconds(1), action + "x") : .none
        }
        recorder.send("x")
        for step in steps { clock.advance(by: .milliseconds(step)) }
        #expect(
            recorder.received == [
                "x@0", "xx@1000", "xxx@2000", "xxxx@3000", "xxxxx@4000", "xxxxxx@5000",
            ])
    }

    // CLK-07
    @Test func aChainStopsWhereTheAdvanceEnds() {
        let clock = TestClock()
        let recorder = Recorder(on: clock) { action in
            action.count < 6 ? .after(.seconds(1), action + "x") : .none
        }
        recorder.send("x")
        clock.advance(by: .milliseconds(4_500))
        #expect(recorder.received.count == 5)
        clock.advance(by: .milliseconds(500))
        #expect(recorder.received.last == "xxxxxx@5000")
    }

    // R-TST-05
    @Test func waitsArmedWithinAnAdvanceRunInIt() {
        for _ in 1...10_000 {
            let clock = TestClock()
            let recorder = Recorder(on: clock) { action in
                switch action {
                case "X":
                    .merge(
                        .concatenate(.sleep(for: .zero), .send("a")),
                        .concatenate(.sleep(for: .zero), .send("b")),
                        .concatenate(.sleep(for: .zero), .send("c")))
                case "a", "b", "c": .after(.milliseconds(500), action + "'")
                default: .none
                }
            }
            recorder.send("X")
            clock.advance(by: .milliseconds(500))
            let expected = ["X@0", "a@0", "b@0", "c@0", "a'@500", "b'@500", "c'@500"]
            guard recorder.received == expected else {
                Issue.record("received \(recorder.received)")
                return
            }
        }
    }

    // CLK-27
    @Test func aStoreHearsOnlyTheClockItWasGiven() {
        let (clock, other) = (TestClock(), TestClock())
        let recorder = Recorder(on: clock) { action in
            action == "X" ? .send("a").debounce(id: "d", for: .seconds(1)) : .none
        }
        recorder.send("X")
        other.advance(by: .seconds(10))
        #expect(recorder.received == ["X@0"])
        clock.advance(by: .seconds(1))
        #expect(recorder.received == ["X@0", "a@1000"])
    }
}
