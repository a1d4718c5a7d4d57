import EffectCore
import EffectTesting
import Testing

@Suite struct StoreProjectionTests {
    private struct Parent: Reducer {
        struct State: Equatable {
            var child = Child.State()
            var optional: Int? = 5
            var items: IdentifiedArray<Int, Ticker.State> = []
        }

        enum Action {
            case child(Child.Action)
            case optional(Int?)
            case item(Int, Ticker.Action)
        }

        static var child: CasePath<Action, Child.Action> {
            CasePath(Action.child) { if case .child(let action) = $0 { action } else { nil } }
        }
        static var optional: CasePath<Action, Int?> {
            CasePath(Action.optional) { if case .optional(let value) = $0 { value } else { nil } }
        }
        static var item: CasePath<Action, (id: Int, action: Ticker.Action)> {
            CasePath({ .item($0.id, $0.action) }) {
                if case .item(let id, let action) = $0 { (id, action) } else { nil }
            }
        }

        var body: some ReducerOf<Self> {
            Scope(state: \.child, action: Self.child) { Child() }
            Reduce { state, action in
                switch action {
                case .optional(let value): state.optional = value
                case .item(let id, .bye): state.items.remove(id: id)
                case .child, .item: break
                }
                return .none
            }
            .forEach(\.items, action: Self.item) { Ticker() }
        }
    }

    private struct Child: Reducer {
        struct State: Equatable {
            var count = 0
            var grandchild = 0
        }

        enum Action {
            case tap
            case start
            case response
            case grandchild(Int)
        }

        static var grandchild: CasePath<Action, Int> {
            CasePath(Action.grandchild) {
                if case .grandchild(let value) = $0 { value } else { nil }
            }
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .tap, .response: state.count += 1
            case .start:
                state.count += 1
                return .after(.zero, .response)
            case .grandchild(let value): state.grandchild += value
            }
            return .none
        }
    }

    private static func makeStore(_ clock: TestClock) -> Store<Parent.State, Parent.Action> {
        Store(initialState: Parent.State(), on: clock) { Parent() }
    }

    // STO-20
    @Test func twoProjectionsOfOnePartBehaveAlike() {
        let clock = TestClock()
        let store = Self.makeStore(clock)
        let first = store.scope(state: \.child, action: Parent.child)
        let second = store.scope(state: \.child, action: Parent.child)
        let third = store.scope(state: { $0.child }, action: Parent.child)
        let log = Log()
        let tokens = [("first", first), ("second", second), ("third", third)].map { name, child in
            child.observe { log("\(name) \($0.count)") }
        }
        second.send(.start)
        #expect([first, second, third].map(\.state.count) == [1, 1, 1])
        clock.advance(by: .zero)
        third.send(.tap)
        #expect([first, second, third].map(\.state.count) == [3, 3, 3])
        #expect(
            log.entries == [1, 2, 3].flatMap { ["first \($0)", "second \($0)", "third \($0)"] })
        for token in tokens { token.cancel() }
    }

    // STO-17
    @Test func aProjectionKeepsItsStore() {
        let clock = TestClock()
        weak var weakStore: Store<Parent.State, Parent.Action>?
        var child: StoreProjection<Child.State, Child.Action>?
        do {
            let store = Self.makeStore(clock)
            weakStore = store
            child = store.scope(state: \.child, action: Parent.child)
        }
        child?.send(.tap)
        #expect(child?.state.count == 1)
        #expect(weakStore?.state.child.count == 1)
        child = nil
        #expect(weakStore == nil)
    }

    // STO-18
    @Test func aProjectionOfAProjectionOutlivesIt() {
        let clock = TestClock()
        let root = Self.makeStore(clock)
        var parent: StoreProjection<Child.State, Child.Action>? =
            root.scope(state: \.child, action: Parent.child)
        let grandchild = parent!.scope(
            state: \.grandchild, action: Child.grandchild.embed)
        grandchild.send(1)
        root.send(.child(.grandchild(1)))
        parent = nil
        grandchild.dispatch(1)
        root.send(.child(.grandchild(1)))
        #expect(grandchild.state == 4)
        #expect(root.state.child.grandchild == 4)
    }

    // STO-19
    @Test func anEffectGoesOnWhenTheProjectionGoes() {
        let clock = TestClock()
        let root = Self.makeStore(clock)
        root.scope(state: \.child, action: Parent.child).send(.start)
        #expect(root.state.child.count == 1)
        clock.advance(by: .zero)
        #expect(root.state.child.count == 2)
    }

    // STO-34
    @Test func theProjectionOfAnAbsentChildAnswersWhatItReadLast() {
        let clock = TestClock()
        let root = Self.makeStore(clock)
        for values in [[nil], [6, nil]] as [[Int?]] {
            root.send(.optional(5))
            let projection = root.scope(state: \.optional, action: Parent.optional)
            #expect(projection?.state == 5)
            var last = 5
            for value in values {
                root.send(.optional(value))
                if let value {
                    last = value
                    #expect(projection?.state == value)
                }
            }
            #expect(root.state.optional == nil)
            #expect(projection?.state == last)
            #expect(projection?.isPresent == false)
            #expect(root.scope(state: \.optional, action: Parent.optional) == nil)
        }
    }

    // STO-34
    @Test func whatItsObserverWasToldIsWhatItReadLast() {
        let root = Self.makeStore(TestClock())
        let projection = root.scope(state: \.optional, action: Parent.optional)
        var seen: [Int] = []
        let token = projection?.observe({ $0 }, onChange: { seen.append($0) })
        root.send(.optional(6))
        root.send(.optional(nil))
        #expect(seen == [6])
        #expect(projection?.state == 6)
        token?.cancel()
    }

    @Test func theProjectionOfAnElementFollowsItByID() {
        let clock = TestClock()
        let root = Store(
            initialState: Parent.State(items: [Ticker.State(id: 1), Ticker.State(id: 2)]), on: clock
        ) { Parent() }
        var reports: [Report] = []
        root.reporter = Reporter { reports.append($0) }
        let second = root.scope(state: \.items, id: 2, action: Parent.item)
        var seen: [Int] = []
        let token = second?.observe(\.ticks) { seen.append($0) }
        second?.send(.start)
        root.send(.item(1, .bye))
        clock.advance(by: .seconds(2))
        #expect(second?.state.ticks == 2)
        #expect(seen == [1, 2])
        second?.send(.bye)
        #expect(root.effects.isEmpty)
        #expect(second?.state.ticks == 2)
        second?.send(.tick)
        #expect(root.effectStatistics.missingChildren == 1)
        #if DEBUG
            #expect(reports.map(\.kind) == [.missingChild])
        #endif
        token?.cancel()
    }

    @Test func observersOfAProjectionAreThoseOfTheStore() {
        let clock = TestClock()
        let root = Self.makeStore(clock)
        let child = root.scope(state: \.child, action: Parent.child)
        let log = Log()
        var tokens = [
            child.observe { log("state \($0.count)") },
            child.observe(\.count) { log("count \($0)") },
            child.observe(willChange: { log("will") }, didChange: { log("did") }),
        ]
        root.send(.optional(1))
        child.send(.tap)
        #expect(
            log.entries == ["will", "did", "state 0", "will", "did", "state 1", "count 1"])
        tokens = []
        child.send(.tap)
        #expect(log.entries.count == 7)
        #expect(tokens.isEmpty)
    }

    // STO-21
    @Test func anObserverOfAProjectionDoesNotKeepItsStore() {
        weak var weakStore: Store<Parent.State, Parent.Action>?
        var tokens: [ObservationToken] = []
        do {
            let store = Self.makeStore(TestClock())
            weakStore = store
            let child = store.scope(state: \.child, action: Parent.child)
            let grandchild = child.scope(state: \.grandchild, action: Child.grandchild)
            tokens.append(child.observe { _ in })
            tokens.append(child.observe(\.count) { _ in })
            tokens.append(grandchild.observe { _ in })
            tokens.append(grandchild.observe(didChange: {}))
            if let item = store.scope(state: \.optional, action: Parent.optional) {
                tokens.append(item.observe { _ in })
            }
            #expect(tokens.count == 5)
        }
        #expect(weakStore == nil)
    }

    // STO-18
    @Test func aProjectionGoesFurtherByTheSameForms() {
        struct Whole: Reducer {
            struct State { var parent = Parent.State(items: [Ticker.State(id: 1)]) }
            var body: some Reducer<State, Parent.Action> {
                Scope(state: \.parent, action: CasePath({ $0 }, { $0 })) { Parent() }
            }
        }
        let root = Store(initialState: Whole.State(), on: TestClock()) { Whole() }
        let parent = root.scope(state: \.parent, action: CasePath({ $0 }, { $0 }))
        let child = parent.scope(state: \.child, action: Parent.child)
        let optional = parent.scope(state: \.optional, action: Parent.optional)
        let item = parent.scope(state: \.items, id: 1, action: Parent.item)
        child.send(.tap)
        optional?.send(6)
        item?.send(.tick)
        #expect(child.state.count == 1 && optional?.state == 6 && item?.state.ticks == 1)
        #expect(parent.scope(state: \.items, id: 2, action: Parent.item) == nil)
        root.send(.optional(nil))
        #expect(parent.scope(state: \.optional, action: Parent.optional) == nil)
    }
}
