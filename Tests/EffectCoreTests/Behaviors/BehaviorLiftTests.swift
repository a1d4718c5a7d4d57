import EffectCore
import EffectTesting
import Testing

@Suite struct BehaviorLiftTests {
    private struct Item: Equatable, Identifiable {
        var id = 0
        var ticks = 0
    }

    private struct Whole: Equatable {
        var items: IdentifiedArray<Int, Item> = []
        var one: Item?
        var kind = Kind.none
        var plain = Item()
    }

    private enum Kind: Equatable {
        case none
        case some(Item)
    }

    private enum ItemAction: Equatable {
        case tick, start, heard(Int)
    }

    private enum WholeAction: Equatable {
        case item(Int, ItemAction), all, one(ItemAction), remove
    }

    private static func item() -> CasePath<WholeAction, (id: Int, action: ItemAction)> {
        CasePath({ .item($0.id, $0.action) }) {
            if case .item(let id, let action) = $0 { (id, action) } else { nil }
        }
    }

    private static func one() -> CasePath<WholeAction, ItemAction> {
        CasePath(WholeAction.one) { if case .one(let action) = $0 { action } else { nil } }
    }

    private static func feature(
        _ calls: Log = Log()
    ) -> Behavior<ItemAction, Item, Void> {
        .handle { action, context in
            calls("\(context.stateBefore.map { "\($0.id)" } ?? "nil") \(action)")
            switch action {
            case .tick:
                return .reduce { $0.ticks += 1 }
                    .produce { .send(.heard($0.liveState?.ticks ?? -1)) }
            case .start:
                return .produce { _ in
                    .timer(every: .seconds(1), .tick).cancellable(id: "clock")
                }
            case .heard: return .doNothing
            }
        }
    }

    private static func whole(_ count: Int) -> Whole {
        var whole = Whole()
        for id in 0..<count { whole.items.append(Item(id: id)) }
        return whole
    }

    // RED-25
    @Test func eachElementHearsWhatIsForAll() {
        let heard = Log()
        let each = Self.feature().liftEach(
            action: { (action: WholeAction) in action == .all ? .tick : nil },
            embed: { .item($1, $0) }, stateCollection: \Whole.items)
        let behavior = each.produce { action, _ in
            if case .item(let id, .heard(let ticks)) = action { heard("\(id) \(ticks)") }
            return .none
        }
        let store = Store(
            initial: Self.whole(3), behavior: behavior, environment: (), on: TestClock())
        store.send(.all)
        #expect(store.state.items.map(\.ticks) == [1, 1, 1])
        #expect(heard.take() == ["0 1", "1 1", "2 1"])
        let empty = Store(
            initial: Self.whole(0), behavior: behavior, environment: (), on: TestClock())
        var notified = 0
        let token = empty.observe { notified += 1 }
        empty.send(.all)
        #expect(heard.take() == [])
        #expect(notified == 0)
        _ = token
    }

    // RED-17, RED-09
    @Test func anElementIsAddressedByItsID() {
        let clock = TestClock()
        var reports: [Report.Kind] = []
        clock.runQueue.reporter = Reporter { reports.append($0.kind) }
        let behavior = Self.feature()
            .liftCollection(action: Self.item(), stateCollection: \Whole.items)
            .reduce { action, whole in if action == .remove { whole.items.remove(id: 1) } }
        let store = Store(
            initial: Self.whole(2), behavior: behavior, environment: (), on: clock)
        store.send(.item(0, .start))
        store.send(.item(1, .start))
        clock.advance(by: .seconds(2))
        #expect(store.state.items.map(\.ticks) == [2, 2])
        store.send(.remove)
        clock.advance(by: .seconds(2))
        #expect(store.state.items.map(\.ticks) == [4])
        #expect(store.effects.count == 1)
        store.send(.item(1, .tick))
        #expect(reports == [.missingChild])
        #expect(store.effectStatistics.missingChildren == 1)
    }

    @Test func idsOfElementsAreSharedByBothLifts() {
        let clock = TestClock()
        let collection = Self.feature()
            .liftCollection(action: Self.item(), stateCollection: \Whole.items)
        let stop = Behavior<ItemAction, Item, Void>.produce { _, _ in .cancel(id: "clock") }
            .liftEach(
                action: { (action: WholeAction) in action == .all ? .tick : nil },
                embed: { .item($1, $0) }, stateCollection: \Whole.items)
        let store = Store(
            initial: Self.whole(2), behavior: .combine(collection, stop), environment: (), on: clock
        )
        store.send(.item(0, .start))
        store.send(.item(1, .start))
        #expect(store.effects.count == 2)
        store.send(.all)
        #expect(store.effects.isEmpty)
    }

    // RED-27
    @Test func anAbsentOptionalIsNotAsked() {
        let calls = Log()
        let clock = TestClock()
        var reports: [Report.Kind] = []
        clock.runQueue.reporter = Reporter { reports.append($0.kind) }
        let behavior = Self.feature(calls).liftOptional(\Whole.one).liftAction(Self.one())
            .reduce { action, whole in if action == .remove { whole.one = nil } }
        let store = Store(initial: Whole(), behavior: behavior, environment: (), on: clock)
        store.send(.one(.tick))
        #expect(calls.take() == [])
        #expect(reports == [.missingChild])
        store.send(.all)
        #expect(reports == [.missingChild])
        let there = Store(
            initial: Whole(one: Item(id: 4)), behavior: behavior, environment: (), on: clock)
        there.send(.one(.tick))
        there.send(.one(.start))
        #expect(there.state.one?.ticks == 1)
        #expect(there.effects.count == 1)
        there.send(.remove)
        #expect(there.effects.isEmpty)
        #expect(calls.take() == ["4 tick", "4 heard(1)", "4 start"])
    }

    // RED-27
    @Test func anAbsentCaseIsAskedWithNoState() {
        let calls = Log()
        let some = CasePath<Kind, Item>(Kind.some) {
            if case .some(let item) = $0 { item } else { nil }
        }
        let behavior = Self.feature(calls).liftState(some).liftState(\Whole.kind)
            .liftAction(Self.one())
        let store = Store(initial: Whole(), behavior: behavior, environment: (), on: TestClock())
        var notified = 0
        let token = store.observe { notified += 1 }
        store.send(.one(.tick))
        #expect(calls.take() == ["nil tick", "nil heard(-1)"])
        #expect(store.state == Whole())
        #expect(notified == 0)
        var initial = Whole()
        initial.kind = .some(Item(id: 5))
        let there = Store(initial: initial, behavior: behavior, environment: (), on: TestClock())
        there.send(.one(.tick))
        #expect(there.state.kind == .some(Item(id: 5, ticks: 1)))
        #expect(calls.take() == ["5 tick", "5 heard(1)"])
        _ = token
    }

    @Test func aBehaviorWithoutALiftOfActionsIsNotReportedForThoseOfItsParent() {
        let clock = TestClock()
        var reports: [Report.Kind] = []
        clock.runQueue.reporter = Reporter { reports.append($0.kind) }
        let behavior = Behavior<WholeAction, Item, Void>.reduce { $1.ticks += 1 }
            .liftOptional(\Whole.one)
        Store(initial: Whole(), behavior: behavior, environment: (), on: clock).send(.all)
        #expect(reports.isEmpty)
    }
}
