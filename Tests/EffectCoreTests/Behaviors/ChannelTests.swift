import EffectCore
import EffectTesting
import Testing

@Suite struct ChannelTests {
    // CHN-03
    @Test func changesArePiped() {
        let stage = ChannelStage()
        for value in 1...3 { stage.want(.init("a", value: value)) }
        #expect(stage.take() == ["0 open a", "0 a 1", "0 a 2", "0 a 3"])
        stage.want(.init("a", value: 3))
        #expect(stage.take() == [])
    }

    // CHN-04
    @Test func oneThatIsNotWantedIsClosedOnce() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1))
        stage.want()
        stage.want()
        #expect(stage.take() == ["0 open a", "0 a 1", "0 close a"])
        #expect(stage.store.tableCounts.nodes == 0)
        #expect(stage.store.openChannels == [])
    }

    // OPR-27
    @Test func keyedSideEffectsAreKeptStartedAndEnded() {
        let stage = ChannelStage()
        stage.want(.init("a"), .init("b"))
        stage.want(.init("b"), .init("c"))
        #expect(stage.take() == ["0 open a", "0 open b", "0 close a", "0 open c"])
        stage.want(.init("c"), .init("b"))
        #expect(stage.take() == [])
        stage.want()
        #expect(stage.take().sorted() == ["0 close b", "0 close c"])
        #expect(stage.reports.isEmpty)
        // A key that is there twice is said: its last one counts.
        stage.want(.init("a", key: "1"), .init("a", key: "2"))
        #expect(stage.reports.map(\.kind) == [.channel])
    }

    // CHN-05
    @Test func duplicatesOpenOnce() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1), .init("b"), .init("a", value: 1))
        #expect(stage.reports.isEmpty)
        stage.want(.init("a", value: 1), .init("b"), .init("a", value: 2))
        #expect(stage.reports.map(\.kind) == [.channel])
        stage.want(.init("a", value: 1), .init("b"), .init("a", value: 2))
        #expect(stage.reports.count == 1, "once is enough")
        stage.want()
        #expect(
            stage.take() == ["0 open a", "0 a 1", "0 open b", "0 a 2", "0 close a", "0 close b"])
    }

    // CHN-06
    @Test func oneWithoutAValueOpensOnceAndIsToldNothing() {
        let stage = ChannelStage()
        stage.onOpen = { _, dispatch in dispatch(.got(42)) }
        for _ in 0..<3 { stage.want(.init("a")) }
        #expect(stage.take() == ["0 open a", "0 got 42"])
    }

    // CHN-07
    @Test func anotherKeyClosesBeforeItOpens() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "a"))
        stage.want(.init("a", key: "a"))
        stage.want(.init("a", key: "b"))
        #expect(stage.take() == ["0 open a", "0 close a", "0 open a"])
    }

    // CHN-08
    @Test func aNewInstanceGetsTheNewValueOnce() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "a", value: 1))
        stage.want(.init("a", key: "b", value: 2))
        #expect(stage.take() == ["0 open a", "0 a 1", "0 close a", "0 open a", "0 a 2"])
    }

    // CHN-10, STO-37
    @Test func theInitialStateOpensBeforeTheFirstAction() {
        let stage = ChannelStage([.init("a")], initialEffect: .send(.got(1)))
        stage.onOpen = { _, dispatch in dispatch(.got(99)) }
        #expect(stage.take() == [])
        stage.store.send(.got(2))
        #expect(stage.take() == ["0 open a", "0 got 1", "0 got 99", "0 got 2"])
        let idle = ChannelStage([.init("a")])
        idle.onOpen = { _, dispatch in dispatch(.got(99)) }
        idle.clock.advance(by: .zero)
        #expect(idle.take() == ["0 open a", "0 got 99"])
    }

    // CHN-13
    @Test func whatIsBroadcastCountsEachTime() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        for value in [1, 1, 2] { stage.store.send(.effect(.broadcast(value, channel: "a"))) }
        #expect(stage.take() == ["0 open a", "0 a 1", "0 a 1", "0 a 2"])
    }

    // CHN-14
    @Test func aBroadcastToNobodyIsDroppedAndCounted() {
        let stage = ChannelStage()
        stage.store.send(.effect(.broadcast(1, channel: "a")))
        #expect(stage.take() == [])
        #expect(stage.store.effectStatistics.droppedBroadcasts == 1)
        #expect(stage.reports.isEmpty)
    }

    // CHN-15
    @Test func aValueOfAnotherTypeIsReported() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        stage.store.send(.effect(.broadcast("five", channel: "a")))
        #expect(stage.take() == ["0 open a"])
        #expect(stage.reports.map(\.kind) == [.channel])
        #expect(stage.reports[0].message.contains("String(a)"))
    }

    // CHN-16
    @Test func aBroadcastWhileOneSettlesIsDropped() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "k", settle: 1_000))
        stage.store.send(.effect(.broadcast(1, channel: "a")))
        stage.advance(to: 2_000)
        #expect(stage.take() == ["1000 open a"])
        #expect(stage.store.effectStatistics.droppedBroadcasts == 1)
    }

    // CHN-17
    @Test func aBroadcastComesBeforeItsActionOpens() {
        let stage = ChannelStage()
        stage.store.send(.wantAnd([.init("a")], .broadcast(1, channel: "a")))
        #expect(stage.take() == ["0 open a"])
        #expect(stage.reports.count == 1)
        #expect(stage.reports[0].message.contains("String(a)"))
        stage.store.send(.effect(.broadcast(1, channel: "b")))
        stage.want(.init("a"), .init("b"))
        #expect(stage.reports.count == 1)
    }

    // CHN-18
    @Test func aBroadcastComesBeforeItsActionCloses() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        stage.store.send(.wantAnd([], .broadcast(9, channel: "a")))
        #expect(stage.take() == ["0 open a", "0 a 9", "0 close a"])
    }

    // CHN-33
    @Test func allAreClosedBeforeAnyOpens() {
        let stage = ChannelStage()
        stage.want(.init("a"), .init("b"), .init("c", key: "1"), .init("d", value: 1))
        #expect(stage.take() == ["0 open a", "0 open b", "0 open c", "0 open d", "0 d 1"])
        stage.want(
            .init("e"), .init("c", key: "2"), .init("d", value: 2), .init("f"))
        #expect(
            stage.take() == [
                "0 close a", "0 close b", "0 close c", "0 open e", "0 open c", "0 d 2", "0 open f",
            ])
        stage.want(.init("e", key: "x"), .init("c", key: "3"), .init("d", value: 2), .init("f"))
        #expect(stage.take() == ["0 close e", "0 close c", "0 open e", "0 open c"])
    }

    // CHN-34, STO-12
    @Test func aStoreThatGoesClosesEachOnce() {
        let stage = ChannelStage()
        stage.want(
            .init("a"), .init("b", key: "k", settle: 500),
            .init("c", value: 1, delivery: .debounce(.milliseconds(100))))
        stage.want(
            .init("a"), .init("b", key: "k", settle: 500),
            .init("c", value: 2, delivery: .debounce(.milliseconds(100))))
        _ = stage.take()
        stage.release()
        stage.advance(to: 2_000)
        #expect(stage.take() == ["0 close c", "0 close a"])
        #expect(!stage.clock.hasPendingWork)
    }

    // CHN-35
    @Test(arguments: [false, true]) func oneThatWasCancelledStaysClosed(settles: Bool) {
        let stage = ChannelStage()
        func wish(_ value: Int, _ key: String = "k") -> ChannelStage.Wish {
            .init("a", key: key, settle: settles ? 100 : nil, value: value)
        }
        stage.want(wish(1))
        stage.store.send(.effect(.cancel(id: "a")))
        stage.want(wish(2))
        stage.advance(to: 500)
        #expect(stage.take() == (settles ? [] : ["0 open a", "0 a 1", "0 close a"]))
        stage.want(wish(2, "l"))
        stage.advance(to: 1_000)
        #expect(
            stage.take() == [
                settles ? "600 open a" : "500 open a", settles ? "600 a 2" : "500 a 2",
            ])
        stage.store.send(.effect(.cancel(id: "a")))
        stage.want()
        stage.want(wish(3))
        stage.advance(to: 2_000)
        #expect(
            stage.take().suffix(2) == [
                settles ? "1100 open a" : "1000 open a", settles ? "1100 a 3" : "1000 a 3",
            ])
    }

    // CHN-40
    @Test func oneThatEndsByItselfStaysClosed() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1))
        stage.dispatch(of: "a")?.finish()
        stage.want(.init("a", value: 2))
        #expect(stage.take() == ["0 open a", "0 a 1", "0 onEnd a"])
        stage.want()
        stage.want(.init("a", value: 3))
        #expect(stage.take() == ["0 open a", "0 a 3"])
    }

    @Test func oneThatFailsToOpenIsNotTriedAgain() {
        let stage = ChannelStage()
        stage.onOpen = { _, dispatch in dispatch.finish() }
        for value in 1...5 { stage.want(.init("a", value: value), .init("b", value: value)) }
        #expect(
            stage.take() == ["0 open a", "0 open b", "0 onEnd a", "0 onEnd b"])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-50
    @Test func eachActionIsReconciled() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        stage.store.send(.effect(.sequence([.want([]), .want([.init("a")])])))
        #expect(stage.take() == ["0 open a", "0 close a", "0 open a"])
    }

    // CHN-51
    @Test func whatAHandlerSendsIsQueued() {
        let stage = ChannelStage()
        stage.onValue = { _, value, dispatch in dispatch(.got(value)) }
        stage.want(.init("a", value: 1), .init("b", value: 2))
        #expect(
            stage.take() == ["0 open a", "0 a 1", "0 open b", "0 b 2", "0 got 1", "0 got 2"])
    }

    // CHN-53
    @Test(arguments: [false, true]) func anEffectUnderItsIDIsReportedAndLeavesItOpen(
        displaces: Bool
    ) {
        let stage = ChannelStage()
        stage.want(.init("a"))
        stage.store.send(
            .effect(.after(.seconds(1), .got(1)).cancellable(id: "a", cancelInFlight: displaces)))
        #expect(stage.reports.map(\.kind) == [.channel])
        #expect(stage.reports.allSatisfy { $0.source.fileID == #fileID })
        stage.store.send(.effect(.broadcast(5, channel: "a")))
        stage.advance(to: 2_000)
        #expect(stage.take() == ["0 open a", "0 a 5", "1000 got 1"])
    }

    // CHN-54
    @Test func aCancelCoversBoth() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        stage.store.send(.effect(.after(.seconds(1), .got(1)).cancellable(id: "a")))
        #expect(stage.store.isInFlight(id: "a"))
        stage.store.send(.effect(.cancel(id: "a")))
        #expect(!stage.store.isInFlight(id: "a"))
        stage.advance(to: 2_000)
        #expect(stage.take() == ["0 open a", "0 close a"])
    }

    // CHN-55
    @Test func valuesAreSummedUntilItIsClosed() {
        let stage = ChannelStage()
        var sum = 0
        stage.onValue = { _, value, _ in sum += value }
        for value in 1...3 { stage.want(.init("a", value: value)) }
        #expect(sum == 6)
        stage.want()
        stage.store.send(.effect(.broadcast(3, channel: "a")))
        #expect(sum == 6)
    }

    // CHN-58
    @Test func anActionThatChangesNothingAsksForNoChannels() {
        let stage = ChannelStage()
        stage.want(.init("a"))
        let before = stage.supervisions
        stage.store.send(.nothing)
        stage.store.send(.got(1))
        #expect(stage.supervisions == before)
    }

    @Test func aStoppedStoreOpensThemAnewWhenItStarts() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 1))
        stage.store.stop()
        stage.store.start()
        stage.clock.advance(by: .zero)
        #expect(stage.take() == ["0 open a", "0 a 1", "0 close a", "0 open a", "0 a 1"])
    }

    @Test func closingOneMayStopTheStore() {
        let clock = TestClock()
        var closed: [String] = []
        var store: Store<Bool, Bool>?
        let behavior = Behavior<Bool, Bool, Void>.reduce { $1 = $0 }.supervise { isOn, _ in
            guard isOn else { return [] }
            return ["a", "b"].map { id in
                Channel(id: id) { _ in
                    .cancelOnly {
                        closed.append(id)
                        store?.stop()
                    }
                }
            }
        }
        store = Store(initial: false, behavior: behavior, environment: (), on: clock)
        store?.send(true)
        store?.send(false)
        #expect(closed == ["a", "b"])
        #expect(store?.tableCounts.nodes == 0)
    }
}
