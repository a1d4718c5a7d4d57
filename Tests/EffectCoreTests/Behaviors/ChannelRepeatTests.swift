import EffectCore
import EffectTesting
import Testing

/// What a store does with a list of channels that comes again.
@Suite struct ChannelRepeatTests {
    private struct Panel {
        var level = 1
        var key = 1
        var total = 0
    }

    private enum Action { case add, raise, turn, tell(Int) }

    private final class Bench {
        let log = Log()
        var onOpen: () -> Void = {}
        lazy var clock = TestClock()

        func channel(_ id: String, _ key: Int, _ level: Int) -> Channel<Action> {
            Channel(
                id: id, lifetime: .ephemeral(resetKey: key), broadcasting: .onChange(level)
            ) { [unowned self] dispatch in
                log("open \(id)")
                onOpen()
                return ChannelHandler(
                    receive: { [unowned self] in log("\(id) \($0)") },
                    cancel: { [unowned self] in
                        log("close \(id)")
                        _ = dispatch
                    })
            }
        }

        func store(isSliced: Bool) -> Store<Panel, Action> {
            let base = Behavior<Action, Panel, Void>.handle { [unowned self] action, _ in
                switch action {
                case .add: .reduce { $0.total += 1 }
                case .raise: .reduce { $0.level += 1 }
                case .turn: .reduce { $0.key += 1 }
                case .tell(let value):
                    .reduce { $0.total += 1 }
                        .produce { _ in .open(self.channel("a", 1, value)) }
                }
            }
            let all = { [unowned self] (key: Int, level: Int) in
                ["a", "b"].map { channel($0, key, level) }
            }
            let behavior =
                isSliced
                ? base.supervise(on: { [$0.key, $0.level] }) { slice, _ in all(slice[0], slice[1]) }
                : base.supervise { panel, _ in all(panel.key, panel.level) }
            let store = Store(
                initial: Panel(), behavior: behavior, environment: (), on: clock)
            clock.runUntilIdle()
            #expect(log.take() == ["open a", "a 1", "open b", "b 1"])
            return store
        }
    }

    @Test(arguments: [false, true]) func whatHasChangedGoesOn(isSliced: Bool) {
        let bench = Bench()
        let store = bench.store(isSliced: isSliced)
        store.send(.add)
        #expect(bench.log.take() == [])
        store.send(.raise)
        #expect(bench.log.take() == ["a 2", "b 2"])
        store.send(.add)
        #expect(bench.log.take() == [])
        store.send(.turn)
        #expect(
            bench.log.take() == ["close a", "close b", "open a", "a 2", "open b", "b 2"])
    }

    @Test(arguments: [false, true]) func theStateTakesBackWhatAnEffectHasTold(isSliced: Bool) {
        let bench = Bench()
        let store = bench.store(isSliced: isSliced)
        store.send(.tell(9))
        #expect(bench.log.take() == ["a 9", "a 1"])
        store.send(.add)
        #expect(bench.log.take() == [])
    }

    @Test(arguments: [false, true]) func theSameListOpensAnewAfterAStop(isSliced: Bool) {
        let bench = Bench()
        let store = bench.store(isSliced: isSliced)
        store.stop()
        #expect(bench.log.take() == ["close b", "close a"])
        store.start()
        bench.clock.runUntilIdle()
        #expect(bench.log.take() == ["open a", "a 1", "open b", "b 1"])
        #expect(store.openChannels.count == 2)
    }

    @Test(arguments: [false, true]) func anOpeningForAnotherKeyMayStopTheStore(isSliced: Bool) {
        let bench = Bench()
        let store = bench.store(isSliced: isSliced)
        bench.onOpen = { [unowned store] in store.stop() }
        store.send(.turn)
        #expect(bench.log.take().prefix(3) == ["close a", "close b", "open a"])
        #expect(store.openChannels.isEmpty && store.tableCounts.nodes == 0)
    }
}
