import EffectLoop
import EffectTesting
import Testing

@Suite struct TestStoreOnLoopTests {
    private static func store(on loop: EventLoop) -> TestStore<Int, Int> {
        TestStore(initialState: 0, on: loop) {
            try? loop.run(.once)
        } reducer: {
            Reduce { state, action in
                state = action
                return action == 0 ? .after(.milliseconds(20), 1) : .none
            }
        }
    }

    // TST-11
    @Test func anActionIsWaitedForOnARealLoop() throws {
        let loop = try EventLoop()
        let store = Self.store(on: loop)
        let start = loop.now
        store.send(0)
        store.receive(1, timeout: .seconds(60)) { $0 = 1 }
        #expect(start.duration(to: loop.now) >= .milliseconds(20))
        store.finish()
        loop.close()
    }

    // TST-11
    @Test func aWaitOnARealLoopEnds() throws {
        let loop = try EventLoop()
        let store = Self.store(on: loop)
        let start = loop.now
        withKnownIssue {
            store.receive(1, timeout: .milliseconds(30))
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("F-RECEIVE-TIMEOUT") }
        }
        #expect(start.duration(to: loop.now) >= .milliseconds(30))
        loop.close()
    }
}
