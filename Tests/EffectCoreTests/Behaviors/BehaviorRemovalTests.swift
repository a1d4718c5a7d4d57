import EffectCore
import EffectTesting
import Testing

/// Behaviors and channels of features that go away.
@Suite struct BehaviorRemovalTests {
    private struct Line: Equatable, Identifiable {
        var id = 0
        var ticks = 0
    }

    private enum LineAction: Equatable { case tick, leave }

    private struct Hall: Equatable {
        var one: Line?
        var many: IdentifiedArray<Int, Line> = []
    }

    private enum HallAction: Equatable {
        case one(LineAction), many(Int, LineAction), all, dismissed, remove(Int), set(Hall)
    }

    private static var one: CasePath<HallAction, LineAction> {
        CasePath(HallAction.one) { if case .one(let action) = $0 { action } else { nil } }
    }

    private static var many: CasePath<HallAction, (id: Int, action: LineAction)> {
        CasePath({ .many($0.id, $0.action) }) {
            if case .many(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    private static func line(
        _ log: Log, onOpen: @escaping (Send<LineAction>) -> Void = { _ in }
    ) -> Behavior<LineAction, Line, Void> {
        .handle { action, context in
            let id = context.stateBefore?.id ?? -1
            switch action {
            case .tick:
                return .reduce { $0.ticks += 1 }.produce { _ in
                    .run { send in
                        log("run \(id)")
                        send.onCancel { log("cancel \(id)") }
                        send.after(.seconds(1)) {}
                    }
                }
            case .leave: return .produce { _ in .dismiss }
            }
        }
        .supervise { state, _ in
            [
                Channel(id: "line") { dispatch in
                    log("open \(state.id)")
                    onOpen(dispatch)
                    return ChannelHandler<Int>(
                        receive: { log("\(state.id) \($0)") }, cancel: { log("close \(state.id)") })
                }
            ]
        }
    }

    private static var root: Behavior<HallAction, Hall, Void> {
        .reduce { action, hall in
            switch action {
            case .dismissed: hall.one = nil
            case .remove(let id): hall.many.remove(id: id)
            case .set(let next): hall = next
            case .one, .many, .all: break
            }
        }
    }

    @Test func anElementThatIsRemovedByAPartBeforeIsNotChanged() {
        let log = Log()
        let clock = TestClock()
        let each = Self.line(log).liftEach(
            action: { (action: HallAction) in action == .all ? .tick : nil },
            embed: { .many($1, $0) }, stateCollection: \Hall.many)
        let removal = Behavior<HallAction, Hall, Void>.reduce { action, hall in
            if action == .all { hall.many.remove(id: 1) }
        }
        let hall = Hall(many: IdentifiedArray([Line(id: 0), Line(id: 1), Line(id: 2)]))
        let store = Store(
            initial: hall, behavior: .combine(removal, each), environment: (), on: clock)
        clock.advance(by: .zero)
        #expect(log.take() == ["open 0", "open 1", "open 2"])
        store.send(.all)
        #expect(store.state.many.map(\.ticks) == [1, 1])
        let entries = log.take()
        #expect(entries.filter { $0.hasPrefix("run") } == ["run 0", "run 2"])
        #expect(entries.contains("close 1"))
        store.stop()
        #expect(store.tableCounts.nodes == 0)
    }

    @Test(arguments: [false, true]) func aChannelMayDismissItsFeature(atOnce: Bool) {
        let log = Log()
        let clock = TestClock()
        var kept: Send<LineAction>?
        let child = Self.line(log) { dispatch in
            if atOnce { dispatch.dismiss() } else { kept = dispatch }
        }
        let store = Store(initialState: Hall(), on: clock) {
            Self.root.reducer().ifLet(\.one, action: Self.one, dismiss: .dismissed) {
                child.reducer()
            }
        }
        store.send(.set(Hall(one: Line(id: 4))))
        kept?.dismiss()
        #expect(store.state.one == nil)
        #expect(log.take() == ["open 4", "close 4"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func aBehaviorMayDismissItself() {
        let log = Log()
        let store = Store(initialState: Hall(one: Line(id: 4)), on: TestClock()) {
            Self.root.reducer().ifLet(\.one, action: Self.one, dismiss: .dismissed) {
                Self.line(log).reducer()
            }
        }
        store.send(.one(.tick))
        store.send(.one(.leave))
        #expect(store.state.one == nil)
        #expect(log.take().sorted() == ["cancel 4", "close 4", "open 4", "run 4"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func anotherChildInItsPlaceHasAChannelOfItsOwn() {
        let log = Log()
        let store = Store(initialState: Hall(one: Line(id: 1)), on: TestClock()) {
            Self.root.reducer().ifLet(\.one, action: Self.one, id: { $0.id }) {
                Self.line(log).reducer()
            }
        }
        store.send(.all)
        store.send(.set(Hall(one: Line(id: 2))))
        store.send(.set(Hall(one: Line(id: 2, ticks: 5))))
        #expect(log.take() == ["open 1", "close 1", "open 2"])
        store.send(.set(Hall()))
        store.send(.set(Hall(one: Line(id: 2))))
        #expect(log.take() == ["close 2", "open 2"])
    }

    @Test func elementsKeepTheirChannelsWhenTheirOrderChanges() {
        let log = Log()
        let behavior = Behavior.combine(
            Self.root, Self.line(log).liftCollection(action: Self.many, stateCollection: \Hall.many)
        )
        let (a, b, c) = (Line(id: 1), Line(id: 2), Line(id: 3))
        let store = Store(
            initial: Hall(many: IdentifiedArray([a, b, c])), behavior: behavior, environment: (),
            on: TestClock())
        store.send(.all)
        _ = log.take()
        store.send(.set(Hall(many: IdentifiedArray([c, a, b]))))
        #expect(log.take() == [])
        store.send(.set(Hall(many: IdentifiedArray([b, c]))))
        store.send(.set(Hall(many: IdentifiedArray([c, b, a]))))
        #expect(log.take() == ["close 1", "open 1"])
        store.stop()
        #expect(log.take().count == 3)
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func aFeatureInsideItselfHasChannelsAtEachDepth() {
        let log = Log()
        let clock = TestClock()
        let store = Store(initialState: Nest.State(depth: 0), on: clock) { Nest(log: log) }
        store.send(.grow)
        store.send(.inner(1, .grow))
        #expect(log.take() == ["open 0", "open 1", "open 2"])
        store.send(.inner(1, .shrink))
        #expect(log.take() == ["close 2"])
        store.send(.shrink)
        #expect(log.take() == ["close 1"])
    }

    /// A feature that contains itself.
    private struct Nest: Reducer {
        struct State {
            var depth: Int
            var inner: IdentifiedArray<Int, State> = IdentifiedArray(id: \.depth)
        }
        indirect enum Action { case grow, shrink, inner(Int, Action) }

        let log: Log

        var body: some Reducer<State, Action> {
            Behavior<Action, State, Log>.reduce { action, state in
                switch action {
                case .grow: state.inner.append(State(depth: state.depth + 1))
                case .shrink: state.inner.removeAll()
                case .inner: break
                }
            }
            .supervise { state, log in
                [
                    Channel(id: "nest") { _ in
                        log("open \(state.depth)")
                        return .cancelOnly { log("close \(state.depth)") }
                    }
                ]
            }
            .reducer(environment: log)
            .forEach(
                \.inner,
                action: CasePath({ Action.inner($0.id, $0.action) }) {
                    if case .inner(let id, let action) = $0 { (id, action) } else { nil }
                }
            ) { Nest(log: log) }
        }
    }

    // SCP-04
    @Test func partsWithIDsOfTheirOwnHaveChannelsAndEffectsOfTheirOwn() {
        struct Pair { var left = Line(id: 1); var right = Line(id: 2) }
        let log = Log()
        let line = Self.line(log)
        let pair = Behavior<LineAction, Pair, Void>.combine(
            line.liftState(\.left, id: "left"),
            line.liftState({ $1(&$0.right) }, id: "right"))
        let store = Store(initial: Pair(), behavior: pair, on: TestClock())
        store.send(.tick)
        #expect(log.take() == ["open 1", "open 2", "run 1", "run 2"])
        store.stop()
        #expect(log.take().sorted() == ["cancel 1", "cancel 2", "close 1", "close 2"])
    }

    // RED-06, CHN-09
    @Test func anOptionalThatIsReplacedByAnotherIDStartsAnew() {
        let log = Log()
        let line = Self.line(log).liftAction(Self.one).liftOptional(\Hall.one, id: { $0.id })
        let store = Store(
            initial: Hall(one: Line(id: 1)), behavior: .combine(line, Self.root), on: TestClock())
        store.send(.one(.tick))
        #expect(log.take() == ["open 1", "run 1"])
        store.send(.set(Hall(one: Line(id: 1, ticks: 5))))
        #expect(log.take() == [])
        store.send(.set(Hall(one: Line(id: 2))))
        #expect(log.take().sorted() == ["cancel 1", "close 1", "open 2"])
        #expect(store.effects.filter { $0.channel == nil }.isEmpty)
        store.send(.one(.tick))
        #expect(log.take() == ["run 2"])
        store.send(.set(Hall()))
        #expect(log.take().sorted() == ["cancel 2", "close 2"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func whatAnOptionalDoesInTheActionThatRemovesItGoesWithIt() {
        let log = Log()
        let line = Self.line(log).liftAction(Self.one).liftOptional(\Hall.one, id: { $0.id })
        let leaves = Behavior<HallAction, Hall, Void>.reduce { action, hall in
            if action == .one(.tick) { hall.one = nil }
        }
        let store = Store(
            initial: Hall(one: Line(id: 1)), behavior: .combine(line, leaves), on: TestClock())
        store.send(.one(.tick))
        #expect(log.take() == ["open 1", "close 1"])
        #expect(store.tableCounts.nodes == 0)
    }
}
