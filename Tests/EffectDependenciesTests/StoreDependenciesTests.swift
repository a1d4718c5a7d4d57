import EffectDependencies
import EffectTesting
import Testing

@Suite struct StoreDependenciesTests {
    private struct Feature: Reducer {
        struct State {
            var atInit = present(\.number)
            var seen: [Int] = []
        }
        enum Action { case look, seen(Int) }

        let atInit: Int = present(\.number)
        @Dependency(\.number) var number

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .look:
                state.seen += [atInit, number, present(\.number)]
                return .run { send in send.after(.seconds(1)) { send(.seen(present(\.number))) } }
            case .seen(let number):
                state.seen.append(number)
                return .none
            }
        }
    }

    // DEP-07
    @Test func stateReducerAndEffectsHaveTheOverridesOfTheStore() {
        let clock = TestClock()
        let store = Store(initialState: Feature.State(), on: clock) {
            Feature()
        } withDependencies: {
            $0.number = 42
        }
        #expect(store.state.atInit == 42)
        store.send(.look)
        clock.advance(by: .seconds(1))
        #expect(store.state.seen == [42, 42, 42, 42])
        #expect(present(\.number) == 1)
    }

    // DEP-07
    @Test func soDoesTheInitialEffect() {
        let clock = TestClock()
        let store = Store(
            initialState: Feature.State(),
            initialEffect: .run { send in send(.seen(present(\.number))) }, on: clock
        ) {
            Feature()
        } withDependencies: {
            $0.number = 42
        }
        clock.runUntilIdle()
        #expect(store.state.seen == [42])
    }

    // DEP-13
    @Test func twoStoresKeepTheirOverridesApart() {
        let clock = TestClock()
        func makeStore(_ number: Int) -> Store<Feature.State, Feature.Action> {
            Store(initialState: Feature.State(), on: clock) {
                Feature()
            } withDependencies: {
                $0.number = number
            }
        }
        let (first, second) = (makeStore(1), makeStore(2))
        // Their sends and their callbacks take turns, and one store sends to the other.
        let relay = first.onAction { action, _ in
            if case .seen = action { second.send(.look) }
        }
        first.send(.look)
        second.send(.look)
        clock.advance(by: .seconds(1))
        relay.cancel()
        first.send(.look)
        #expect(first.state.seen == [1, 1, 1, 1, 1, 1, 1])
        #expect(second.state.seen == [2, 2, 2, 2, 2, 2, 2])
        clock.advance(by: .seconds(1))
        #expect(Set(first.state.seen) == [1] && first.state.seen.count == 8)
        #expect(Set(second.state.seen) == [2] && second.state.seen.count == 8)
    }

    // DEP-08
    @Test func aStoreKeepsTheOverridesAroundItsConstruction() {
        let clock = TestClock()
        let store = withDependencies {
            $0.uuid = .incrementing
        } operation: {
            Store(initialState: [UniqueID](), on: clock) {
                Reduce<[UniqueID], Bool> { state, isLate in
                    @Dependency(\.uuid) var uuid
                    state.append(uuid())
                    return .none
                }
            }
        }
        store.send(true)
        store.send(true)
        #expect(store.state == [UniqueID(0), UniqueID(1)])
    }

    // DEP-08
    @Test func theOverridesOfTheStoreWinOverThoseAroundIt() {
        let clock = TestClock()
        let store = withDependencies {
            $0.number = 10
            $0.liveOnly = "around"
        } operation: {
            Store(initialState: "", on: clock) {
                Reduce<String, Bool> { state, _ in
                    state = "\(present(\.number)) \(present(\.liveOnly))"
                    return .none
                }
            } withDependencies: {
                $0.number = 20
            }
        }
        // Those around a send do not reach a store with dependencies.
        withDependencies {
            $0.number = 30
            $0.liveOnly = "send"
        } operation: {
            _ = store.send(true)
        }
        #expect(store.state == "20 around")
    }

    // DEP-08
    @Test func aFeatureThatIsBuiltLateKeepsThemToo() {
        struct Leaf: Reducer {
            @Dependency(\.number) var number
            func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
                state = number
                return .none
            }
        }
        struct Branch: Reducer {
            struct State { var leaf: Int? = 0 }
            var body: some Reducer<State, Bool> {
                EmptyReducer().ifLet(\.leaf, action: CasePath({ $0 }, { $0 })) { Leaf() }
            }
        }
        struct Root: Reducer {
            struct State { var branch: Branch.State? = Branch.State() }
            var body: some Reducer<State, Bool> {
                EmptyReducer().ifLet(\.branch, action: CasePath({ $0 }, { $0 })) { Branch() }
            }
        }
        let store = withDependencies {
            $0.number = 10
        } operation: {
            Store(initialState: Root.State(), on: TestClock()) { Root() }
        }
        store.send(true)
        #expect(store.state.branch?.leaf == 10)
    }

    @Test func twoStoresDoNotReachEachOther() {
        let clock = TestClock()
        func store(
            _ number: Int?, _ effect: @escaping () -> Effect<Bool> = { .none }
        ) -> Store<[Int], Bool> {
            Store(initialState: [], on: clock) {
                Reduce { state, isFirst in
                    state.append(present(\.number))
                    return isFirst ? effect() : .none
                }
            } withDependencies: {
                if let number { $0.number = number }
            }
        }
        let second = store(20)
        let plain = store(nil)
        let first = store(10) {
            .run { send in
                send.after(.seconds(1)) {
                    second.send(false)
                    plain.send(false)
                    send(false)
                }
            }
        }
        first.send(true)
        clock.advance(by: .seconds(1))
        #expect(first.state == [10, 10])
        #expect(second.state == [20])
        #expect(plain.state == [1])
    }

    @Test func reportsGoToTheReporterOfTheScheduler() {
        let clock = TestClock()
        let reports = Notes<Report.Kind>()
        clock.runQueue.reporter = Reporter { reports($0.kind) }
        let store = Store(initialState: "", on: clock) {
            Reduce<String, Bool> { state, _ in
                state = present(\.liveOnly)
                return .none
            }
        } withDependencies: {
            $0.context = .test
        }
        store.send(true)
        #expect(reports.all == [.unimplemented])
    }

    @Test func releasingAStoreReleasesItsOverrides() {
        weak var released: Device?
        do {
            let device = Device()
            released = device
            let clock = TestClock()
            let store = Store(initialState: 0, on: clock) {
                Reduce<Int, Bool> { _, _ in
                    .timer(every: .seconds(1)) { _ in present(\.device) === present(\.device) }
                }.dependency(\.number, 3)
            } withDependencies: {
                $0.device = device
            }
            store.send(true)
            clock.advance(by: .seconds(3))
            #expect(released != nil)
        }
        #expect(released == nil)
    }
}
