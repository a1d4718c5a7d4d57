import EffectDependencies
import EffectTesting
import Testing

@Suite struct SharedTests {
    private struct Child: Reducer {
        struct State: Equatable {
            @Shared var count: Int
            init(count: Shared<Int>) { _count = count }
        }
        func reduce(into state: inout State, action: Bool) -> Effect<Bool> {
            state.$count.withLock { $0 += 1 }
            return .none
        }
    }

    private struct Parent: Reducer {
        struct State: Equatable {
            @Shared var count = 0
            var child: Child.State
            init() {
                let count = Shared(0)
                _count = count
                child = Child.State(count: count)
            }
        }
        var body: some Reducer<State, Bool> {
            Scope(state: \.child, action: CasePath({ $0 }, { $0 })) { Child() }
            Reduce { state, action in
                if !action { state.count += 10 }
                return .none
            }
        }
    }

    @Test func featuresShareOneValue() {
        let store = Store(initialState: Parent.State(), on: TestClock()) { Parent() }
        store.send(true)
        #expect(store.state.count == 1)
        store.send(false)
        #expect(store.state.count == 12)
        #expect(store.state.child.count == 12)
        #expect(store.state.$count.isSame(as: store.state.child.$count))
    }

    @Test func aSliceOfAStoreSeesItsChanges() {
        let store = Store(initialState: Parent.State(), on: TestClock()) { Parent() }
        let seen = Notes<Int>()
        let token = store.observe({ $0.count }, onChange: { seen($0) })
        store.send(true)
        store.send(true)
        #expect(seen.all == [1, 2])
        token.cancel()
    }

    @Test func theyAreEqualWhenTheirValuesAre() {
        struct State: Equatable { @Shared var count = 0 }
        let (left, right) = (State(), State())
        #expect(left == right)
        #expect(!left.$count.isSame(as: right.$count))
        left.$count.withLock { $0 = 1 }
        #expect(left != right)
        let copy = left
        copy.count = 2
        #expect(left.count == 2 && left == copy)
        #expect("\(left.$count)" == "2")
    }

    @Test func aChangeAnswersAndThrows() {
        struct Failure: Error {}
        let shared = Shared([1])
        #expect(shared.withLock { $0.removeLast() } == 1)
        #expect(throws: Failure.self) {
            try shared.withLock { value throws(Failure) in
                value.append(2)
                throw Failure()
            }
        }
        #expect(shared.wrappedValue == [2])
    }

    @Test func observersAreCalledInOrderAfterEachChange() {
        let shared = Shared(0)
        let seen = Notes<String>()
        let first = shared.observe { seen("first \($0)") }
        let second = shared.observe(initial: true) { seen("second \($0)") }
        shared.withLock { $0 = 1 }
        first.cancel()
        shared.wrappedValue = 2
        #expect(seen.all == ["second 0", "first 1", "second 1", "second 2"])
        second.cancel()
        shared.wrappedValue = 3
        #expect(seen.all.count == 4)
    }

    @Test func anObserverMayChangeTheValue() {
        let shared = Shared(0)
        let token = shared.observe { if $0 < 3 { shared.withLock { $0 += 1 } } }
        shared.withLock { $0 = 1 }
        #expect(shared.wrappedValue == 3)
        token.cancel()
    }

    @Test func anObserverKeepsTheValueOnlyAsLongAsItsToken() {
        weak var released: Device?
        do {
            let device = Device()
            released = device
            let token = Shared(device).observe { _ in }
            #expect(released != nil)
            token.cancel()
        }
        #expect(released == nil)
    }

    @Test func aChangeInsideOfAChangeTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let shared = Shared(0)
            shared.withLock { _ in shared.withLock { $0 += 1 } }
        }
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Shared.withLock: the value is being changed already"))
        #endif
    }

    @Test func aReadInsideOfAChangeTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let shared = Shared(0)
            shared.withLock { $0 = shared.wrappedValue + 1 }
        }
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Shared.wrappedValue: read while withLock changes it"))
        #endif
    }
}
