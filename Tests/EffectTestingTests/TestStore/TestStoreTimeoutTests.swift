import EffectTesting
import Testing

/// Waiting for what comes later. The loop of these tests is another clock, a turn a millisecond.
@Suite struct TestStoreTimeoutTests {
    private final class Loop {
        let clock = TestClock()
        var turns = 0

        func turn() {
            turns += 1
            clock.advance(by: .milliseconds(1))
        }

        func store(
            exhaustivity: Exhaustivity = .on,
            _ answer: @escaping (Counting.Action) -> Effect<Counting.Action>
        ) -> CountingStore {
            TestStore(
                initialState: Counting.State(), exhaustivity: exhaustivity, on: clock, turn: turn
            ) {
                Counting(answer: answer)
            }
        }
    }

    // TST-11
    @Test func aLoopRunsUntilTheActionComes() {
        let loop = Loop()
        let store = loop.store { $0 == .go ? .after(.milliseconds(20), .noop) : .none }
        store.send(.go)
        store.receive(.noop, timeout: .seconds(1))
        #expect(loop.turns == 20)
    }

    // TST-11
    @Test func aLoopRunsUntilTheTimeIsOver() {
        let loop = Loop()
        let store = loop.store { $0 == .go ? .after(.seconds(2), .noop) : .none }
        store.send(.go)
        let caught = failures { store.receive(.noop, timeout: .seconds(1)) }
        #expect(caught.map(\.name) == ["F-RECEIVE-TIMEOUT"])
        #expect(caught[0].says("within 1s", "F-NO-ACTION", "The next is due in 1s: wait longer"))
        #expect(loop.turns == 1_000)
        store.receive(.noop, timeout: .seconds(2))
        #expect(loop.turns == 2_000)
    }

    // TST-16
    @Test func aLoopRunsUntilTheEnd() {
        let loop = Loop()
        let store = loop.store { $0 == .go ? .sleep(for: .milliseconds(7)) : .none }
        store.send(.go)
        store.finish(timeout: .seconds(1))
        #expect(loop.turns == 7)
    }

    // TNX-11
    @Test func aMatchIsWaitedForBehindOthers() {
        let loop = Loop()
        let store = loop.store(exhaustivity: .off) {
            $0 == .go
                ? .merge(.after(.milliseconds(10), .first), .after(.milliseconds(20), .second))
                : .none
        }
        store.send(.go)
        store.receive(.second, timeout: .seconds(1))
        #expect(loop.turns == 20)
    }

    // TNX-12
    @Test func onlyOthersComeInTime() {
        let loop = Loop()
        let store = loop.store(exhaustivity: .off) {
            $0 == .go
                ? .merge(.after(.milliseconds(10), .first), .after(.milliseconds(20), .first))
                : .none
        }
        store.send(.go)
        let caught = failures { store.receive(.second, timeout: .milliseconds(50)) }
        #expect(caught.map(\.name) == ["F-RECEIVE-TIMEOUT"])
        #expect(caught[0].says("none of the actions matches within 50ms", "[1]: .first"))
        #expect(loop.turns == 50)
    }

    @Test func theTestsClockIsMovedAsFarAsNeeded() {
        let store = CountingStore.counting {
            $0 == .go ? .merge(.after(.seconds(3), .first), .after(.seconds(8), .second)) : .none
        }
        store.send(.go)
        store.receive(.first, timeout: .seconds(5))
        #expect(store.clock.now == at(3_000))
        let caught = failures { store.receive(.second, timeout: .seconds(4)) }
        #expect(caught.map(\.name) == ["F-RECEIVE-TIMEOUT"])
        #expect(store.clock.now == at(7_000))
        store.receive(.second, timeout: .seconds(9))
        #expect(store.clock.now == at(8_000))
    }

    // TST-16
    @Test func anEndIsWaitedForOnTheTestsClock() {
        let store = CountingStore.counting { $0 == .go ? .sleep(for: .seconds(3)) : .none }
        store.send(.go)
        store.finish(timeout: .seconds(9))
        #expect(store.clock.now == at(3_000))
    }

    // TST-16, TST-17
    @Test func anEndThatDoesNotComeInTime() {
        let store = CountingStore.counting {
            $0 == .go ? .timer(every: .seconds(1), .noop) : .none
        }
        let task = store.send(.go)
        #expect(
            failures { store.finish(task, timeout: .seconds(2)) }.map(\.name) == ["F-TASK-TIMEOUT"])
        store.skipReceivedActions()
        let caught = failures { store.finish(timeout: .milliseconds(500)) }
        #expect(caught.map(\.name) == ["F-FINISH-TIMEOUT"])
        #expect(store.clock.now == at(2_500))
        task.cancel()
        store.finish()
    }
}
