import EffectCore
import EffectTesting
import Testing

@Suite struct StoreBufferTests {
    private static func makeCounter() -> Store<Int, Int> {
        Store(initialState: 0, on: TestClock()) {
            Reduce { state, action in
                state += action
                return .none
            }
        }
    }

    // STO-33
    @Test func aBufferComparesWithWhatItShows() {
        let store = Self.makeCounter()
        let buffer = store.buffer { abs($0 - $1) >= 10 }
        var seen: [String] = []
        let token = buffer.observe(
            willChange: { seen.append("will \(buffer.state)") },
            didChange: { seen.append("did \(buffer.state)") })
        store.send(5)
        #expect(seen == [])
        #expect(buffer.state == 0)
        store.send(10)
        #expect(seen == ["will 0", "did 15"])
        token.cancel()
        store.send(100)
        #expect(buffer.state == 115)
        #expect(seen.count == 2)
    }

    @Test func aBufferOfEqualStatesIsQuiet() {
        let store = Self.makeCounter()
        var buffer: StoreBuffer<Int>? = store.buffer()
        var changes = 0
        let token = buffer?.observe { changes += 1 }
        store.send(0)
        store.send(1)
        #expect(changes == 1)
        buffer = nil
        store.send(1)
        #expect(changes == 1, "nobody compares any more")
        token?.cancel()
    }

    @Test func aRoundMayReleaseItsBuffer() {
        let store = Self.makeCounter()
        var buffer: StoreBuffer<Int>? = store.buffer()
        var calls = 0
        let tokens = [
            buffer?.observe(willChange: { buffer = nil }, didChange: { calls += 1 }),
            buffer?.observe { calls += 1 },
        ]
        store.send(1)
        store.send(1)
        #expect(calls == 2)
        for token in tokens { token?.cancel() }
    }

    @Test func aWaitIsServedOnce() {
        let store = Self.makeCounter()
        var seen: [Int] = []
        let now = store.wait(until: { $0 == 0 }) { seen.append($0) }
        #expect(seen == [0])
        let later = store.wait(until: { $0 >= 3 }) {
            seen.append($0)
            store.send(1)
        }
        let never = store.wait(until: { $0 > 1 }) { seen.append(-$0) }
        never.cancel()
        for _ in 0..<5 { store.send(2) }
        #expect(seen == [0, 4])
        #expect(store.state == 11)
        _ = now
        _ = later
    }

    @Test func aWaitEndsWithItsToken() {
        let store = Self.makeCounter()
        var calls = 0
        do { _ = store.wait(until: { $0 == 1 }) { _ in calls += 1 } }
        store.send(1)
        #expect(calls == 0)
    }
}
