import EffectCore
import EffectTesting
import Testing

/// Every public spelling, used once as users write it: what compiles here keeps compiling.
@Suite struct PublicAPITests {
    struct Child: Reducer {
        struct State: Equatable { var count = 0 }
        enum Action: Equatable { case increment, later }

        func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
            switch action {
            case .increment:
                state.count += 1
                return .none
            case .later: return .after(.seconds(1), .increment)
            }
        }
    }

    struct Parent: Reducer {
        struct State: Equatable {
            var child = Child.State()
            var other = Child.State()
            var total = 0
        }
        enum Action: Equatable { case child(Child.Action), other(Child.Action), note(Int) }
        var isCounting = true

        var body: some Reducer<State, Action> {
            Scope(
                state: \.child,
                action: CasePath(Action.child) { if case .child(let a) = $0 { a } else { nil } }
            ) { Child() }
            CombineReducers {
                Scope(
                    state: \.other,
                    action: CasePath(
                        embed: Action.other,
                        extract: { if case .other(let a) = $0 { a } else { nil } }),
                    id: "other"
                ) { Child() }
                EmptyReducer()
            }
            if isCounting {
                Reduce { state, action in
                    state.total += 1
                    if case .note(let number) = action, number > 0 {
                        return .send(.note(number - 1))
                    }
                    return .none
                }
            }
        }
    }

    enum Failed: Error { case once }

    @Test func featuresCompose() {
        let clock = TestClock(stepLimit: 1_000)
        let store = Store(initialState: Parent.State(), on: clock) { Parent() }
        var sources: [ActionSource] = []
        let log = store.onAction { _, source in sources.append(source) }
        let task: StoreTask = store.send(.child(.later))
        store.dispatch(.other(.increment))
        store.send(.note(2))
        var finished = false
        task.onFinish { finished = true }
        #expect(!task.isFinished)
        clock.advance(by: .seconds(1))
        #expect(task.isFinished && !task.isCancelled && finished)
        #expect(
            store.state == Parent.State(child: .init(count: 1), other: .init(count: 1), total: 6))
        #expect(sources.count == 6)
        #expect(sources[0].fileID == "EffectCoreTests/PublicAPITests.swift")
        log.cancel()
        store.stop()
    }

    @Test func everyOperatorIsSpelledAsItIs() {
        var effects: [Effect<Int>] = []
        effects.append(.none)
        effects.append(.send(1))
        effects.append(.just(1))
        effects.append(.sequence([1, 2]))
        effects.append(.run { send in send(1) })
        effects.append(.run(name: "named", priority: .high) { send in send.finish(with: 1) })
        effects.append(
            .run { _ in
                throw Failed.once
            } catch: { _, send in
                send(2)
            })
        effects.append(
            .run { (send: Send<Int>) throws(Failed) in
                throw .once
            } catch: { (error: Failed, send: Send<Int>) in
                send(error == .once ? 3 : 4)
            })
        effects.append(
            .run { send, fail in
                fail(Failed.once)
            } catch: { (_: Failed, send) in
                send(3)
            })
        effects.append(
            .attempt { (result: Result<Int, Failed>) in
                (try? result.get()) ?? 0
            } _: { complete in
                complete(.success(5))
            })
        effects.append(.fireAndForget {})
        effects.append(.merge(.send(1), .send(2)))
        effects.append(.merge([.send(1)]).merge(with: .send(2)))
        effects.append(.concatenate(.send(1), .sleep(for: .seconds(1)), .send(2)))
        effects.append(.concatenate([.send(1)]).concatenate(with: .send(2)))
        effects.append(Effect<String>.send("1").map { Int($0) ?? 0 })
        effects.append(.send(1).cancellable(id: 1))
        effects.append(.send(1).cancellable(id: "x", cancelInFlight: true))
        effects.append(.cancel(id: 1))
        effects.append(.cancel(id: 1, includingWaiting: true))
        effects.append(.cancel(ids: [1, 2]))
        effects.append(.cancelAll)
        effects.append(.send(1).debounce(id: 1, for: .seconds(1)))
        effects.append(
            .send(1).debounce(id: 1, for: .seconds(1), leading: true, maxWait: .seconds(2)))
        effects.append(.send(1).throttle(id: 1, for: .seconds(1), latest: true))
        effects.append(.send(1).throttle(id: 1, for: .seconds(1), trailing: .none))
        effects.append(.send(1).delay(for: .seconds(1)))
        effects.append(.after(.seconds(1), 1))
        effects.append(.timer(every: .seconds(1), count: 2, 1))
        effects.append(
            .timer(
                every: .seconds(1), leading: true, count: 2, missed: .burst,
                tolerance: .milliseconds(1), clock: .boottime, 1))
        effects.append(.timer(every: .seconds(1), count: 2) { tick in tick.count + tick.missed })
        effects.append(Effect.after(.seconds(9), 1).timeout(after: .seconds(1), 0))
        let harness = Harness<Int> { number in number == -1 ? .merge(effects) : .none }
        harness.send(-1)
        harness.clock.run()
        #expect(harness.inFlight == 0)
        #expect(harness.received.count == 31)
    }

    @Test func aSendOffersWhatItPromises() {
        let harness = Harness<Int> { number in
            guard number == 0 else { return .none }
            return .run { send in
                send(1, transaction: Transaction())
                send.onCancel {}
                send.onTermination {}
                send.after(.milliseconds(1)) {
                    if send.isActive { send.cancel(id: "nobody") }
                    send.finish()
                }
            }
        }
        harness.send(0)
        #expect(harness.store.isInFlight(id: "nobody") == false)
        harness.clock.advance(to: harness.clock.now.advanced(by: .milliseconds(1)))
        harness.clock.runUntilIdle()
        harness.expect([(0, 0), (0, 1)])
    }

    @Test func observersComeInThreeForms() {
        let clock = TestClock()
        let store = Store(initialState: Parent.State(), on: clock) { Parent() }
        var log: [String] = []
        let tokens = [
            store.observe(initial: true) { log.append("state \($0.total)") },
            store.observe(willChange: { log.append("will") }, didChange: { log.append("did") }),
            store.observe {
                $0.total
            } onChange: {
                log.append("total \($0)")
            },
        ]
        store.send(.note(0))
        #expect(log == ["state 0", "will", "did", "state 1", "total 1"])
        tokens.forEach { $0.cancel() }
        #expect(Instant(nanoseconds: 5).duration(to: clock.now) == .nanoseconds(-5))
    }

    @Test func behaviorsCombine() {
        typealias Adding = Behavior<Int, [Int], Void>
        func adding(_ number: Int) -> Adding { .reduce { action, state in state.append(number) } }
        for behavior: Adding in [
            .combine(adding(1), .combine(adding(2), .combine([adding(3), adding(4)]))),
            .combine(adding(1), adding(2), adding(3), adding(4)),
            .combine(.combine(adding(1), adding(2), adding(3)), adding(4)),
        ] {
            let store = Store(initial: [], behavior: behavior, environment: (), on: TestClock())
            store.dispatch(0)
            #expect(store.state == [1, 2, 3, 4])
        }
    }

    @Test func changesArePrintedWhereverSaid() {
        let reducer = Reduce<Int, Int> { state, action in
            state += action
            return .none
        }
        _ = reducer.printChanges(describe: { "\($0) \($1) \($2)" })
        var lines: [String] = []
        let store = Store(initialState: 1, on: TestClock()) {
            reducer.printChanges(describe: { "\($0) \($1) \($2)" }, to: { lines.append($0) })
        }
        store.send(2)
        #expect(lines == ["1 2 3"])
    }
}
