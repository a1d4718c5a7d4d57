import EffectDependencies
import EffectTesting
import Testing

@Suite struct ReducerDependencyTests {
    private struct Broken: Error {}

    private let clock = TestClock()
    private let notes = Notes<String>()

    private func note(_ what: String) { notes("\(what) \(present(\.number))") }

    /// A store of one feature, which has the number 42, inside of a parent that has none.
    private func store(_ effect: @escaping () -> Effect<String>) -> Store<Int, String> {
        Store(initialState: 0, on: clock) {
            Reduce { [self] _, action in
                note("parent of \(action)")
                return .none
            }
            Reduce<Int, String> { [self] _, action in
                note("reducer")
                return action == "start" ? effect() : .none
            }.dependency(\.number, 42)
        }
    }

    // DEP-01
    @Test func aRunOutsideOfTheReductionHasTheDependency() {
        let store = store { [self] in
            .concatenate(
                .sleep(for: .seconds(5)),
                .run { send in
                    note("run")
                    send("done")
                })
        }
        store.send("start")
        clock.advance(by: .seconds(5))
        #expect(
            notes.all == [
                "parent of start 1", "reducer 42", "run 42", "parent of done 1", "reducer 42",
            ])
    }

    // DEP-02
    @Test func soHasEveryCallbackOfTheEffect() {
        let descriptors = TestDescriptors()
        let signals = TestSignals()
        let lane = TestLane()
        let store = store { [self] in
            .merge(
                .run { send in
                    send.onCancel { note("cancel") }
                    send.onTermination { note("termination") }
                    send.after(.seconds(9)) {}
                    send.after(.seconds(1)) { note("after") }
                },
                .timer(every: .seconds(5)) { _ in
                    note("tick")
                    return "event"
                },
                .run { _ throws(Broken) in
                    throw Broken()
                } catch: { _, _ in
                    note("catch")
                },
                .readable(3, on: descriptors) {
                    note("descriptor")
                    return "event"
                },
                .signal(15, on: signals) {
                    note("signal")
                    return "event"
                },
                .blocking(on: lane, { 1 }) { _ in
                    note("result")
                    return "event"
                })
        }
        let task = store.send("start")
        clock.advance(by: .seconds(5))
        descriptors.becomeReadable(3)
        signals.raise(15)
        lane.runNext()
        task.cancel()
        let callbacks = notes.all.filter { !$0.hasPrefix("parent") && !$0.hasPrefix("reducer") }
        #expect(
            callbacks == [
                "catch 42", "after 42", "tick 42", "descriptor 42", "signal 42", "result 42",
                "cancel 42", "termination 42",
            ])
        #expect(notes.all.filter { $0 == "parent of event 1" }.count == 4)
    }

    // DEP-02
    @Test func aWrapperReadInACallbackSeesTheOverride() {
        struct Feature: Reducer {
            @Dependency(\.number) var number
            let notes: Notes<String>
            func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
                .run { send in
                    send.onCancel { notes("cancel \(number)") }
                    send.after(.seconds(1)) { notes("after \(number)") }
                    send.after(.seconds(9)) {}
                }
            }
        }
        let store = Store(initialState: 0, on: clock) {
            Feature(notes: notes).dependency(\.number, 42)
        }
        store.send(true)
        clock.advance(by: .seconds(1))
        store.stop()
        #expect(notes.all == ["after 42", "cancel 42"])
    }

    // DEP-04
    @Test func theInnermostOverrideWins() {
        func number(_ reducer: some Reducer<Int, Bool>) -> [Int] {
            let store = Store(initialState: 0, on: clock) { reducer }
            store.send(true)
            clock.advance(by: .seconds(1))
            return [store.state, (notes.all.last.flatMap { Int($0) }) ?? -1]
        }
        let feature = Reduce<Int, Bool> { [notes] state, _ in
            state = present(\.number)
            return .run { send in send.after(.seconds(1)) { notes("\(present(\.number))") } }
        }
        #expect(number(feature.dependency(\.number, 42).dependency(\.number, 1729)) == [42, 42])
        #expect(
            number(
                CombineReducers { feature.dependency(\.number, 42) }.dependency(\.number, 1729))
                == [42, 42])
        #expect(
            number(
                feature.transformDependency(\.number) { $0 = 42 }
                    .transformDependency(\.number) { $0 = 1729 }) == [42, 42])
        #expect(
            number(
                CombineReducers { feature.transformDependency(\.number) { $0 *= 2 } }
                    .transformDependency(\.number) { $0 += 20 }) == [42, 42])
    }

    @Test func anOverrideFollowsWhatIsAroundIt() {
        let store = Store<[Int], Bool>(initialState: [], on: clock) {
            Reduce { state, _ in
                state.append(present(\.number))
                return .none
            }.transformDependency(\.number) { $0 += 1 }
        }
        store.send(true)
        withDependencies {
            $0.number = 10
        } operation: {
            _ = store.send(true)
        }
        withDependencies {
            $0.number = 20
        } operation: {
            _ = store.send(true)
        }
        store.send(true)
        #expect(store.state == [2, 11, 21, 2])
    }

    @Test func aChildFeatureHasItsOverrideInItsScope() {
        struct Child: Reducer {
            let notes: Notes<String>
            func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
                state = present(\.number)
                guard action else { return .none }
                return .run { [notes] send in
                    send.onCancel { notes("cancel \(present(\.number))") }
                    send.after(.seconds(1)) { send(false) }
                    send.after(.seconds(9)) {}
                }.debounce(id: 1, for: .seconds(1))
            }
        }
        struct Parent: Reducer {
            struct State { var child: Int? = 0 }
            enum Action { case child(Bool), close }
            let notes: Notes<String>
            var body: some Reducer<State, Action> {
                Reduce { [notes] state, action in
                    notes("parent \(present(\.number))")
                    if case .close = action { state.child = nil }
                    return .none
                }
                .ifLet(
                    \.child,
                    action: CasePath(Action.child) { if case .child(let a) = $0 { a } else { nil } }
                ) { Child(notes: notes).dependency(\.number, 42) }
            }
        }
        let store = Store(initialState: Parent.State(), on: clock) { Parent(notes: notes) }
        store.send(.child(true))
        #expect(store.state.child == 42)
        clock.advance(by: .seconds(2))
        store.send(.close)
        #expect(notes.all == ["parent 1", "parent 1", "parent 1", "cancel 42"])
        #expect(store.effects.isEmpty)
    }

    // DEP-02, RED-14
    @Test(arguments: ["send", "chain", "nested"]) func soHasWhatAFeatureSendsLast(form: String) {
        struct Child: Reducer {
            let notes: Notes<String>
            func reduce(into state: inout Int, action: String) -> Effect<String> {
                guard action != "last" else { return .none }
                let last = Effect<Int>.send(1).map { [notes] _ in
                    notes("map \(present(\.number))")
                    return "last"
                }
                return switch action {
                case "send": last
                case "chain": .concatenate(.concatenate(last, last), .sleep(for: .seconds(1)))
                default: .merge(.concatenate(last), last)
                }
            }
        }
        struct Parent: Reducer {
            let notes: Notes<String>
            let isOutside: Bool
            var body: some Reducer<Int?, String> {
                let path = CasePath<String, String>({ $0 }, { $0 == "last" ? nil : $0 })
                let base = Reduce<Int?, String> { [notes] state, action in
                    state = nil
                    if action == "last" { notes("parent") }
                    return .none
                }
                if isOutside {
                    base.ifLet(\.self, action: path) { Child(notes: notes) }
                        .dependency(\.number, 42)
                } else {
                    base.ifLet(\.self, action: path) {
                        Child(notes: notes).dependency(\.number, 42)
                    }
                }
            }
        }
        for isOutside in [true, false] {
            let notes = Notes<String>()
            let store = Store<Int?, String>(initialState: 0, on: clock) {
                Parent(notes: notes, isOutside: isOutside)
            }
            store.send(form)
            let count = form == "send" ? 1 : 2
            #expect(notes.all.filter { $0 == "map 42" }.count == count)
            #expect(notes.all.filter { $0 == "parent" }.count == count)
            #expect(notes.all.count == 2 * count)
            #expect(present(\.number) == 1)
        }
    }
}
