import EffectLoop
import Glibc
import Testing

private final class Box: Sendable {
    nonisolated(unsafe) let onRelease: () -> Void
    init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
}

extension RealLoop {
    @Suite struct LaneResults {
        @Test func everyOneOfThousandsOfResultsComesOnce() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("wide", width: 4)
            for number in 0..<5_000 {
                let effect: Effect<LaneStore.Action> = .blocking(on: lane, { number }) {
                    .result($0)
                }
                store.start(number % 5 == 4 ? effect.cancellable(id: "x") : effect)
            }
            store.cancel("x")
            try loop.run()
            #expect(store.results.sorted() == (0..<5_000).filter { $0 % 5 != 4 })
            #expect(lane.statistics.waiting == 0)
            #expect(lane.statistics.running == 0 || lane.statistics.running <= 4)
        }

        @Test func workMayPostToAnInbox() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            var posted: [Int] = []
            let other = Store<Int, Int>(initialState: 0, on: loop) {
                Reduce { _, action in
                    posted.append(action)
                    return .none
                }
            }
            let inbox = loop.inbox(for: other, capacity: 100)
            let lane = loop.lane("poster")
            for number in 0..<100 {
                store.start(
                    .blocking(
                        on: lane,
                        {
                            try? inbox.send(number); return number
                        }
                    ) { .result($0) })
            }
            try loop.run()
            #expect(posted == Array(0..<100))
            #expect(store.results == Array(0..<100))
        }

        @Test func aResultMaySubmitMoreAndAReleaseMayCancel() throws {
            let loop = try EventLoop()
            let lane = loop.lane("again")
            var tokens: [WatchToken] = []
            var returns = 0
            func submit() {
                let box = Box { if returns == 5 { tokens.removeAll() } }
                if let token = try? lane.submit(
                    { _ = box },
                    onReturn: {
                        returns += 1
                        if returns < 5 { submit() }
                    })
                {
                    tokens.append(token)
                }
            }
            submit()
            try loop.run()
            #expect(returns == 5)
        }

        @Test func aStoreMayGoInTheResultOfItsWork() throws {
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            store.onResult = { [unowned store] _ in store.release() }
            let lane = loop.lane("rel", width: 2)
            let ran = Tally()
            for number in 0..<20 {
                store.start(
                    .blocking(
                        on: lane,
                        {
                            ran.add(); return number
                        }
                    ) { .result($0) })
            }
            try loop.run()
            #expect(store.results.count == 1)
        }
    }
}
