import EffectCore
import EffectTesting
import Testing

/// What teardown hooks may do to the effects that are torn down with them.
@Suite struct TeardownReentrancyTests {
    final class Box {
        var sends: [String: Send<String>] = [:]
    }

    /// Effects `a`, `b` and `c` under one id, kept in a box; the hook of one of them meddles.
    private static func harness(
        _ log: Log, hookOf meddler: String, in chain: Bool = false,
        _ meddle: @escaping (Box) -> Void
    ) -> Harness<String> {
        let box = Box()
        func effect(_ name: String) -> Effect<String> {
            .run { send in
                box.sends[name] = send
                log("\(name).start")
                send.onCancel {
                    log("\(name).cancel")
                    if name == meddler { meddle(box) }
                }
                send.onTermination { log("\(name).termination") }
            }
        }
        let group = Effect.merge(effect("a"), effect("b"), effect("c"))
        let start: Effect<String> =
            chain
            ? Effect.concatenate(group, .just("next")).cancellable(id: "k")
            : .merge(["a", "b", "c"].map { effect($0).cancellable(id: "k") })
        return Harness(["X": start, "stop": .cancel(id: "k"), "more": .merge(.never, .never)])
    }

    private static let all = [
        "a.start", "b.start", "c.start", "a.cancel", "a.termination", "b.cancel", "b.termination",
        "c.cancel", "c.termination",
    ]

    private static func check(
        _ harness: Harness<String>, _ log: Log, received: [String] = ["X", "stop"],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let task = harness.send("X")
        harness.send("stop")
        #expect(log.entries == all, sourceLocation: sourceLocation)
        #expect(task.isFinished, sourceLocation: sourceLocation)
        #expect(harness.store.tableCounts == (0, 0, 0), sourceLocation: sourceLocation)
        harness.expectActions(received, sourceLocation: sourceLocation)
        #expect(harness.reports.isEmpty, sourceLocation: sourceLocation)
        // The records are sound: new effects get records of their own.
        harness.send("more")
        harness.send("more")
        #expect(harness.inFlight == 4, sourceLocation: sourceLocation)
        #expect(Set(harness.store.effects.map(\.kind)) == [.run], sourceLocation: sourceLocation)
    }

    // CAN-05, CAN-29
    @Test(arguments: [false, true]) func aHookMayFinishAnEffectThatIsCancelledWithIt(chain: Bool) {
        let log = Log()
        let harness = Self.harness(log, hookOf: "a", in: chain) { box in
            box.sends["b"]?.finish()
            box.sends["c"]?.finish(with: "late")
        }
        Self.check(harness, log)
    }

    // CAN-05, FIN-01
    @Test(arguments: [false, true])
    func aHookMayReleaseAnEffectThatIsCancelledWithIt(chain: Bool) {
        let log = Log()
        let harness = Self.harness(log, hookOf: "a", in: chain) { box in
            box.sends.removeAll()
        }
        Self.check(harness, log)
    }

    // CAN-18
    @Test(arguments: ["a", "b", "c"])
    func nothingIsSentByAnEffectThatIsCancelledWithAnother(meddler: String) {
        let log = Log()
        let harness = Self.harness(log, hookOf: meddler) { box in
            for name in ["a", "b", "c"] { box.sends[name]?("late \(name)") }
        }
        Self.check(harness, log)
    }

    // CAN-41
    @Test(arguments: ["a", "b", "c"])
    func aHookMayCancelTheIDThatIsBeingCancelled(meddler: String) {
        let log = Log()
        let harness = Self.harness(log, hookOf: meddler) { box in
            box.sends[meddler]?.cancel(id: "k")
            box.sends["b"]?.cancel(id: "k")
        }
        Self.check(harness, log)
    }

    // CAN-29
    @Test func hooksAddedToAnEffectThatIsCancelledWithItRunAtOnce() {
        let log = Log()
        let harness = Self.harness(log, hookOf: "a") { box in
            box.sends["b"]?.onCancel { log("added") }
            #expect(box.sends["b"]?.isActive == false)
        }
        harness.send("X")
        harness.send("stop")
        #expect(
            log.entries.dropFirst(3).prefix(4)
                == ["a.cancel", "added", "a.termination", "b.cancel"])
    }

    // STO-13
    @Test(arguments: ["a", "b", "c"]) func aHookMayReleaseTheStore(meddler: String) {
        let log = Log()
        var release: () -> Void = {}
        let harness = Self.harness(log, hookOf: meddler) { _ in release() }
        release = { harness.release() }
        harness.send("X")
        harness.send("stop")
        #expect(log.entries == Self.all)
        #expect(harness.clock.armedTimerCount == 0)
    }

    // STO-23
    @Test(arguments: ["a", "b", "c"]) func aHookMayStopTheStore(meddler: String) {
        let log = Log()
        var stop: () -> Void = {}
        let harness = Self.harness(log, hookOf: meddler) { _ in stop() }
        stop = { harness.store.stop() }
        let task = harness.send("X")
        harness.send("stop")
        #expect(log.entries == Self.all)
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // CAN-41
    @Test func aHookMaySendToTheStore() {
        let log = Log()
        var send: (String) -> Void = { _ in }
        let harness = Self.harness(log, hookOf: "a") { _ in send("from hook") }
        send = { harness.send($0) }
        Self.check(harness, log, received: ["X", "stop", "from hook"])
    }

    // FIN-04
    @Test func capturesDroppedByACancelMayReleaseOtherEffects() {
        final class Owner {
            var send: Send<String>?
        }
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return .cancel(id: "k") }
            let owner = Owner()
            return .merge(
                .run { [owner] send in
                    send.onTermination { log("first \(owner.send == nil)") }
                    send.after(milliseconds(100)) { owner.send = nil }
                }.cancellable(id: "k"),
                .run { [owner] send in
                    owner.send = send
                    send.onTermination { log("second") }
                })
        }
        let task = harness.send("X")
        #expect(harness.inFlight == 2)
        harness.send("stop")
        #expect(log.entries == ["first false", "second"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // FIN-04
    @Test func aCancelOfBothOwnerAndOwnedTearsDownEachOnce() {
        final class Owner {
            var send: Send<String>?
        }
        let log = Log()
        let harness = Harness<String> { action in
            guard action == "X" else { return .cancel(id: "k") }
            let owner = Owner()
            return Effect.merge(
                .run { [owner] send in
                    send.onTermination { log("first") }
                    send.after(milliseconds(100)) { owner.send = nil }
                },
                .run { [owner] send in
                    owner.send = send
                    send.onCancel { log("second cancelled") }
                    send.onTermination { log("second") }
                }
            ).cancellable(id: "k")
        }
        let task = harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["first", "second cancelled", "second"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }
}
