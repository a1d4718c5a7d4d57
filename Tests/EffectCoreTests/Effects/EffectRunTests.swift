import EffectCore
import EffectTesting
import Testing

@Suite struct EffectRunTests {
    // EFF-02
    @Test func justIsAnotherWordForSend() {
        #expect(timeline(of: .just("a")) == timeline(of: .send("a")))
        #expect(timeline(of: .just("a")) == ["0:a", "0:|"])
    }

    // EFF-04
    @Test func aRunSendsInOrder() {
        let harness = Harness([
            "X": .run { send in
                send("A")
                send("B")
                send("C")
            }
        ])
        harness.send("X")
        harness.expect([(0, "X"), (0, "A"), (0, "B"), (0, "C")])
        #expect(harness.inFlight == 0)
    }

    // EFF-05
    @Test func aRunThatWaitsIsInFlightUntilItsLastSend() {
        let harness = Harness([
            "X": .run { send in
                send("A")
                send.after(milliseconds(1000)) {
                    send("B")
                    send.after(milliseconds(500)) { send("C") }
                }
            }
        ])
        harness.send("X")
        harness.advance(to: 999)
        #expect(harness.inFlight == 1)
        harness.advance(to: 1499)
        #expect(harness.inFlight == 1)
        harness.advance(to: 1500)
        harness.expect([(0, "X"), (0, "A"), (1000, "B"), (1500, "C")])
        #expect(harness.inFlight == 0)
    }

    // EFF-06
    @Test func anEffectThatIsNotReturnedNeverStarts() {
        let log = Log()
        let effect = Effect<String>.run { _ in log("started") }
        let harness = Harness<String> { $0 == "return" ? effect : .none }
        harness.send("build")
        harness.advance(to: 500)
        #expect(log.entries.isEmpty)
        harness.send("return")
        #expect(log.entries == ["started"])
    }

    // EFF-06
    @Test func composingStartsNothing() {
        let log = Log()
        let run = Effect<String>.run { _ in log("started") }
        let composed: [Effect<String>] = [
            .merge(run, run), .concatenate(run, run), run.map { $0 + "!" },
            run.cancellable(id: 1, cancelInFlight: true), run.delay(for: .zero),
            run.debounce(id: 1, for: .zero), run.throttle(id: 1, for: .zero, latest: true),
            run.timeout(after: .zero, "late"),
        ]
        let harness = Harness<String> { _ in .none }
        harness.send("X")
        harness.clock.run()
        #expect(composed.count == 8)
        #expect(log.entries.isEmpty)
    }

    // EFF-07
    @Test func oneValueRunsManyTimesIndependently() {
        let harness = Harness(["X": .after(milliseconds(1000), "A")])
        harness.send("X")
        harness.advance(to: 400)
        harness.send("X")
        #expect(harness.inFlight == 2)
        harness.advance(to: 2000)
        harness.expect([(0, "X"), (400, "X"), (1000, "A"), (1400, "A")])
    }

    // EFF-07
    @Test func everyRunOfAChainBeginsAtItsFirstStep() {
        let chain = Effect<String>.concatenate(
            .after(milliseconds(100), "a"), .after(milliseconds(100), "b"))
        let harness = Harness(["X": chain])
        harness.send("X")
        harness.advance(to: 150)
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (100, "a"), (150, "X"), (200, "b"), (250, "a"), (350, "b")])
    }

    // EFF-08
    @Test func aSequenceSendsItsActionsAndEnds() {
        #expect(timeline(of: .sequence(["1", "2", "3"])) == ["0:1", "0:2", "0:3", "0:|"])
        let harness = Harness(["X": .sequence([])])
        #expect(harness.send("X").isFinished)
        harness.expect([(0, "X")])
    }

    // EFF-10
    @Test func anEffectKeepsTheStateItCaptured() {
        struct Feature: Reducer {
            func reduce(into state: inout Int, action: String) -> Effect<String> {
                switch action {
                case "X":
                    state = 2
                    return .run { [state] send in
                        send.after(milliseconds(1000)) { send("captured \(state)") }
                    }
                case "Inc": state = 3
                default: break
                }
                return .none
            }
        }
        let clock = TestClock()
        let store = Store(initialState: 1, on: clock) { Feature() }
        var seen: [String] = []
        let token = store.onAction { action, _ in seen.append(action) }
        store.send("X")
        clock.advance(by: milliseconds(500))
        store.send("Inc")
        clock.advance(by: milliseconds(500))
        #expect(seen == ["X", "Inc", "captured 2"])
        #expect(store.state == 3)
        token.cancel()
    }

    // EFF-12
    @Test func anEffectLeavesTheRegistryWhenItEnds() {
        let harness = Harness(["X": .after(milliseconds(1000), "End")])
        harness.send("X")
        for time in stride(from: 0, through: 999, by: 333) {
            harness.advance(to: time)
            #expect(harness.inFlight == 1)
        }
        harness.advance(to: 1000)
        #expect(harness.inFlight == 0)
        #expect(harness.store.tableCounts.nodes == 0)
    }

    // EFF-16
    @Test func aCompletionCountsOnce() {
        var complete: ((Result<Int, EffectCancelled>) -> Void)?
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            return .attempt({ "got \($0)" }) { complete = $0 }
        }
        harness.send("X")
        complete?(.success(1))
        complete?(.success(2))
        harness.send("X").cancel()
        complete?(.success(3))
        harness.expectActions(["X", "got success(1)", "X"])
        #expect(harness.inFlight == 0)
        #expect(harness.reports.isEmpty)
    }

    @Test func aFireAndForgetSendsNothingAndEnds() {
        let log = Log()
        let harness = Harness(["X": .fireAndForget { log("ran") }])
        #expect(harness.send("X").isFinished)
        #expect(log.entries == ["ran"])
        harness.expect([(0, "X")])
    }

    @Test func aSleepIsAPauseInAChain() {
        let effect = Effect<String>.concatenate(
            .just("a"), .sleep(for: milliseconds(300)), .just("b"))
        #expect(timeline(of: effect) == ["0:a", "300:b", "300:|"])
    }
}
