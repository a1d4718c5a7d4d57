import EffectCore
import EffectTesting
import Testing

@Suite struct CancellationHookTests {
    /// Logs its hooks; ends when told to.
    private static func hooked(
        _ name: String, _ log: Log, keep: @escaping (Send<String>) -> Void = { _ in }
    ) -> Effect<String> {
        .run { send in
            keep(send)
            send.onTermination { log("\(name).termination") }
            send.onCancel { log("\(name).cancel") }
            send.after(milliseconds(100)) { send("\(name).done") }
        }
    }

    // CAN-29, CAN-04
    @Test func aNaturalEndRunsOnlyTheTerminationHook() {
        let log = Log()
        let harness = Harness([
            "X": Self.hooked("e", log).cancellable(id: "k"), "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.advance(to: 100)
        #expect(log.entries == ["e.termination"])
        harness.send("stop")
        task.cancel()
        harness.release()
        #expect(log.entries == ["e.termination"])
    }

    // CAN-29, CAN-05
    @Test func aCancelRunsTheCancelHookAndThenTheTerminationHookOnce() {
        let log = Log()
        let harness = Harness([
            "X": Self.hooked("e", log).cancellable(id: "k"), "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["e.cancel", "e.termination"])
        harness.send("stop")
        task.cancel()
        harness.clock.run()
        harness.release()
        #expect(log.entries == ["e.cancel", "e.termination"])
    }

    // CAN-29
    @Test func hooksOfOneKindRunInTheOrderOfRegistration() {
        let log = Log()
        let harness = Harness([
            "X": .run { send in
                for index in 1...3 {
                    send.onTermination { log("t\(index)") }
                    send.onCancel { log("c\(index)") }
                }
                send.after(milliseconds(1)) {}
            }
        ])
        harness.send("X").cancel()
        #expect(log.entries == ["c1", "c2", "c3", "t1", "t2", "t3"])
    }

    // CAN-27
    @Test func hooksRegisteredAfterACancelRunAtOnce() {
        let log = Log()
        let harness = Harness([
            "X": Effect.run { send in
                send("stop")
                log("stopped")
                send.onTermination { log("termination") }
                send.onCancel { log("cancel") }
                log("returns")
                send("late")
            }.cancellable(id: "k").delay(for: .zero),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.clock.run()
        #expect(log.entries == ["stopped", "termination", "cancel", "returns"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
        harness.expect([(0, "X"), (0, "stop")])
    }

    // CAN-28, CAN-27
    @Test func afterAFinishOnlyTheTerminationHookRunsAtOnce() {
        let log = Log()
        let harness = Harness([
            "X": .run { send in
                send.finish(with: "a")
                send.onCancel { log("cancel") }
                send.onTermination { log("termination") }
                log("returns")
            }.cancellable(id: "k")
        ])
        #expect(harness.send("X").isFinished)
        #expect(log.entries == ["termination", "returns"])
        #expect(harness.store.tableCounts == (0, 0, 0))
        harness.expect([(0, "X"), (0, "a")])
    }

    // CAN-14
    @Test func aRunMayCancelItself() {
        var wasActive: Bool?
        let harness = Harness([
            "X": .run { send in
                send.cancel(id: "k")
                wasActive = send.isActive
                send("a")
            }.cancellable(id: "k")
        ])
        #expect(harness.send("X").isFinished)
        #expect(wasActive == false)
        harness.expect([(0, "X")])
        #expect(harness.reports.isEmpty)
        #expect(harness.store.effectStatistics.droppedSends == 1)
    }

    // CAN-15, CAN-30, ERR-07
    @Test func anErrorAfterACancelIsNeitherCaughtNorReported() {
        let harness = Harness([
            "X": Effect.run { send throws(Broken) in
                send.cancel(id: "k")
                throw Broken()
            } catch: { _, send in
                send("b")
            }.cancellable(id: "k"),
            "Y": Effect.run { send throws(Broken) in
                send.cancel(id: "k")
                throw Broken()
            }.cancellable(id: "k"),
        ])
        #expect(harness.send("X").isFinished)
        #expect(harness.send("Y").isFinished)
        harness.expect([(0, "X"), (0, "Y")])
        #expect(harness.reports.isEmpty)
    }

    // CAN-18, R-CAN-11
    @Test func aSendAfterACancelIsDroppedSilentlyAndCountedByName() {
        var kept: Send<String>?
        let harness = Harness<String> { action in
            switch action {
            case "X": return .run(name: "poll") { kept = $0 }.cancellable(id: "x")
            case "stop": return .cancel(id: "x")
            default: return .none
            }
        }
        harness.send("X")
        harness.advance(to: 1000)
        harness.send("stop")
        harness.advance(to: 1500)
        kept?("late")
        kept?("later")
        harness.expect([(0, "X"), (1000, "stop")])
        #expect(harness.store.effectStatistics.droppedSends(ofEffectsNamed: "poll") == 2)
        #expect(harness.store.effectStatistics.droppedSends(ofEffectsNamed: "other") == 0)
        #expect(harness.reports.isEmpty)
    }

    // CAN-38
    @Test func severalHoldersAreTornDownInTheOrderTheyStarted() {
        let log = Log()
        let harness = Harness<String> { action in
            action == "stop"
                ? .cancel(id: "k") : Effect.probe(action, log).cancellable(id: "k")
        }
        for name in ["a", "b", "c"] { harness.send(name) }
        harness.send("stop")
        #expect(log.entries.suffix(3) == ["a.cancel", "b.cancel", "c.cancel"])
    }

    // CAN-38
    @Test func theBranchesOfOneHolderAreTornDownInTheOrderTheyStarted() {
        let log = Log()
        let harness = Harness([
            "X": Effect.merge(
                .concatenate(.sleep(for: milliseconds(100)), .probe("late", log)),
                .probe("early", log)
            ).cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.advance(to: 200)
        harness.send("stop")
        #expect(log.entries == ["early.start", "late.start", "early.cancel", "late.cancel"])
    }

    // CAN-38, STO-12
    @Test func aReleasedStoreTearsDownInReverseOrderOfStart() {
        let log = Log()
        let harness = Harness<String> { action in .probe(action, log) }
        for name in ["a", "b", "c"] { harness.send(name) }
        harness.release()
        #expect(log.entries.suffix(3) == ["c.cancel", "b.cancel", "a.cancel"])
    }

    // CAN-41
    @Test func aTeardownMayCancelItselfAndOthers() {
        let log = Log()
        let harness = Harness([
            "X": .merge(
                .run { send in
                    send.after(milliseconds(1000)) {}
                    send.onCancel {
                        log("k.begin")
                        send.cancel(id: "k")
                        send.cancel(id: "m")
                        log("k.end")
                    }
                }.cancellable(id: "k"),
                .probe("m", log).cancellable(id: "m")),
            "stop": .cancel(id: "k"),
        ])
        let task = harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["m.start", "k.begin", "m.cancel", "k.end"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // CAN-42
    @Test func aWatcherCancelledInTheBatchInWhichItIsReadySendsNothing() {
        let source = FakeDescriptors()
        let harness = Harness([
            "X": .merge(
                .readable(3, on: source) { "three" },
                .readable(4, on: source) { "four" }.cancellable(id: "four")),
            "three": .cancel(id: "four"),
        ])
        harness.send("X")
        #expect(source.watched == [3, 4])
        source.becomeReady([3, 4])
        harness.expect([(0, "X"), (0, "three")])
        #expect(source.watched == [3])
        harness.release()
        #expect(source.watched == [])
    }
}
