import EffectCore
import EffectTesting
import Testing

@Suite struct CancelAllTests {
    @Test func everythingInFlightIsCancelledInTheOrderOfStart() {
        let log = Log()
        let harness = Harness([
            "a": .probe("a", log), "b": .probe("b", log).cancellable(id: "b"),
            "c": .concatenate(.probe("c", log), .probe("never", log)),
            "d": .merge(.probe("d1", log), .probe("d2", log)), "e": .after(.seconds(1), "e!"),
            "f": Effect.just("f!").debounce(id: 1, for: .seconds(1)),
            "g": Effect.just("g!").delay(for: .seconds(1)), "all": .cancelAll,
        ])
        let tasks = ["a", "b", "c", "d", "e", "f", "g"].map { harness.send($0) }
        #expect(harness.inFlight == 8)
        #expect(harness.send("all").isFinished)
        #expect(
            log.entries.suffix(5) == [
                "a.cancel", "b.cancel", "c.cancel", "d1.cancel", "d2.cancel",
            ])
        #expect(tasks.allSatisfy { $0.isFinished })
        #expect(harness.store.tableCounts == (0, 0, 0))
        #expect(harness.clock.armedTimerCount == 0)
        #expect(!log.entries.contains("never.start"))
    }

    @Test func stepsBehindItStillStart() {
        let log = Log()
        let harness = Harness([
            "old": .probe("old", log),
            "X": .concatenate(
                .after(milliseconds(10), "a"), .cancelAll, .after(milliseconds(10), "b")),
        ])
        harness.send("old")
        let task = harness.send("X")
        harness.clock.run()
        #expect(log.entries == ["old.start", "old.cancel"])
        harness.expect([(0, "old"), (0, "X"), (10, "a"), (20, "b")])
        #expect(task.isFinished)
    }

    @Test func branchesBeforeItAreCancelledAndThoseBehindItStart() {
        let log = Log()
        let harness = Harness([
            "X": .merge(.probe("before", log), .cancelAll, .probe("behind", log))
        ])
        harness.send("X")
        #expect(log.entries == ["before.start", "before.cancel", "behind.start"])
        #expect(harness.inFlight == 1)
    }

    @Test func aChainAroundAMergeGoesOn() {
        let effect = Effect<String>.concatenate(
            .merge(.never, .concatenate(.sleep(for: milliseconds(10)), .cancelAll, .just("a"))),
            .just("b"))
        #expect(timeline(of: effect) == ["10:a", "10:b", "10:|"])
    }

    @Test func queuedActionsAreStillReduced() {
        let harness = Harness([
            "X": .merge(.sequence(["a", "b"]), .cancelAll), "a": .never, "b": .cancelAll,
        ])
        harness.send("X")
        harness.expectActions(["X", "a", "b"])
        #expect(harness.inFlight == 0)
    }

    @Test func aTeardownMayStartAnew() {
        let log = Log()
        var send: (String) -> Void = { _ in }
        let harness = Harness<String> { action in
            switch action {
            case "X":
                return .run { handle in
                    handle.after(.seconds(1)) {}
                    handle.onCancel { send("again") }
                }
            case "again": return .probe("p", log)
            default: return .cancelAll
            }
        }
        send = { harness.send($0) }
        harness.send("X")
        harness.send("all")
        #expect(log.entries == ["p.start"])
        #expect(harness.inFlight == 1)
    }

    // CAN-38
    @Test func tasksEndInTheOrderInWhichTheyStartedWhateverRanBefore() {
        let harness = Harness<String> { $0 == "all" ? .cancelAll : .never }
        let early = [harness.send("a"), harness.send("b")]
        harness.send("c").onFinish { [log = harness.log] in log("c") }
        // What starts next takes the places of these, the last one's first.
        for task in early { task.cancel() }
        for name in ["d", "e"] {
            harness.send(name).onFinish { [log = harness.log] in log(name) }
        }
        harness.send("all")
        #expect(harness.log.entries == ["c", "d", "e"])
    }
}
