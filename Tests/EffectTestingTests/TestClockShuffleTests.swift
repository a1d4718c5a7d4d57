import EffectCore
import EffectTesting
import Testing

@Suite struct TestClockShuffleTests {
    /// What a feature sends that starts ten timers at once, two deadlines among them.
    private static func order(_ seed: UInt64?) -> [Int] {
        let clock = TestClock(shuffling: seed)
        var order: [Int] = []
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Reduce { _, number in
                if number >= 0 {
                    order.append(number)
                    return .none
                }
                return .merge(
                    (0..<10).map { .after(.milliseconds($0 < 5 ? 20 : 10), $0) })
            }
        }
        store.send(-1)
        clock.run()
        return order
    }

    // OPR-30
    @Test func timersOfOneDeadlineComeInAnOrderOfTheSeed() {
        var orders: Set<[Int]> = []
        for seed: UInt64 in 0..<20 {
            let order = Self.order(seed)
            #expect(order == Self.order(seed))
            #expect(order.prefix(5).sorted() == Array(5..<10), "seed \(seed)")
            #expect(order.suffix(5).sorted() == Array(0..<5), "seed \(seed)")
            orders.insert(order)
        }
        #expect(orders.count > 15)
    }

    // OPR-30
    @Test func withoutASeedTheyComeInTheOrderOfTheirRegistration() {
        #expect(Self.order(nil) == [5, 6, 7, 8, 9, 0, 1, 2, 3, 4])
    }

    // OPR-30
    @Test(arguments: 0..<20 as Range<UInt64>) func whatDoesNotRelyOnTheOrderStaysTheSame(
        seed: UInt64
    ) {
        let clock = TestClock(shuffling: seed)
        var received: [Character] = []
        let store = Store<Int, Character>(initialState: 0, on: clock) {
            Reduce { _, action in
                guard action == "X" else {
                    received.append(action)
                    return .none
                }
                return .merge(
                    .timer(every: .milliseconds(10), count: 3, "t"),
                    .concatenate(.after(.milliseconds(10), "a"), .after(.milliseconds(10), "b")),
                    Effect.send("d").debounce(id: 1, for: .milliseconds(20)),
                    Effect.after(.milliseconds(15), "w").timeout(after: .milliseconds(20), "n"))
            }
        }
        store.send("X")
        clock.run()
        #expect(received.sorted() == Array("abdtttw"))
        #expect(received.firstIndex(of: "a")! < received.firstIndex(of: "b")!)
        #expect(clock.now == .zero.advanced(by: .milliseconds(30)))
        #expect(clock.armedTimerCount == 0)
        #expect(store.tableCounts.nodes == 0)
    }

    // OPR-30
    @Test func theBootTimeClockIsShuffledToo() {
        var orders: Set<String> = []
        for seed: UInt64 in 0..<20 {
            let clock = TestClock(shuffling: seed)
            var order = ""
            let store = Store<Int, String>(initialState: 0, on: clock) {
                Reduce { _, action in
                    guard action == "X" else {
                        order += action
                        return .none
                    }
                    return .merge(
                        .timer(every: .milliseconds(10), count: 1, clock: .boottime, "b"),
                        .timer(every: .milliseconds(10), count: 1, "m"))
                }
            }
            store.send("X")
            clock.run()
            orders.insert(order)
        }
        #expect(orders == ["bm", "mb"])
    }
}
