import EffectCore
import EffectTesting
import Testing

/// Effects that end while a reducer, a hook or an observer runs.
@Suite struct QuietFinishTests {
    /// A chain whose head is kept by the test, and a log of everything that runs.
    private final class Chain {
        let log = Log()
        var head: Send<String>?
        var inReducer: ((String) -> Void)?
        private(set) var depth = 0
        private(set) var deepest = 0

        func makeHarness() -> Harness<String> {
            Harness<String> { [unowned self] action in
                depth += 1
                deepest = max(deepest, depth)
                log("reduce \(action)")
                inReducer?(action)
                log("reduced \(action)")
                depth -= 1
                guard action == "X" else { return .none }
                return .concatenate(
                    .run { send in
                        self.head = send
                        send.onTermination { self.log("head ended") }
                    },
                    .run { send in
                        self.log("tail")
                        send("from tail")
                    })
            }
        }
    }

    // FIN-02
    @Test(arguments: [true, false])
    func theNextStepWaitsForTheReducerItsHooksAndComesBeforeTheNextAction(byRelease: Bool) {
        let chain = Chain()
        let harness = chain.makeHarness()
        let store = harness.store
        harness.send("X")
        chain.inReducer = { action in
            guard action == "Y" else { return }
            store.send("Z")
            if !byRelease { chain.head?.finish() }
            chain.head = nil
        }
        let token = store.observe(
            willChange: { chain.log("will") }, didChange: { chain.log("did") })
        harness.send("Y")
        var expected = ["will", "reduce Y", "reduced Y", "did", "head ended", "tail"]
        if !byRelease { expected.insert(expected.remove(at: 4), at: 2) }
        expected += ["will", "reduce Z", "reduced Z", "did"]
        expected += ["will", "reduce from tail", "reduced from tail", "did"]
        #expect(Array(chain.log.entries.dropFirst(2)) == expected)
        #expect(chain.deepest == 1)
        token.cancel()
    }

    // FIN-02
    @Test(arguments: ["will", "did", "action", "observer"])
    func theNextStepWaitsForTheHookThatReleasesItsHead(place: String) {
        let chain = Chain()
        let harness = chain.makeHarness()
        let store = harness.store
        harness.send("X")
        func release(_ at: String) {
            guard at == place, chain.head != nil else { return }
            chain.head = nil
            chain.log("left \(at)")
        }
        var tokens = [
            store.observe(willChange: { release("will") }, didChange: { release("did") }),
            store.onAction { _, _ in release("action") },
        ]
        tokens.append(store.observe { _ in release("observer") })
        harness.send("Y")
        let all = chain.log.entries
        #expect(all.contains("left \(place)"))
        #expect(Array(all.suffix(4).prefix(2)) == ["head ended", "tail"])
        #expect(all.suffix(2) == ["reduce from tail", "reduced from tail"])
        #expect(chain.deepest == 1)
        tokens.removeAll()
    }

    // FIN-02, FIN-01
    @Test func aReleaseOutsideADrainStartsTheNextStepAtOnce() {
        let chain = Chain()
        let harness = chain.makeHarness()
        harness.send("X")
        chain.head = nil
        #expect(
            chain.log.entries.dropFirst(2)
                == ["head ended", "tail", "reduce from tail", "reduced from tail"])
        #expect(harness.inFlight == 0)
    }

    // FIN-02
    @Test func anEffectReleasedBeforeTheStoreStopsRunsItsHooks() {
        let chain = Chain()
        let harness = chain.makeHarness()
        harness.send("X")
        chain.inReducer = { _ in
            chain.head = nil
            harness.store.stop()
        }
        harness.send("Y")
        #expect(chain.log.entries.filter { $0 == "head ended" }.count == 1)
        #expect(!chain.log.entries.contains("tail"))
    }

    // FIN-02
    @Test func anEffectReleasedAndCancelledInOneActionEndsOnce() {
        let log = Log()
        var head: Send<String>?
        let harness = Harness<String> { action in
            switch action {
            case "X":
                return Effect.run { send in
                    head = send
                    send.onTermination { log("termination") }
                }.cancellable(id: "k")
            case "Y":
                head = nil
                return .cancel(id: "k")
            default: return .none
            }
        }
        let task = harness.send("X")
        #expect(head != nil)
        harness.send("Y")
        #expect(log.entries == ["termination"])
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // FIN-02
    @Test func aTaskCancelledInsideAReducerStartsNoNextStep() {
        let chain = Chain()
        let harness = chain.makeHarness()
        let task = harness.send("X")
        chain.inReducer = { action in
            guard action == "Y" else { return }
            chain.head?.finish()
            task.cancel()
        }
        harness.send("Y")
        #expect(!chain.log.entries.contains("tail"))
        #expect(task.isFinished)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    // FIN-02, R-ORD-04
    @Test func aSendInsideAReducerIsQueued() {
        let chain = Chain()
        let harness = chain.makeHarness()
        harness.send("X")
        chain.inReducer = { action in
            if action == "Y" { chain.head?("from reducer") }
        }
        harness.send("Y")
        #expect(
            chain.log.entries.dropFirst(2)
                == ["reduce Y", "reduced Y", "reduce from reducer", "reduced from reducer"])
        #expect(chain.deepest == 1)
    }
}
