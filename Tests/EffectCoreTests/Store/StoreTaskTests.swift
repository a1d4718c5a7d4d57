import EffectCore
import EffectTesting
import Testing

@Suite struct StoreTaskTests {
    // STO-25
    @Test func theTaskOfAnActionWithoutEffectsHasFinished() {
        let harness = Harness<String> { _ in .none }
        let task = harness.send("X")
        #expect(task.isFinished)
        #expect(!task.isCancelled)
        task.cancel()
        #expect(!task.isCancelled)
        var calls = 0
        task.onFinish { calls += 1 }
        #expect(calls == 1)
    }

    // CAN-36
    @Test func cancellingATaskEndsAllThatItCaused() {
        let harness = Harness([
            "X": .run { send in send("r") },
            "r": .merge(.never, .run { send in send("r1") }),
            "r1": .merge(.never, .run { send in send("r2") }),
            "r2": .never,
        ])
        let task = harness.send("X")
        harness.expectActions(["X", "r", "r1", "r2"])
        #expect(harness.inFlight == 3)
        #expect(!task.isFinished)
        task.cancel()
        #expect(harness.inFlight == 0)
        #expect(task.isFinished)
        #expect(task.isCancelled)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // CAN-36
    @Test func theCascadeReachesWhatTimersCausedLater() {
        let log = Log()
        let harness = Harness([
            "X": .timer(every: milliseconds(100), "tick"),
            "tick": .after(milliseconds(10), "spawn"), "spawn": .probe("p", log),
        ])
        let task = harness.send("X")
        harness.advance(to: 250)
        #expect(harness.inFlight == 3)
        task.cancel()
        #expect(log.entries == ["p.start", "p.start", "p.cancel", "p.cancel"])
        #expect(harness.inFlight == 0)
        #expect(harness.clock.armedTimerCount == 0)
    }

    // CAN-37
    @Test func otherTasksAreUntouched() {
        let harness = Harness(["X": .after(milliseconds(100), "a")])
        let first = harness.send("X")
        let second = harness.send("X")
        first.cancel()
        #expect(first.isFinished)
        #expect(!second.isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "X"), (100, "a")])
        #expect(second.isFinished)
        #expect(!second.isCancelled)
    }

    // CAN-37
    @Test func aTaskOfAReusedRecordDoesNotReachItsSuccessor() {
        let harness = Harness(["X": .after(milliseconds(100), "a")])
        let first = harness.send("X")
        first.cancel()
        let second = harness.send("X")
        first.cancel()
        #expect(!second.isFinished)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "X"), (100, "a")])
    }

    @Test func aTaskTellsItsEndOnce() {
        let harness = Harness(["X": .after(milliseconds(100), "a"), "a": .sleep(for: .seconds(1))])
        let log = Log()
        let task = harness.send("X")
        task.onFinish { log("\(harness.now)") }
        task.onFinish { log("again") }
        harness.clock.run()
        #expect(log.entries == ["1100", "again"])
        task.cancel()
        #expect(log.entries.count == 2)
        #expect(!task.isCancelled)
    }

    @Test(arguments: ["cancel", "stop", "release"]) func aTaskTellsItsEarlyEnd(how: String) {
        let harness = Harness<String> { _ in .never }
        let log = Log()
        let task = harness.send("X")
        task.onFinish { log("finished") }
        switch how {
        case "cancel": task.cancel()
        case "stop": harness.store.stop()
        default: harness.release()
        }
        #expect(log.entries == ["finished"])
        #expect(task.isFinished)
    }

    // CAN-36
    @Test func anActionOfACancelledTaskIsReducedButStartsNothing() {
        let log = Log()
        var cancel: () -> Void = {}
        let harness = Harness<String> { action in
            switch action {
            case "X": return .merge(.after(milliseconds(10), "go"), .never)
            case "go": return .sequence(["first", "second"])
            case "first": cancel()
            case "second": return .probe("p", log)
            default: break
            }
            return .none
        }
        let task = harness.send("X")
        cancel = { task.cancel() }
        harness.clock.run()
        harness.expect([(0, "X"), (10, "go"), (10, "first"), (10, "second")])
        #expect(log.entries.isEmpty)
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test(arguments: ["will", "did", "observer"]) func anObserverMayCancelATask(place: String) {
        let log = Log()
        let harness = Harness<String> { action in
            action == "X" ? .concatenate(.probe("p", log), .probe("q", log)) : .none
        }
        let store = harness.store
        let task = harness.send("X")
        var tokens = [
            store.observe(willChange: { if place == "will" { task.cancel() } }) {
                if place == "did" { task.cancel() }
            }
        ]
        tokens.append(store.observe { _ in if place == "observer" { task.cancel() } })
        harness.send("Y")
        #expect(log.entries == ["p.start", "p.cancel"])
        #expect(task.isFinished)
        #expect(store.tableCounts == (0, 0, 0))
        tokens.removeAll()
    }

    @Test func theTaskOfAQueuedSendCoversItsEffects() {
        let log = Log()
        let harness = Harness(["Y": .after(milliseconds(50), "done"), "Z": .probe("z", log)])
        let store = harness.store
        var tasks: [StoreTask] = []
        let token = store.onAction { action, _ in
            guard action == "X" else { return }
            tasks = ["Y", "Z", "none"].map { store.send($0) }
            #expect(tasks.allSatisfy { !$0.isFinished })
            tasks[1].cancel()
        }
        harness.send("X")
        #expect(tasks.map(\.isFinished) == [false, true, true])
        #expect(tasks[1].isCancelled)
        #expect(log.entries.isEmpty)
        harness.clock.run()
        harness.expect([(0, "X"), (0, "Y"), (0, "Z"), (0, "none"), (50, "done")])
        #expect(tasks[0].isFinished)
        token.cancel()
    }

    @Test func aFinishedTaskMaySendAndStartAnew() {
        let harness = Harness([
            "X": .after(milliseconds(10), "a"), "Y": .after(milliseconds(10), "b"),
        ])
        let store = harness.store
        harness.send("X").onFinish { store.send("Y") }
        harness.clock.run()
        harness.expect([(0, "X"), (10, "a"), (10, "Y"), (20, "b")])
        #expect(store.tableCounts == (0, 0, 0))
    }

    @Test func aTaskDoesNotAnswerForALaterOneInItsPlace() {
        let harness = Harness<Int> { $0 == 0 ? .never.cancellable(id: "k") : .cancel(id: "k") }
        let first = harness.send(0)
        harness.send(1)
        #expect(first.isFinished)
        let second = harness.send(0)
        second.cancel()
        #expect(second.isCancelled)
        #expect(!first.isCancelled)
    }
}
