import EffectCore
import EffectTesting
import Testing

@Suite struct StoreLinkTests {
    private let clock = TestClock()

    /// The action 1 makes work for three turns.
    private func store() -> Store<Int, Int> {
        Store(initialState: 0, on: clock) {
            Reduce { state, action in
                state += 1
                return action == 1
                    ? .sequence(Array(repeating: 0, count: 3 * Limits.actionsPerTurn)) : .none
            }
        }
    }

    @Test func aLinkIsBehindUntilWhatItSentIsReduced() {
        let store = store()
        let link = store.link {}
        clock.runQueue.perform {
            link.send(0, fileID: #fileID, line: #line)
            #expect(link.backlogCount == 0)
            #expect(!link.isBehind)
            link.send(1, fileID: #fileID, line: #line)
            #expect(link.backlogCount > Limits.actionsPerTurn)
            #expect(link.isBehind)
            link.send(0, fileID: #fileID, line: #line)
            #expect(link.isBehind)
        }
        var turns = 0
        while link.isBehind, turns < 10 {
            #expect(store.state < 3 * Limits.actionsPerTurn + 3)
            turns += 1
            clock.runQueue.runTurn()
        }
        #expect(turns == 3)
        #expect(store.state == 3 * Limits.actionsPerTurn + 3)
    }

    @Test func workOfOthersThatCameLaterDoesNotCount() {
        let store = store()
        let link = store.link {}
        clock.runQueue.perform {
            link.send(1, fileID: #fileID, line: #line)
            for _ in 0..<3 { store.send(1) }
        }
        for _ in 0..<3 {
            #expect(link.isBehind)
            clock.runQueue.runTurn()
        }
        #expect(!link.isBehind, "the store has more to do, but of others")
        store.stop()
    }

    @Test func aStoreThatIsStoppedOrGoneHasNoBacklog() {
        var store: Store<Int, Int>? = store()
        let link = store?.link {}
        clock.runQueue.perform { link?.send(1, fileID: #fileID, line: #line) }
        #expect(link?.isBehind == true)
        store?.stop()
        #expect(link?.isBehind == false)
        store = nil
        link?.send(1, fileID: #fileID, line: #line)
        #expect(link?.isBehind == false)
        #expect(link?.backlogCount == 0)
    }

    @Test(arguments: [true, false])
    func theEndOfTheStoreIsToldUnlessTheLinkIsClosed(isClosed: Bool) {
        var ends = 0
        var store: Store<Int, Int>? = store()
        let link = store?.link { ends += 1 }
        if isClosed { link?.close() }
        store?.stop()
        #expect(ends == 0)
        store = nil
        #expect(ends == (isClosed ? 0 : 1))
    }
}
