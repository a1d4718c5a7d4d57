import EffectTesting
import Testing

@Suite struct TestStoreEndTests {
    private static func endless(_ id: Int) -> Effect<Counting.Action> {
        .run { send in send.after(.seconds(3_600)) { _ = send } }.cancellable(id: id)
    }

    @Test func actionsThatWereNotReceivedFailWhereTheStoreWasMade() {
        let line = #line + 2
        let caught = failures {
            let store = CountingStore.counting { $0 == .go ? .sequence([.first, .second]) : .none }
            store.send(.go)
        }
        #expect(caught.map(\.name) == ["F-UNRECEIVED-END"])
        #expect(caught[0].says("2 actions", "[0]: .first", "[1]: .second"))
        #expect(caught[0].fileID == #fileID && caught[0].line == line)
    }

    // TST-15
    @Test func effectsThatRunFailAtTheSendThatCausedThem() {
        var line = 0
        let caught = failures {
            let store = CountingStore.counting { action in
                switch action {
                case .go: Self.endless(1)
                case .noop: .merge(Self.endless(2), Self.endless(3))
                default: .none
                }
            }
            line = #line + 1
            store.send(.go)
            store.send(.noop)
        }
        #expect(caught.map(\.name) == Array(repeating: "F-INFLIGHT-END", count: 3))
        #expect(caught.map(\.line) == [line, line + 1, line + 1])
        #expect(caught[0].says("started by .go at"))
        #expect(caught[2].says("started by .noop at", "id Int(3)"))
    }

    // TST-15
    @Test func anIndirectEffectFailsAtTheSendToo() {
        var line = 0
        let caught = failures {
            let store = CountingStore.counting { action in
                switch action {
                case .go: .after(.seconds(1), .first)
                case .first: Self.endless(1)
                default: .none
                }
            }
            line = #line + 1
            store.send(.go)
            store.advance(by: .seconds(1))
            store.receive(.first)
        }
        #expect(caught.map(\.name) == ["F-INFLIGHT-END"])
        #expect(caught[0].line == line)
        #expect(caught[0].says("started by .first"))
    }

    // TST-16
    @Test func finishDoesNotMoveTheClock() {
        let store = CountingStore.counting {
            $0 == .go ? .after(.milliseconds(500), .noop) : .none
        }
        store.send(.go)
        let line = #line + 1
        let caught = failures { store.finish() }
        #expect(caught.map(\.name) == ["F-FINISH-TIMEOUT"])
        #expect(caught[0].says("Advance the clock", "due in 500ms"))
        #expect(caught[0].line == line)
        store.advance(by: .milliseconds(500))
        store.receive(.noop)
        store.finish()
    }

    // R-TST-07
    @Test func finishReportsActionsAndEffectsOnce() {
        let caught = failures {
            let store = CountingStore.counting {
                $0 == .go ? .merge(.send(.first), .after(.seconds(1), .second)) : .none
            }
            store.send(.go)
            store.finish()
        }
        #expect(caught.map(\.name) == ["F-FINISH-TIMEOUT", "F-UNRECEIVED-END"])
        #expect(caught[0].says("started by .go", "0s old", "due in 1s"))
    }

    // TST-17
    @Test func aTaskThatHangsIsNamed() {
        let store = CountingStore.counting { $0 == .go ? Self.endless(1) : .none }
        let task = store.send(.go)
        let other = store.send(.noop)
        store.finish(other)
        let caught = failures { store.finish(task) }
        #expect(caught.map(\.name) == ["F-TASK-TIMEOUT"])
        #expect(caught[0].says("what .go has caused", "due in 1h"))
        task.cancel()
        store.finish(task)
    }

    // TST-18
    @Test func aCancelledTaskIsACleanEnd() {
        let store = CountingStore.counting { $0 == .go ? Self.endless(1) : .none }
        store.send(.go).cancel()
    }

    // TST-19
    @Test func anActionEndsALongLivedEffect() {
        let store = CountingStore.counting {
            $0 == .go ? Self.endless(1) : $0 == .noop ? .cancel(id: 1) : .none
        }
        store.send(.go)
        store.send(.noop)
        store.finish()
    }

    // TST-29
    @Test func aStoreThatIsDismissedEndsClean() {
        let store = CountingStore.counting {
            switch $0 {
            case .go: .timer(every: .seconds(1), .noop)
            case .first: .dismiss
            default: .none
            }
        }
        store.send(.go)
        #expect(!store.isStopped)
        store.send(.first)
        #expect(store.isStopped)
        store.finish()
        let line = #line + 1
        let caught = failures { _ = store.send(.noop) }
        #expect(caught.map(\.name) == ["F-STOPPED"])
        #expect(caught[0].line == line)
        #expect(caught[0].says("noop"))
    }

    // TST-29
    @Test func soDoesOneWhoseEffectAsksForIt() {
        var isCancelled = false
        let store = CountingStore.counting {
            switch $0 {
            case .go:
                .run { send in
                    send.onCancel { isCancelled = true }
                    send.after(.seconds(1)) {
                        send.dismiss()
                        send(.noop)
                    }
                }
            default: .none
            }
        }
        store.send(.go)
        store.advance(by: .seconds(1))
        #expect(isCancelled && store.isStopped)
        #expect(store.receivedActions.isEmpty)
    }

    // TST-29
    @Test func aStoppedStoreEndsClean() {
        let store = CountingStore.counting { $0 == .go ? Self.endless(1) : .none }
        store.send(.go)
        store.stop()
        #expect(failures { _ = store.send(.inc) }.map(\.name) == ["F-STOPPED"])
        #expect(store.state.n == 0)
    }

    private struct Broken: Error {}

    // TST-30
    @Test func anUnhandledErrorFailsWhereTheEffectIs() {
        let line = #line + 2
        let store = CountingStore.counting {
            $0 == .go ? .run { _ in throw Broken() } : .none
        }
        let caught = failures { _ = store.send(.go) }
        #expect(caught.map(\.name) == ["F-UNHANDLED"])
        #expect(caught[0].line == line)
        #expect(caught[0].says("Broken", "started by the action of"))
        store.send(.inc) {
            $0.n = 1; $0.isEven = false
        }
    }

    @Test func theEndIsTheReleaseOfTheStore() {
        var isCancelled = false
        do {
            let store = CountingStore.counting(exhaustivity: .off) {
                $0 == .go
                    ? .run { send in
                        send.onCancel {
                            isCancelled = true; _ = send
                        }
                    } : .none
            }
            store.send(.go)
            withExtendedLifetime(store) { #expect(!isCancelled) }
        }
        #expect(isCancelled)
    }

    @Test func theEndIsCheckedAgainAfterFurtherActions() {
        let caught = failures {
            let store = CountingStore.counting { $0 == .go ? .after(.seconds(1), .noop) : .none }
            store.finish()
            store.send(.go)
            store.clock.advance(by: .seconds(1))
        }
        #expect(caught.map(\.name) == ["F-UNRECEIVED-END"])
    }

    // TST-29
    @Test(arguments: [TestStoreMode.eager, .manual])
    func nothingStartsBesideADismissal(mode: TestStoreMode) {
        let store = CountingStore.counting(mode: mode) {
            $0 == .go
                ? .concatenate(
                    .merge(.after(.seconds(1), .first), .dismiss, .after(.seconds(1), .second)),
                    .send(.noop))
                : .none
        }
        store.send(.go)
        store.runEffects()
        #expect(store.isStopped)
        store.advance(by: .seconds(2))
        store.finish()
    }
}
