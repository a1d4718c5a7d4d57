import EffectCore
import EffectTesting
import Testing

/// What the closures of a channel do to the store that is opening, telling or closing it.
@Suite struct ChannelReentrancyTests {
    private typealias Wish = ChannelStage.Wish

    /// What a closure of a channel may do.
    enum Deed: CaseIterable {
        case send, stop, restart, release, cancelItself, cancelOther, finish, finishOther
    }

    private static func perform(
        _ deed: Deed, _ stage: ChannelStage, _ dispatch: Send<ChannelStage.Action>?
    ) {
        switch deed {
        case .send: stage.store?.send(.got(7))
        case .stop: stage.store?.stop()
        case .restart:
            stage.store?.stop()
            stage.store?.start()
        case .release: stage.release()
        case .cancelItself: dispatch?.cancel(id: "a")
        case .cancelOther: dispatch?.cancel(id: "b")
        case .finish: dispatch?.finish()
        case .finishOther: stage.dispatch(of: "b")?.finish()
        }
    }

    /// Every channel that opened is closed once, unless it ended by itself, and nothing is left.
    private static func end(_ stage: ChannelStage) {
        stage.onOpen = { _, _ in }
        stage.onValue = { _, _, _ in }
        stage.onClose = { _ in }
        stage.store?.stop()
        let entries = stage.take().map { $0.split(separator: " ").dropFirst() }
        for id in ["a", "b", "c"] {
            let opened = entries.count { $0 == ["open", id[...]] }
            let closed = entries.count { $0 == ["close", id[...]] }
            // One that ended by itself says so, but for a store that is gone.
            let ended = entries.count { $0 == ["onEnd", id[...]] }
            #expect(opened == closed + ended, "\(id): \(entries)")
        }
        #expect(stage.store == nil || stage.store.tableCounts.nodes == 0)
        #expect(stage.store == nil || stage.store.openChannels == [])
        stage.release()
        stage.clock.advance(by: .seconds(10))
        #expect(stage.take() == [])
        #expect(!stage.clock.hasPendingWork)
    }

    @Test(arguments: Deed.allCases, ["a", "b"])
    func openingOneMayDoAnything(deed: Deed, id: String) {
        for settle in [nil, 100] as [Int?] {
            let stage = ChannelStage()
            func wishes(_ key: String, _ value: Int) -> [Wish] {
                ["a", "b", "c"].map { Wish($0, key: key, settle: settle, value: value) }
            }
            stage.store.send(.want(wishes("1", 1)))
            stage.advance(to: 500)
            stage.onOpen = { opened, dispatch in
                guard opened == id else { return }
                stage.onOpen = { _, _ in }
                Self.perform(deed, stage, dispatch)
            }
            stage.store.send(.want(wishes("2", 2)))
            stage.advance(to: 1_000)
            stage.onOpen = { _, _ in }
            stage.store?.send(.want(wishes("2", 3)))
            stage.advance(to: 1_500)
            stage.store?.send(.want(wishes("3", 3)))
            stage.advance(to: 2_000)
            Self.end(stage)
        }
    }

    @Test(arguments: Deed.allCases, ["a", "b"])
    func tellingOneMayDoAnything(deed: Deed, id: String) {
        for delivery in [.immediate, .debounce(.milliseconds(100)), .throttle(.milliseconds(100))]
            as [ChannelDelivery]
        {
            let stage = ChannelStage()
            func wishes(_ value: Int) -> [Wish] {
                ["a", "b", "c"].map { Wish($0, value: value, delivery: delivery) }
            }
            stage.store.send(.want(wishes(1)))
            stage.onValue = { told, value, dispatch in
                guard told == id, value == 2 else { return }
                stage.onValue = { _, _, _ in }
                Self.perform(deed, stage, dispatch)
            }
            stage.store.send(.want(wishes(2)))
            stage.advance(to: 500)
            stage.store?.send(.want(wishes(3)))
            stage.advance(to: 1_000)
            Self.end(stage)
        }
    }

    @Test(arguments: Deed.allCases, ["a", "b"])
    func closingOneMayDoAnything(deed: Deed, id: String) {
        for dropsAll in [false, true] {
            let stage = ChannelStage()
            func wishes(_ key: String) -> [Wish] { ["a", "b", "c"].map { Wish($0, key: key) } }
            stage.store.send(.want(wishes("1")))
            stage.onClose = { closed in
                guard closed == id else { return }
                stage.onClose = { _ in }
                Self.perform(deed, stage, stage.dispatch(of: closed))
            }
            stage.store.send(.want(dropsAll ? [] : wishes("2")))
            stage.advance(to: 500)
            stage.onClose = { _ in }
            stage.store?.send(.want(wishes("3")))
            stage.advance(to: 1_000)
            Self.end(stage)
        }
    }

    // CHN-07
    @Test func openingANewInstanceMayStopTheStore() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "1"), .init("b", key: "1"))
        stage.onOpen = { _, _ in stage.store.stop() }
        stage.want(.init("a", key: "2"), .init("b", key: "2"))
        #expect(
            stage.take() == [
                "0 open a", "0 open b", "0 close a", "0 close b", "0 open a", "0 close a",
            ])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func aStoreThatIsStartedWhileItStopsOpensEachOnce() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1), .init("b", value: 1))
        _ = stage.take()
        stage.onClose = { id in
            guard id == "a" else { return }
            stage.onClose = { _ in }
            stage.store.start()
            stage.store.send(.got(1))
        }
        stage.store.stop()
        #expect(
            stage.take() == [
                "0 close b", "0 close a", "0 open a", "0 a 1", "0 open b", "0 b 1", "0 got 1",
            ])
        stage.clock.advance(by: .zero)
        stage.want(.init("a", value: 2), .init("b", value: 2))
        #expect(stage.take() == ["0 a 2", "0 b 2"])
        stage.store.stop()
        #expect(stage.take() == ["0 close b", "0 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-42
    @Test func oneThatAnEffectOpenedGivesWayToTheState() {
        let stage = ChannelStage()
        stage.store.send(.effect(.open(stage.channel(.init("a", value: 1)))))
        stage.want(.init("a", value: 2))
        stage.store.send(.effect(.broadcast(3, channel: "a")))
        #expect(
            stage.take() == ["0 open a", "0 a 1", "0 close a", "0 open a", "0 a 2", "0 a 3"])
        stage.want()
        #expect(stage.take() == ["0 close a"])
        #expect(stage.store.openChannels == [])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func anEffectOpensWhatTheStateHasOpen() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1))
        stage.store.send(.effect(.open(stage.channel(.init("a", value: 2)))))
        stage.store.send(.effect(.open(stage.channel(.init("a", key: "k", value: 3)))))
        #expect(
            stage.take() == ["0 open a", "0 a 1", "0 a 2", "0 close a", "0 open a", "0 a 3"])
        stage.want()
        #expect(stage.take() == [])
        stage.store.send(.effect(.cancel(id: "a")))
        #expect(stage.take() == ["0 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    @Test func closingOneForAnotherKeyMayOpenAThird() {
        let stage = ChannelStage()
        func open(_ key: String) -> Effect<ChannelStage.Action> {
            .open(stage.channel(.init("a", key: key)))
        }
        stage.store.send(.effect(open("1")))
        stage.onClose = { _ in
            stage.onClose = { _ in }
            stage.store.send(.effect(open("3")))
        }
        stage.store.send(.effect(open("2").delay(for: .milliseconds(100))))
        stage.advance(to: 200)
        #expect(stage.store.openChannels == [EffectID("a")])
        stage.store.send(.effect(.cancel(id: "a")))
        let entries = stage.take()
        #expect(
            entries.count { $0.hasSuffix("open a") } == entries.count { $0.hasSuffix("close a") },
            "\(entries)")
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-40
    @Test func itsEndMayWantAnotherAtOnce() {
        let clock = TestClock()
        let log = Log()
        var attempts = 0
        let behavior = Behavior<Int, Int, Void>.reduce { $1 += $0 }.supervise { key, _ in
            [
                Channel(id: "line", lifetime: .ephemeral(resetKey: key), onEnd: 1) { dispatch in
                    log("open \(key)")
                    attempts += 1
                    if attempts < 4 { dispatch.finish() }
                    return .cancelOnly { log("close \(key)") }
                }
            ]
        }
        let store = Store(initial: 0, behavior: behavior, environment: (), on: clock)
        clock.advance(by: .zero)
        #expect(store.state == 3)
        #expect(log.take() == ["open 0", "open 1", "open 2", "open 3"])
        store.stop()
        #expect(log.take() == ["close 3"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func askingForChannelsMayStopTheStore() {
        let clock = TestClock()
        var store: Store<Int, Int>?
        var opened = 0
        let behavior = Behavior<Int, Int, Void>.reduce { $1 = $0 }.supervise { count, _ in
            if count == 2 { store?.stop() }
            return (0..<count).map { id in
                Channel(id: id) { _ in
                    opened += 1
                    return .cancelOnly { opened -= 1 }
                }
            }
        }
        store = Store(initial: 0, behavior: behavior, environment: (), on: clock)
        store?.send(1)
        store?.send(2)
        #expect(opened == 0)
        #expect(store?.tableCounts.nodes == 0)
    }

    @Test func whatItsClosuresSendIsQueued() {
        let stage = ChannelStage()
        stage.want(.init("a"), .init("b"))
        _ = stage.take()
        stage.onClose = { _ in stage.store.send(.got(1)) }
        stage.onOpen = { _, _ in stage.store.send(.got(2)) }
        stage.onValue = { _, _, _ in stage.store.send(.got(3)) }
        stage.want(.init("c", value: 0), .init("d", value: 0))
        #expect(
            stage.take() == [
                "0 close a", "0 close b", "0 open c", "0 c 0", "0 open d", "0 d 0", "0 got 1",
                "0 got 1", "0 got 2", "0 got 3", "0 got 2", "0 got 3",
            ])
    }
}
