import EffectDependencies
import EffectTesting
import Testing

/// Reports of the engine are failures of the test.
@Suite struct TestStoreReportTests {
    private enum LiveKey: DependencyKey {
        static var liveValue: Int { 7 }
    }

    @Test func aDependencyWithoutAValueForTestsFails() {
        let store = TestStore(initialState: 0) {
            Reduce<Int, Bool> { state, _ in
                @Dependency(LiveKey.self) var value
                state = value
                return .none
            }
        }
        let caught = failures { store.send(true) { $0 = 7 } }
        #expect(caught.map(\.name) == ["F-UNIMPLEMENTED"])
        #expect(caught[0].says("LiveKey", "override it"))
        #expect(caught[0].fileID == #fileID)
    }

    @Test func oneThatIsOverriddenDoesNot() {
        let store = TestStore(initialState: 0) {
            Reduce<Int, Bool> { state, _ in
                @Dependency(LiveKey.self) var value
                state = value
                return .none
            }
        } withDependencies: {
            $0[LiveKey.self] = 3
        }
        store.send(true) { $0 = 3 }
    }

    @Test func theInitialStateIsMadeWithTheDependencies() {
        func present() -> UniqueID {
            @Dependency(\.uuid) var uuid
            return uuid()
        }
        let store = TestStore(initialState: present()) {
            Reduce<UniqueID, Bool> { _, _ in .none }
        } withDependencies: {
            $0.uuid = .constant(UniqueID(5))
        }
        #expect(store.state == UniqueID(5))
    }

    @Test func theTimeIsTheClocks() {
        let store = TestStore(initialState: Instant.zero) {
            Reduce<Instant, Bool> { state, _ in
                @Dependency(\.now) var now
                state = now()
                return .none
            }
        }
        store.advance(by: .seconds(2))
        store.send(true) { $0 = Instant(nanoseconds: 2_000_000_000) }
    }

    @Test func aSendAfterTheEndFails() {
        final class Box { var send: Send<Counting.Action>? }
        let box = Box()
        let store = CountingStore.counting {
            $0 == .go
                ? .run { send in
                    box.send = send
                    send.finish()
                } : .none
        }
        store.send(.go)
        let caught = failures { box.send?(.inc) }
        #expect(caught.map(\.name) == ["F-LATE-SEND"])
        #expect(caught[0].says("inc"))
    }

    @Test func anActionForAChildThatIsNotThereFails() {
        struct Parent: Reducer {
            struct State: Equatable { var child: Counting.State? }
            enum Action { case child(Counting.Action) }
            var body: some Reducer<State, Action> {
                EmptyReducer().ifLet(
                    \.child,
                    action: CasePath(Action.child) {
                        if case .child(let action) = $0 { action } else { nil }
                    }
                ) { Counting() }
            }
        }
        let store = TestStore(initialState: Parent.State()) { Parent() }
        #expect(failures { _ = store.send(.child(.inc)) }.map(\.name) == ["F-MISSING-CHILD"])
    }

    @Test func twoStoresOnOneClockReportForThemselves() {
        struct Broken: Error {}
        let clock = TestClock()
        func store() -> TestStore<Int, Bool> {
            TestStore(initialState: 0, clock: clock) {
                Reduce { _, isFirst in
                    isFirst ? .after(.seconds(1), false) : .run { _ in throw Broken() }
                }
            }
        }
        let (first, second) = (store(), store())
        first.send(true)
        second.send(true)
        let caught = failures { clock.advance(by: .seconds(1)) }
        #expect(caught.map(\.name) == ["F-UNHANDLED", "F-UNHANDLED"])
        first.receive(false)
        second.receive(false)
    }
}
