import EffectCore
import EffectTesting
import Testing

@Suite struct ObservationTests {
    /// The three ways to observe, behind one shape.
    enum Way: CaseIterable {
        case coalesced, hook, action

        func observe(
            _ store: Store<Int, String>, _ callback: @escaping () -> Void
        ) -> ObservationToken {
            switch self {
            case .coalesced: store.observe { _ in callback() }
            case .hook: store.observe { callback() }
            case .action: store.onAction { _, _ in callback() }
            }
        }
    }

    private static func makeStore() -> Store<Int, String> {
        Store(initialState: 0, on: TestClock()) {
            Reduce { state, _ in
                state += 1
                return .none
            }
        }
    }

    // STO-27
    @Test(arguments: Way.allCases) func observersAreCalledInTheOrderOfRegistration(way: Way) {
        let store = Self.makeStore()
        let log = Log()
        let tokens = ["A", "B", "C"].map { name in way.observe(store) { log(name) } }
        store.send("x")
        store.send("x")
        #expect(log.entries == ["A", "B", "C", "A", "B", "C"])
        tokens.forEach { $0.cancel() }
    }

    // STO-28, STO-31
    @Test(arguments: Way.allCases, [true, false])
    func unsubscribingTakesEffectAtOnce(way: Way, cancels: Bool) {
        let store = Self.makeStore()
        let log = Log()
        var token: ObservationToken? = way.observe(store) { log("called") }
        store.send("x")
        if cancels { token?.cancel() }
        token = nil
        store.send("x")
        #expect(log.entries == ["called"])
        #expect(token == nil)
    }

    // STO-31
    @Test(arguments: Way.allCases) func aTokenDroppedAtOnceObservesNothing(way: Way) {
        let store = Self.makeStore()
        let log = Log()
        _ = way.observe(store) { log("called") }
        store.send("x")
        #expect(log.entries.isEmpty)
    }

    // STO-29
    @Test(arguments: Way.allCases) func anObserverMayCancelOthersAndItself(way: Way) {
        let store = Self.makeStore()
        let log = Log()
        var tokens: [String: ObservationToken] = [:]
        tokens["A"] = way.observe(store) {
            log("A")
            tokens["B"]?.cancel()
            tokens["A"]?.cancel()
        }
        tokens["B"] = way.observe(store) { log("B") }
        tokens["C"] = way.observe(store) { log("C") }
        store.send("x")
        #expect(log.entries == ["A", "C"])
        store.send("x")
        #expect(log.entries == ["A", "C", "C"])
        tokens.removeAll()
    }

    // STO-29
    @Test(arguments: Way.allCases) func anObserverAddedInARoundIsCalledFromTheNext(way: Way) {
        let store = Self.makeStore()
        let log = Log()
        var tokens: [ObservationToken] = []
        tokens.append(
            way.observe(store) {
                log("A")
                if tokens.count == 1 { tokens.append(way.observe(store) { log("new") }) }
            })
        store.send("x")
        #expect(log.entries == ["A"])
        store.send("x")
        #expect(log.entries == ["A", "A", "new"])
        tokens.removeAll()
    }

    private final class Owner {
        var token: ObservationToken?
    }

    // STO-29, STO-31
    @Test(arguments: Way.allCases, ["cancel", "round", "release"])
    func anObserverMayOwnTheTokenOfAnother(way: Way, how: String) {
        var store: Store<Int, String>? = Self.makeStore()
        let log = Log()
        var first: ObservationToken?
        if let store {
            let owner = Owner()
            owner.token = way.observe(store) { log("owned") }
            first = way.observe(store) { [owner] in
                log("owner \(owner.token != nil)")
                if how == "round" { first?.cancel() }
            }
        }
        store?.send("x")
        if how == "cancel" { first?.cancel() }
        if how == "release" { store = nil }
        store?.send("x")
        #expect(log.entries == ["owned", "owner true"])
        first = nil
    }

    // STO-21
    @Test(arguments: Way.allCases) func aTokenDoesNotKeepItsStore(way: Way) {
        var store: Store<Int, String>? = Self.makeStore()
        weak var released: Store<Int, String>?
        released = store
        let log = Log()
        let token = store.map { way.observe($0) { log("called") } }
        store?.send("x")
        store = nil
        #expect(released == nil)
        #expect(log.entries == ["called"])
        token?.cancel()
    }

    // STO-21
    @Test func aReleasedStoreReleasesItsObservers() {
        let log = Log()
        var store: Store<Int, String>? = Self.makeStore()
        let sentinel = Sentinel { log("released") }
        let tokens = store.map { store in
            Way.allCases.map { way in way.observe(store) { [sentinel] in sentinel.touch() } }
        }
        withExtendedLifetime(tokens) {
            store = nil
        }
        #expect(log.entries.isEmpty)
        _ = consume sentinel
        #expect(log.entries == ["released"])
    }

    // STO-06
    @Test func anInitialObserverIsCalledWithThePresentState() {
        let store = Self.makeStore()
        store.send("x")
        var seen: [Int] = []
        let token = store.observe(initial: true) { seen.append($0) }
        store.send("x")
        #expect(seen == [1, 2])
        token.cancel()
    }

    private enum Origin: TransactionKey {
        static var defaultValue: String { "nobody" }
    }

    private enum Priority: TransactionKey {
        static var defaultValue: Int { 0 }
    }

    private enum Guard: TransactionKey {
        static var defaultValue: Sentinel? { nil }
    }

    @Test func aTransactionReachesTheHooksOfItsActionOnly() {
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Reduce { _, action in action == "a" ? .just("b") : .none }
        }
        var seen: [String] = []
        let token = store.onAction { action, _ in
            seen.append("\(action) \(store.transaction[Origin.self])")
        }
        var transaction = Transaction()
        transaction[Origin.self] = "console"
        store.send("a", transaction: transaction)
        store.send("c")
        #expect(seen == ["a console", "b nobody", "c nobody"])
        token.cancel()
    }

    @Test func aTransactionIsOverWithItsAction() {
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Reduce { _, _ in .none }
        }
        var isAlive = true
        var transaction = Transaction()
        transaction[Origin.self] = "console"
        transaction[Guard.self] = Sentinel { isAlive = false }
        store.send("a", transaction: transaction)
        #expect(store.transaction[Origin.self] == "nobody")
        transaction = Transaction()
        #expect(!isAlive)
    }

    @Test func anEffectSendsWithATransaction() {
        let harness = Harness([
            "X": Effect.run { send in
                var transaction = Transaction()
                transaction[Origin.self] = "effect"
                send("a", transaction: transaction)
                send("b")
            }.map { $0 }
        ])
        var seen: [String] = []
        let store = harness.store
        let token = store.observe { seen.append(store.transaction[Origin.self]) }
        harness.send("X")
        #expect(seen == ["nobody", "effect", "nobody"])
        token.cancel()
    }

    @Test func aTransactionIsAValue() {
        var first = Transaction()
        #expect(first[Origin.self] == "nobody")
        first[Origin.self] = "a"
        first[Priority.self] = 3
        var second = first
        second[Origin.self] = "b"
        #expect(first[Origin.self] == "a")
        #expect(second[Origin.self] == "b")
        #expect(second[Priority.self] == 3)
    }
}
