import EffectDependencies
import EffectLoop
import EffectTesting
import Testing

/// Dependencies on a real loop.
@Suite struct LoopDependencyTests {
    @Test func aLaneOfALoopSavesASharedValue() throws {
        let directory = ScratchDirectory()
        let loop = try EventLoop()
        let count = Shared(
            file: directory.file("count"), default: 0, on: loop.lane("disk"),
            encode: { Array("\($0)".utf8) },
            decode: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
        let store = Store(initialState: count, on: loop) {
            Reduce<Shared<Int>, Bool> { state, isFirst in
                state.withLock { $0 += 1 }
                return isFirst ? .timer(every: .milliseconds(1), count: 20, false) : .none
            }
        }
        store.send(true)
        try loop.run()
        #expect(contents(of: directory.file("count")) == "21")
        #expect(!count.hasUnsavedChanges)
    }

    @Test func callbacksOfALoopHaveTheDependenciesOfTheirEffect() throws {
        let loop = try EventLoop()
        let seen = Notes<Int>()
        let store = Store(initialState: 0, on: loop) {
            Reduce<Int, Bool> { _, isFirst in
                guard isFirst else { return .none }
                return .merge(
                    .blocking(on: loop.lane("work"), { 1 }) { _ in
                        seen(present(\.number))
                        return false
                    },
                    .run { send in send.after(.milliseconds(1)) { seen(present(\.number)) } })
            }.dependency(\.number, 42)
        }
        store.send(true)
        try loop.run()
        #expect(seen.all == [42, 42])
        #expect(present(\.number) == 1)
    }

    @Test func nowIsTheTimeOfTheLoop() throws {
        let loop = try EventLoop()
        let store = Store(initialState: Instant.zero, on: loop) {
            Reduce<Instant, Bool> { state, _ in
                state = present(\.now)()
                return .none
            }
        } withDependencies: { _ in
        }
        let before = loop.now
        store.send(true)
        #expect(before <= store.state && store.state <= loop.now)
    }
}
