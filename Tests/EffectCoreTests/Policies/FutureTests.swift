import EffectCore
import EffectTesting
import Testing

@Suite struct FutureTests {
    @Test func aFutureSendsOneActionAndEnds() {
        var kept: Completer<String>?
        let harness = Harness<String> { action in
            action == "X" ? .future { kept = $0 } : .none
        }
        let task = harness.send("X")
        harness.advance(to: 500)
        #expect(kept?.isActive == true)
        kept?("A")
        #expect(task.isFinished)
        #expect(kept?.isActive == false)
        harness.expect([(0, "X"), (500, "A")])
        #expect(harness.reports.isEmpty)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test func aFutureMayCompleteAtOnce() {
        let harness = Harness(["X": .future { $0("A") }])
        #expect(harness.send("X").isFinished)
        harness.expectActions(["X", "A"])
        #expect(harness.reports.isEmpty)
    }

    // ERR-13
    @Test func aDroppedCompleterEndsTheEffectWithoutAnAction() throws {
        var kept: Completer<String>?
        let line: UInt32 = #line + 3
        let harness = Harness<String> { action in
            guard action == "X" else { return .none }
            let future = Effect<String>.future { kept = $0 }
            return .concatenate(future, .just("next"))
        }
        let task = harness.send("X")
        #expect(!task.isFinished)
        #expect(kept != nil)
        kept = nil
        #expect(task.isFinished)
        harness.expectActions(["X", "next"])
        #if DEBUG
            try #require(harness.reports.count == 1)
            #expect(harness.reports[0].kind == .completerDropped)
            #expect(harness.reports[0].source.line == line)
            #expect(harness.reports[0].origin != nil)
        #endif
    }

    // ERR-13
    @Test func aCompleterThatNobodyKeepsEndsTheEffect() {
        let harness = Harness(["X": .future { _ in }])
        #expect(harness.send("X").isFinished)
        #if DEBUG
            #expect(harness.reports.map(\.kind) == [.completerDropped])
        #endif
    }

    // ERR-15
    @Test func onlyTheFirstCallCounts() {
        var kept: Completer<String>?
        let harness = Harness<String> { action in
            action == "X" ? .future { kept = $0 } : .none
        }
        harness.send("X")
        kept?("A")
        kept?("B")
        kept = nil
        harness.expectActions(["X", "A"])
        #if DEBUG
            #expect(harness.reports.map(\.kind) == [.completedTwice])
        #endif
    }

    // CAN-18
    @Test func afterACancelNothingIsSentAndNothingNoted() {
        var kept: Completer<String>?
        let log = Log()
        let harness = Harness<String> { action in
            switch action {
            case "X":
                return Effect.future { completer in
                    completer.onCancel { log("aborted") }
                    kept = completer
                }.cancellable(id: "k")
            case "stop": return .cancel(id: "k")
            default: return .none
            }
        }
        harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["aborted"])
        kept?("A")
        kept?("B")
        kept = nil
        harness.send("X")
        harness.send("stop")
        kept = nil
        harness.expectActions(["X", "stop", "X", "stop"])
        #expect(harness.reports.isEmpty)
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test func aCompleterOutlivesItsStore() {
        var kept: Completer<String>?
        let harness = Harness<String> { _ in .future { kept = $0 } }
        harness.send("X")
        harness.release()
        kept?("A")
        kept = nil
        #expect(harness.reports.isEmpty)
    }
}
