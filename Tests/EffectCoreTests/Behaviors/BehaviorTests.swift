import EffectCore
import EffectTesting
import Testing

@Suite struct BehaviorTests {
    private enum Action: Equatable {
        case add(Int), probe, nothing, sent(Int)
    }

    private typealias Counter = Behavior<Action, Int, String>

    private static func store(
        _ behavior: Counter, _ initial: Int = 0, environment: String = "env",
        on clock: TestClock = TestClock()
    ) -> Store<Int, Action> {
        Store(initial: initial, behavior: behavior, environment: environment, on: clock)
    }

    // RED-01, RED-02
    @Test func allDecideBeforeAnyChanges() {
        var seen: [Int?] = []
        var order: [String] = []
        func part(_ name: String, _ amount: Int) -> Counter {
            .handle { action, context in
                guard case .add = action else { return .doNothing }
                seen.append(context.stateBefore)
                order.append("decide \(name)")
                return .reduce {
                    order.append("change \(name)")
                    $0 += amount
                }
                .produce { context in
                    order.append("produce \(name) \(context.liveState ?? -1)")
                    return .none
                }
            }
        }
        let store = Self.store(.combine(part("a", 10), part("b", 1)), 5)
        store.send(.add(0))
        #expect(seen == [5, 5])
        #expect(
            order == [
                "decide a", "decide b", "change a", "change b", "produce a 16", "produce b 16",
            ])
        #expect(store.state == 16)
    }

    // RED-01
    @Test func effectsAreMergedInOrder() {
        let clock = TestClock()
        let log = Log()
        let behavior = Counter.produce { action, _ in
            action == .probe ? .after(.seconds(1), .sent(1)) : .none
        }
        .produce { action, _ in action == .probe ? .after(.seconds(2), .sent(2)) : .none }
        .reduce { action, _ in
            if case .sent(let value) = action {
                log("\(clock.now.nanoseconds / 1_000_000) \(value)")
            }
        }
        let store = Self.store(behavior, on: clock)
        store.send(.probe)
        clock.run()
        #expect(log.entries == ["1000 1", "2000 2"])
    }

    // STO-11
    @Test func whatChangesNothingNotifiesNobody() {
        var calls: [String] = []
        let silent = Counter.handle { _, _ in .doNothing }
        let behavior = Counter.combine(Array(repeating: silent, count: 16))
            .produce { action, _ in action == .probe ? .send(.nothing) : .none }
            .handle { action, _ in
                guard case .add(let amount) = action else { return .doNothing }
                return .reduce { $0 += amount }
            }
        let store = Self.store(behavior)
        let tokens = [
            store.observe(willChange: { calls.append("will") }, didChange: { calls.append("did") }),
            store.observe { calls.append("coalesced \($0)") },
        ]
        store.send(.nothing)
        store.send(.probe)
        #expect(calls == [])
        store.send(.add(5))
        #expect(calls == ["will", "did", "coalesced 5"])
        _ = tokens
    }

    // STO-36, STO-04
    @Test func hooksComeBeforeEffects() {
        var order: [String] = []
        let behavior = Counter.handle { action, _ in
            guard case .add(let amount) = action else { return .doNothing }
            return .reduce { $0 += amount }.produce { _ in
                order.append("produce \(amount)")
                return .run { _ in order.append("start \(amount)") }
            }
        }
        let store = Self.store(behavior)
        let token = store.observe {
            order.append("did")
            if order.count == 1 { store.send(.add(2)) }
        }
        store.send(.add(1))
        #expect(
            order == ["did", "produce 1", "start 1", "did", "produce 2", "start 2"])
        _ = token
    }

    @Test func theActionLogSeesEveryAction() {
        let store = Self.store(.handle { _, _ in .doNothing })
        var seen: [Action] = []
        let token = store.onAction { action, _ in seen.append(action) }
        store.dispatch(.nothing)
        store.dispatch(.add(1))
        #expect(seen == [.nothing, .add(1)])
        _ = token
    }

    @Test func theLiveStateIsReadWhenItIsAskedFor() {
        let clock = TestClock()
        var seen: [Int?] = []
        let behavior = Counter.handle { action, _ in
            switch action {
            case .add(let amount): .reduce { $0 += amount }
            case .probe:
                .produce { context in
                    .run { send in
                        send.after(.seconds(1)) {
                            seen.append(context.liveState)
                            send.finish()
                        }
                    }
                }
            case .nothing, .sent: .doNothing
            }
        }
        var store: Store<Int, Action>? = Self.store(behavior, on: clock)
        store?.send(.probe)
        store?.send(.add(7))
        clock.advance(by: .seconds(1))
        #expect(seen == [7])
        var kept: PostReducerContext<Int, String>?
        let keeper = Counter.produce { _, context in
            kept = context
            return .none
        }
        var other: Store<Int, Action>? = Self.store(keeper, 3, on: clock)
        other?.send(.probe)
        #expect(kept?.liveState == 3)
        other = nil
        #expect(kept?.liveState == nil)
        store = nil
    }

    @Test func theStateBeforeIsForTheDecisionOnly() async {
        await #expect(processExitsWith: .failure) {
            let behavior = Behavior<Int, Int, Void>.handle { _, before in
                .produce { _ in
                    _ = before.stateBefore
                    return .none
                }
            }
            Store(initial: 0, behavior: behavior, environment: (), on: TestClock()).send(1)
        }
    }

    @Test func theSourceIsThatOfTheSend() {
        var lines: [UInt32] = []
        let behavior = Counter.handle { _, before in
            lines.append(before.source.line)
            return .produce { after in
                lines.append(after.source.line)
                return .none
            }
        }
        Self.store(behavior).send(.probe, line: 77)
        #expect(lines == [77, 77])
    }

    // DEP-11, DEP-12, DEP-13
    @Test func eachStoreHasItsEnvironment() {
        var seen: [String] = []
        let inner = Behavior<Action, Int, Int>.produce { _, context in
            seen.append("\(context.environment)")
            return .none
        }
        let behavior = inner.liftEnvironment { (text: String) in text.count }
        let twice = inner.liftEnvironment { (half: Int) in half * 2 }
            .liftEnvironment { (text: String) in text.count }
        Self.store(behavior, environment: "abc").send(.probe)
        Self.store(.combine(behavior, twice), environment: "ab").send(.probe)
        #expect(seen == ["3", "2", "4"])
    }

    // RED-30
    @Test func aRuleLeadsFromOneActionToAnother() {
        let trigger = CasePath<Action, Void>({ .probe }) { $0 == .probe ? () : nil }
        var log: [String] = []
        let line: UInt = #line + 1
        let behavior = Counter.identity.on(trigger, when: { $0 < 10 }, dispatch: .nothing) {
            $1 += 6
        }
        .on(CasePath<Action, Void>({ .nothing }) { $0 == .nothing ? () : nil }, dispatch: .sent(1))
        let store = Self.store(behavior)
        var notified = 0
        let tokens = [
            store.onAction { log.append("\($0) \($1.line == UInt32(line))") },
            store.observe { notified += 1 },
        ]
        store.send(.probe)
        #expect(store.state == 6)
        store.send(.probe)
        #expect(store.state == 12)
        #expect(
            log == [
                "probe false", "nothing true", "sent(1) false", "probe false", "nothing true",
                "sent(1) false",
            ])
        store.send(.probe)
        #expect(store.state == 12)
        #expect(log.count == 7)
        #expect(notified == 2)
        _ = tokens
    }

    @Test func aMiddlewareHasEffectsOnly() {
        var seen: [String] = []
        let first = Middleware<Action, Int, String>.produce { _, context in
            seen.append("a \(context.liveState ?? -1)")
            return .none
        }
        let second = Middleware<Action, Int, String>.handle { _, before in
            let old = before.stateBefore ?? -1
            return { context in
                seen.append("b \(old) \(context.liveState ?? -1)")
                return .none
            }
        }
        let behavior = Counter(
            reducer: Reduce { state, _ in
                state += 1
                return .none
            }, middleware: .combine(.combine(first, .identity), second))
        Self.store(behavior).send(.probe)
        #expect(seen == ["a 1", "b 0 1"])
    }

    @Test func aReducerRunsInABehaviorAndTheOtherWayRound() {
        let log = Log()
        let reducer = Reduce<Int, Action> { state, action in
            guard case .add(let amount) = action else { return .none }
            state += amount
            return .run { _ in log("reducer \(amount)") }
        }
        let behavior = Counter.handle { action, context in
            guard case .add = action else { return .doNothing }
            let before = context.stateBefore ?? -1
            return .reduce { $0 *= 2 }.produce { context in
                .run { _ in
                    log("behavior \(before) \(context.liveState ?? -1) \(context.environment)")
                }
            }
        }
        let store = Self.store(.combine(behavior, Counter(reducer: reducer)), 5)
        store.send(.add(1))
        #expect(store.state == 11)
        #expect(log.take() == ["behavior 5 11 env", "reducer 1"])
        let tree = Store(initialState: 5, on: TestClock()) {
            reducer
            behavior.reducer(environment: "tree")
        }
        tree.send(.add(1))
        #expect(tree.state == 12)
        #expect(log.take() == ["reducer 1", "behavior 6 -1 tree"])
    }
}
