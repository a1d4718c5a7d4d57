import EffectCore
import EffectTesting
import Testing

@Suite struct CompositionTests {
    /// A directory that contains directories.
    private struct Node: Reducer {
        struct State: Identifiable {
            var id = 0
            var count = 0
            var children: IdentifiedArray<Int, State> = []
        }

        indirect enum Action {
            case tap
            case start
            case child(Int, Action)
        }

        static var child: CasePath<Action, (id: Int, action: Action)> {
            CasePath({ .child($0.id, $0.action) }) {
                if case .child(let id, let action) = $0 { (id, action) } else { nil }
            }
        }

        var body: some ReducerOf<Self> {
            Reduce { state, action in
                switch action {
                case .tap: state.count += 1
                case .start: return .timer(every: .seconds(1), .tap).cancellable(id: "tap")
                case .child: break
                }
                return .none
            }
            .forEach(\.children, action: Self.child) { Node() }
        }
    }

    @Test func aFeatureMayContainItself() {
        var state = Node.State(id: 50)
        for id in (0..<50).reversed() { state = Node.State(id: id, children: [state]) }
        let clock = TestClock()
        let store = Store(initialState: state, on: clock) { Node() }
        func address(_ depth: Int, _ action: Node.Action) -> Node.Action {
            (1...depth).reversed().reduce(action) { .child($1, $0) }
        }
        store.send(address(50, .start))
        store.send(address(20, .start))
        clock.advance(by: .seconds(2))
        func count(at depth: Int) -> Int {
            var node = store.state
            for id in 1...depth { node = node.children[id: id]! }
            return node.count
        }
        #expect(count(at: 50) == 2)
        #expect(count(at: 20) == 2)
        #expect(count(at: 21) == 0)
        #expect(store.effects.count == 2)
    }

    @Test func theTreeIsBuiltOncePerStore() {
        struct Feature: Reducer {
            let built: Log
            let depth: Int
            typealias State = Int?
            typealias Action = Int
            var body: some Reducer<Int?, Int> {
                let _ = built("\(depth)")
                EmptyReducer<Int?, Int>()
                    .ifLet(\.self, action: CasePath({ $0 }, { $0 })) { Counter(built: built) }
            }
        }
        struct Counter: Reducer {
            let built: Log
            var body: some Reducer<Int, Int> {
                let _ = built("counter")
                Reduce { state, action in
                    state += action
                    return .none
                }
            }
        }
        let built = Log()
        let store = Store<Int?, Int>(initialState: 0, on: TestClock()) {
            Feature(built: built, depth: 1)
        }
        #expect(built.entries == ["1"], "the child is built with its first action")
        for _ in 0..<10 { store.send(2) }
        #expect(built.entries == ["1", "counter"])
        #expect(store.state == 20)
    }

    // RED-23
    @Test func onChangeComparesAsItIsTold() {
        var initial = Rack.State()
        initial.devices = [Ticker.State(id: 1)]
        var changes: [String] = []
        let store = Store<Rack.State, Int>(initialState: initial, on: TestClock()) {
            Reduce<Rack.State, Int> { state, action in
                if action < 10 {
                    state.devices[id: 1]?.ticks += action
                } else {
                    state.devices.append(Ticker.State(id: action))
                }
                return .none
            }
            .onChange(
                of: { $0.devices.elements }, removeDuplicates: { $0.map(\.id) == $1.map(\.id) }
            ) {
                old, new in
                Reduce { _, _ in
                    changes.append("\(old.count) \(new.count)")
                    return .none
                }
            }
            .onChange(of: { $0.devices[id: 1]?.ticks }) { old, new in
                Reduce { state, _ in
                    changes.append("ticks \(old!) \(new!)")
                    state.plain.ticks = new!
                    return new == 3 ? .send(0) : .none
                }
            }
        }
        for action in [1, 0, 20, 20, 2] { store.send(action) }
        #expect(changes == ["ticks 0 1", "1 2", "ticks 1 3"])
        #expect(store.state.plain.ticks == 3)
    }

    // RED-29
    @Test func anAbsentReducerDoesNothing() {
        let absent: Ticker? = nil
        let store = Store<Ticker.State, Ticker.Action>(
            initialState: Ticker.State(), on: TestClock()
        ) {
            absent
        }
        store.send(.tick)
        #expect(store.state.ticks == 0)
    }

    @Test func printChangesTellsTheActionAndBothStates() {
        var lines: [String] = []
        let store = Store<Int, Int>(initialState: 1, on: TestClock()) {
            Reduce<Int, Int> { state, action in
                state += action
                return action == 2 ? .send(3) : .none
            }
            .printChanges(describe: { "\($0) + \($1) = \($2)" }, to: { lines.append($0) })
        }
        store.send(2)
        #expect(lines == ["1 + 2 = 3", "3 + 3 = 6"])
    }

    @Test func aStateBehindAComputedPropertyCanBeAChild() {
        struct Parent {
            var storage: [String: Leaf.State] = ["leaf": Leaf.State()]
            var leaf: Leaf.State? {
                get { storage["leaf"] }
                set { storage["leaf"] = newValue }
            }
        }
        enum Action {
            case leaf(Leaf.Action)
            case remove
        }
        let clock = TestClock()
        let store = Store<Parent, Action>(initialState: Parent(), on: clock) {
            Reduce<Parent, Action> { state, action in
                if case .remove = action { state.leaf = nil }
                return .none
            }
            .ifLet(
                \.leaf,
                action: CasePath(Action.leaf) {
                    if case .leaf(let action) = $0 { action } else { nil }
                }
            ) { Leaf() }
        }
        store.send(.leaf(.start))
        clock.advance(by: .seconds(2))
        #expect(store.state.leaf?.ticks == 2)
        store.send(.remove)
        #expect(store.effects.isEmpty)
    }

    @Test func closuresReachWhereKeyPathsDoNot() {
        let clock = TestClock()
        let store = Store<[Leaf.State?], Leaf.Action>(
            initialState: [nil, Leaf.State()], on: clock
        ) {
            Reduce<[Leaf.State?], Leaf.Action> { state, action in
                if action == .cancel("all") { state[1] = nil }
                return .none
            }
            .ifLet(state: { state, body in body(&state[1]) }, action: CasePath({ $0 }, { $0 })) {
                Leaf()
            }
        }
        store.send(.start)
        clock.advance(by: .seconds(1))
        #expect(store.state[1]?.ticks == 1)
        store.send(.cancel("all"))
        #expect(store.effects.isEmpty)
        #expect(store.tableCounts.nodes == 0)
    }
}
