import EffectCore
import EffectTesting
import Testing

@Suite struct CancellationTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    // CAN-02
    @Test func nothingComesOfAnEffectCancelledBeforeItsTime() {
        let harness = Harness([
            "X": Self.after(2000, "a").cancellable(id: "k"), "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.advance(to: 1000)
        harness.send("stop")
        #expect(task.isFinished)
        #expect(harness.inFlight == 0)
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect([(0, "X"), (1000, "stop")])
    }

    // CAN-06
    @Test func effectsMayShareAnID() {
        let harness = Harness([
            "X": Self.after(1000, "1").cancellable(id: "id"),
            "Y": Self.after(2000, "2").cancellable(id: "id"),
        ])
        harness.send("X")
        harness.send("Y")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (1000, "1"), (2000, "2")])
    }

    // CAN-06
    @Test func aCancelEndsAllThatShareTheID() {
        let harness = Harness([
            "X": Self.after(1000, "1").cancellable(id: "id"),
            "Y": Self.after(2000, "2").cancellable(id: "id"), "stop": .cancel(id: "id"),
        ])
        harness.send("X")
        harness.send("Y")
        harness.advance(to: 500)
        harness.send("stop")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (500, "stop")])
    }

    // CAN-06
    @Test func theEndOfOneHolderLeavesTheOthers() {
        let harness = Harness([
            "X": .merge(
                Self.after(100, "1").cancellable(id: "id"),
                Self.after(200, "2").cancellable(id: "id"),
                Self.after(300, "3").cancellable(id: "id")),
            "2": .cancel(id: "id"),
        ])
        harness.send("X")
        harness.advance(to: 150)
        #expect(harness.store.isInFlight(id: "id"))
        harness.clock.run()
        harness.expect([(0, "X"), (100, "1"), (200, "2")])
        #expect(!harness.store.isInFlight(id: "id"))
        #expect(harness.store.tableCounts.ids == 0)
    }

    // CAN-16
    @Test func aCancelBetweenTwoSendsDropsTheSecond() {
        let harness = Harness([
            "X": .run { send in
                send.after(milliseconds(100)) {
                    send("a")
                    send("b")
                }
            }.cancellable(id: "k"),
            "a": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (100, "a")])
        #expect(harness.store.effectStatistics.droppedSends == 1)
        #expect(harness.reports.isEmpty)
    }

    // CAN-16
    @Test func aCancelBetweenTwoActionsOfASequenceDropsTheSecond() {
        let harness = Harness([
            "X": Effect.sequence(["a", "b"]).cancellable(id: "k").delay(for: milliseconds(100)),
            "a": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (100, "a")])
    }

    // CAN-17
    @Test func queuedActionsAreNotRetracted() {
        let harness = Harness([
            "X": Effect.sequence(["a", "b"]).cancellable(id: "k"),
            "a": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.expect([(0, "X"), (0, "a"), (0, "b")])
    }

    // CAN-17
    @Test func queuedActionsOfACancelledRunAreStillReduced() {
        let log = Log()
        let harness = Harness([
            "X": .run { send in
                send("a")
                send("b")
                send.onCancel { log("cancelled") }
                send.after(milliseconds(100)) { send("c") }
            }.cancellable(id: "k"),
            "a": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "a"), (0, "b")])
        #expect(log.entries == ["cancelled"])
    }

    // CAN-20, R-CAN-01
    @Test func aCancelMergedAfterItsEffectCancelsIt() {
        let harness = Harness([
            "X": .merge(Self.after(1000, "a").cancellable(id: "k"), .cancel(id: "k"))
        ])
        let task = harness.send("X")
        #expect(task.isFinished)
        #expect(harness.inFlight == 0)
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect([(0, "X")])
    }

    // R-CAN-01
    @Test func aCancelMergedBeforeItsEffectSparesIt() {
        let harness = Harness([
            "X": .merge(.cancel(id: "k"), Self.after(1000, "a").cancellable(id: "k"))
        ])
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (1000, "a")])
    }

    // R-CAN-01
    @Test func aRestartWithinOneCallbackLeavesOnlyTheLastRun() {
        let harness = Harness<String> { action in
            if action == "X" {
                return .run { send in
                    send.after(milliseconds(10)) {
                        send("count 5")
                        send("count 6")
                    }
                }
            }
            guard action.hasPrefix("count ") else { return .none }
            let value = Int(action.dropFirst(6)) ?? 0
            let calculation = Effect<String>.after(milliseconds(1000), "calc \(value)")
            return .merge(.cancel(id: value - 1), calculation.cancellable(id: value))
        }
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (10, "count 5"), (10, "count 6"), (1010, "calc 6")])
    }

    // CAN-22
    @Test func aCancelThatIsNotReturnedCancelsNothing() {
        let harness = Harness<String> { action in
            switch action {
            case "X": return Effect.after(milliseconds(100), "a").cancellable(id: "k")
            default:
                _ = Effect<String>.cancel(id: "k")
                _ = Effect<String>.cancelAll
                _ = Effect<String>.cancel(ids: ["k"])
                return .none
            }
        }
        harness.send("X")
        harness.send("Y")
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (100, "a")])
    }

    // CAN-32
    @Test func aListOfIDsIsCancelledInOrder() {
        let log = Log()
        let harness = Harness([
            "X": .merge(
                .probe("a", log).cancellable(id: "a"), .probe("b", log).cancellable(id: "b"),
                .probe("c", log).cancellable(id: "c")),
            "none": .cancel(ids: [Int]()),
            "two": .cancel(ids: ["b", "a", "unknown"]),
        ])
        harness.send("X")
        #expect(harness.send("none").isFinished)
        #expect(harness.inFlight == 3)
        #expect(harness.send("two").isFinished)
        #expect(log.entries.suffix(2) == ["b.cancel", "a.cancel"])
        #expect(harness.inFlight == 1)
    }

    // CAN-22
    @Test func aCancelOfAnUnknownIDDoesNothing() {
        let harness = Harness(["X": .cancel(id: "nobody"), "Y": .cancelAll])
        #expect(harness.send("X").isFinished)
        #expect(harness.send("Y").isFinished)
        harness.expect([(0, "X"), (0, "Y")])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // R-CAN-05
    @Test func storesDoNotShareTheirIDs() {
        let clock = TestClock()
        func makeStore() -> Store<Int, String> {
            Store(initialState: 0, on: clock) {
                Reduce { state, action in
                    switch action {
                    case "start":
                        return .timer(every: milliseconds(100), "tick").cancellable(id: "L")
                    case "stop": return .cancel(id: "L")
                    default:
                        state += 1
                        return .none
                    }
                }
            }
        }
        let (first, second) = (makeStore(), makeStore())
        first.send("start")
        second.send("start")
        clock.advance(by: milliseconds(250))
        first.send("stop")
        clock.advance(by: milliseconds(250))
        #expect(first.state == 2)
        #expect(second.state == 5)
    }
}
