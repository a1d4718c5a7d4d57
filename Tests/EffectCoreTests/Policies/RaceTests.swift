import EffectCore
import EffectTesting
import Testing

@Suite struct RaceTests {
    private static func after(_ time: Int, _ action: String) -> Effect<String> {
        .after(milliseconds(time), action)
    }

    @Test func theFirstToSendWins() {
        let log = Log()
        let slow = Effect<String>.merge(.probe("slow", log), Self.after(300, "b"))
        let harness = Harness(["X": .race(slow, Self.after(200, "a"), slow)])
        let task = harness.send("X")
        harness.advance(to: 200)
        #expect(task.isFinished)
        #expect(log.entries == ["slow.start", "slow.start", "slow.cancel", "slow.cancel"])
        #expect(harness.clock.armedTimerCount == 0)
        harness.clock.run()
        harness.expect([(0, "X"), (200, "a")])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test func theWinnerRunsOn() {
        let winner = Effect.concatenate(Self.after(100, "a"), Self.after(100, "b"))
        #expect(
            timeline(of: .race(winner, Self.after(150, "c"))) == ["100:a", "200:b", "200:|"])
        #expect(
            Timeline.drawing(
                .race(Timeline("--a-b-|").effect(), Timeline("---c-|").effect()), frames: 8)
                == "--a-b-|-")
    }

    @Test func theFirstToEndWins() {
        let effect = Effect.race(Self.after(200, "a"), .sleep(for: milliseconds(100)))
        #expect(timeline(of: effect) == ["100:|"])
    }

    @Test func ofTwoThatTieTheOneArmedFirstWins() {
        let effect = Effect.race(Self.after(100, "a"), Self.after(100, "b"))
        #expect(timeline(of: effect) == ["100:a", "100:|"])
    }

    @Test func whoComesAfterASynchronousWinnerNeverStarts() {
        let log = Log()
        let harness = Harness([
            "X": .race(Effect<String>.probe("first", log), .just("a"), .probe("last", log))
        ])
        #expect(harness.send("X").isFinished)
        #expect(log.entries == ["first.start", "first.cancel"])
        harness.expectActions(["X", "a"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test func theOthersAreGoneWhenTheActionIsReduced() {
        let log = Log()
        let harness = Harness<String> { action in
            log(action)
            return action == "X"
                ? .race(Effect.probe("p", log), Self.after(10, "a")) : .none
        }
        harness.send("X")
        harness.clock.run()
        #expect(log.entries == ["X", "p.start", "p.cancel", "a"])
    }

    @Test func aCancelEndsThemAll() {
        let log = Log()
        let harness = Harness([
            "X": Effect<String>.race(.probe("a", log), .probe("b", log)).cancellable(id: "k"),
            "stop": .cancel(id: "k"),
        ])
        harness.send("X")
        harness.send("stop")
        #expect(log.entries == ["a.start", "b.start", "a.cancel", "b.cancel"])
        #expect(harness.store.tableCounts == (0, 0, 0))
    }

    @Test func eachRunOfOneValueIsARaceOfItsOwn() {
        let race = Effect.race(Self.after(10, "a"), Self.after(20, "b"))
        let harness = Harness(["X": race])
        harness.send("X")
        harness.advance(to: 5)
        harness.send("X")
        harness.clock.run()
        harness.expect([(0, "X"), (5, "X"), (10, "a"), (15, "a")])
    }

    @Test func racesNestAndMap() {
        let inner = Effect.race(Self.after(30, "a"), Self.after(20, "b"))
        let outer = Effect.race(inner.map { $0 + "!" }, Self.after(25, "c")).map { $0 + "?" }
        #expect(timeline(of: outer) == ["20:b!?", "20:|"])
    }

    @Test func aRaceOfOneOrNoneIsThatOne() {
        #expect(timeline(of: .race(Self.after(10, "a"))) == ["10:a", "10:|"])
        #expect(timeline(of: .race([])) == ["0:|"])
        #expect(timeline(of: .race(Self.after(10, "a"), .none)) == ["0:|"])
    }

    @Test func aRaceInAChildIsItsOwn() {
        struct Child: Reducer {
            struct State { var last = "" }
            enum Action { case go, got(String) }
            func reduce(into state: inout State, action: Action) -> Effect<Action> {
                switch action {
                case .go:
                    return .race(
                        .after(milliseconds(20), .got("slow")),
                        .after(milliseconds(10), .got("fast")))
                case .got(let text):
                    state.last += text
                    return .none
                }
            }
        }
        struct Parent: Reducer {
            struct State { var a = Child.State(), b = Child.State() }
            enum Action { case a(Child.Action), b(Child.Action) }
            var body: some Reducer<State, Action> {
                Scope(
                    state: \.a,
                    action: CasePath(Action.a) { if case .a(let a) = $0 { a } else { nil } },
                    id: 1
                ) { Child() }
                Scope(
                    state: \.b,
                    action: CasePath(Action.b) { if case .b(let a) = $0 { a } else { nil } },
                    id: 2
                ) { Child() }
            }
        }
        let clock = TestClock()
        let store = Store(initialState: Parent.State(), on: clock) { Parent() }
        store.send(.a(.go))
        store.send(.b(.go))
        clock.run()
        #expect(store.state.a.last == "fast" && store.state.b.last == "fast")
        #expect(store.tableCounts == (0, 0, 0))
    }
}
