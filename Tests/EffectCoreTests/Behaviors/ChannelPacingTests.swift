import EffectCore
import EffectTesting
import Testing

/// Values that come faster than a channel takes them, and channels that wait until their key settles.
@Suite struct ChannelPacingTests {
    private static let throttled = ChannelDelivery.throttle(.milliseconds(1_000))
    private static let debounced = ChannelDelivery.debounce(.milliseconds(1_000))

    // CHN-21
    @Test func theLastValueOfTheStateIsNotLost() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 0, delivery: Self.throttled))
        stage.want(.init("a", value: 1, delivery: Self.throttled))
        stage.advance(to: 5_000)
        #expect(stage.take() == ["0 open a", "0 a 0", "1000 a 1"])
    }

    // CHN-21
    @Test func aChangeBackToWhatWasToldCancelsTheRelease() {
        let stage = ChannelStage()
        for value in [0, 1, 0] {
            stage.want(.init("a", value: value, delivery: Self.throttled))
        }
        stage.advance(to: 5_000)
        #expect(stage.take() == ["0 open a", "0 a 0"])
        stage.want(.init("a", value: 7, delivery: Self.throttled))
        #expect(stage.take() == ["5000 a 7"])
    }

    // CHN-21
    @Test func whatIsBroadcastIntoAWindowIsDropped() {
        let stage = ChannelStage()
        stage.want(.init("a", delivery: Self.throttled))
        for value in [1, 2] { stage.store.send(.effect(.broadcast(value, channel: "a"))) }
        stage.advance(to: 5_000)
        stage.store.send(.effect(.broadcast(3, channel: "a")))
        #expect(stage.take() == ["0 open a", "0 a 1", "5000 a 3"])
    }

    // CHN-21
    @Test func aReleaseOpensAWindowAgain() {
        let stage = ChannelStage()
        for value in [0, 1] { stage.want(.init("a", value: value, delivery: Self.throttled)) }
        stage.advance(to: 1_500)
        stage.want(.init("a", value: 2, delivery: Self.throttled))
        stage.advance(to: 5_000)
        #expect(stage.take() == ["0 open a", "0 a 0", "1000 a 1", "2000 a 2"])
    }

    // CHN-24
    @Test func aNewInstanceDropsWhatWaited() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "1", value: 0, delivery: Self.debounced))
        stage.want(.init("a", key: "1", value: 1, delivery: Self.debounced))
        stage.advance(to: 500)
        stage.want(.init("a", key: "2", value: 2, delivery: Self.debounced))
        stage.advance(to: 5_000)
        #expect(
            stage.take() == ["0 open a", "0 a 0", "500 close a", "500 open a", "500 a 2"])
    }

    @Test func aDebouncedValueComesWhenThereWasNoOther() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 0, delivery: Self.debounced))
        for (time, value) in [(0, 1), (600, 2), (1_200, 3)] {
            stage.advance(to: time)
            stage.want(.init("a", value: value, delivery: Self.debounced))
        }
        stage.advance(to: 5_000)
        #expect(stage.take() == ["0 open a", "0 a 0", "2200 a 3"])
        stage.want(.init("a", value: 4, delivery: Self.debounced))
        stage.want(.init("a", value: 3, delivery: Self.debounced))
        stage.advance(to: 9_000)
        #expect(stage.take() == [])
    }

    // CHN-25
    @Test func aNewInstanceHasAWindowOfItsOwn() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "1", value: 0, delivery: Self.throttled))
        stage.advance(to: 300)
        stage.want(.init("a", key: "2", value: 0, delivery: Self.throttled))
        stage.advance(to: 400)
        stage.want(.init("a", key: "2", value: 1, delivery: Self.throttled))
        stage.advance(to: 5_000)
        #expect(
            stage.take() == [
                "0 open a", "0 a 0", "300 close a", "300 open a", "300 a 0", "1300 a 1",
            ])
    }

    // CHN-26
    @Test func thePaceIsThatOfTheOpening() {
        let stage = ChannelStage()
        stage.want(.init("a", value: 0, delivery: Self.throttled))
        for value in [1, 2] { stage.want(.init("a", value: value)) }
        #expect(stage.reports.map(\.kind) == [.channel])
        stage.advance(to: 5_000)
        #expect(stage.take() == ["0 open a", "0 a 0", "1000 a 2"])
    }

    // CHN-27
    @Test func oneOpensWhenItsKeyHasSettled() {
        let stage = ChannelStage()
        for key in ["h", "he", "hel"] { stage.want(.init("a", key: key, settle: 1_000)) }
        #expect(stage.take() == [])
        stage.advance(to: 5_000)
        #expect(stage.take() == ["1000 open a"])
    }

    // CHN-28
    @Test func aChangeClosesAtOnceAndSettles() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "hel", settle: 1_000))
        stage.advance(to: 1_000)
        stage.want(.init("a", key: "hell", settle: 1_000))
        stage.advance(to: 5_000)
        #expect(stage.take() == ["1000 open a", "1000 close a", "2000 open a"])
    }

    // CHN-29
    @Test func eachChangeSettlesAnew() {
        let stage = ChannelStage()
        for (time, key) in [(0, "1"), (600, "2"), (1_200, "3")] {
            stage.advance(to: time)
            stage.want(.init("a", key: key, settle: 1_000))
        }
        stage.advance(to: 5_000)
        #expect(stage.take() == ["2200 open a"])
    }

    // CHN-30
    @Test func aValueThatChangesMeanwhileDoesNotProlong() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "1", settle: 1_000, value: 1))
        stage.advance(to: 500)
        stage.want(.init("a", key: "1", settle: 1_000, value: 2))
        stage.advance(to: 5_000)
        #expect(stage.take() == ["1000 open a", "1000 a 2"])
    }

    // CHN-31
    @Test func oneThatIsNotWantedAnyMoreNeverOpens() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "1", settle: 1_000))
        stage.advance(to: 500)
        stage.want()
        stage.advance(to: 5_000)
        #expect(stage.take() == [])
        #expect(stage.store.tableCounts.nodes == 0)
    }

    // CHN-32
    @Test func aKeyThatComesBackSettlesAnew() {
        let stage = ChannelStage()
        stage.want(.init("a", key: "a", settle: 1_000))
        stage.advance(to: 1_000)
        stage.want(.init("a", key: "b", settle: 1_000))
        stage.advance(to: 1_500)
        stage.want(.init("a", key: "a", settle: 1_000))
        stage.advance(to: 5_000)
        #expect(stage.take() == ["1000 open a", "1000 close a", "2500 open a"])
    }

    // CHN-21
    @Test(arguments: [2, 0]) func whatComesWhenTheWindowEndsTakesThePlaceOfWhatWaits(value: Int) {
        let stage = ChannelStage()
        func wish(_ value: Int) -> ChannelStage.Action {
            .want([.init("a", value: value, delivery: .throttle(.milliseconds(1000)))])
        }
        // Due together with the release, and before it.
        stage.store.send(.effect(.after(.milliseconds(1000), wish(value))))
        stage.store.send(wish(0))
        stage.store.send(wish(1))
        stage.advance(to: 5000)
        #expect(stage.take() == ["0 open a", "0 a 0"] + (value == 2 ? ["1000 a 2"] : []))
    }

    // CHN-21
    @Test func whatIsBroadcastWhileAValueOfTheStateWaitsDoesNotReplaceIt() {
        let stage = ChannelStage()
        func wish(_ value: Int) -> ChannelStage.Action {
            .want([.init("a", value: value, delivery: .debounce(.milliseconds(1000)))])
        }
        stage.store.send(wish(0))
        stage.store.send(wish(1))
        stage.advance(to: 500)
        stage.store.send(.effect(.broadcast(9, channel: "a")))
        stage.advance(to: 5000)
        #expect(stage.take() == ["0 open a", "0 a 0", "1500 a 1", "1500 a 9"])
        stage.store.send(.effect(.broadcast(8, channel: "a")))
        stage.store.send(wish(2))
        stage.advance(to: 9000)
        #expect(stage.take() == ["6000 a 2"])
    }

    // CHN-21
    @Test(arguments: 0..<20 as Range<UInt64>) func whenAllIsQuietItHasBeenToldTheState(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        for delivery in [.immediate, .throttle(.milliseconds(100)), .debounce(.milliseconds(100))]
            as [ChannelDelivery]
        {
            let stage = ChannelStage()
            var told: Int?
            stage.onValue = { _, value, _ in if value < 1000 { told = value } }
            for _ in 0..<40 {
                let delay = milliseconds(50 * Int.random(in: 0..<4, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    let value = Int.random(in: 0..<3, using: &random)
                    stage.store.send(
                        .effect(
                            .after(delay, .want([.init("a", value: value, delivery: delivery)])))
                    )
                case 2: stage.store.send(.effect(.broadcast(1000, channel: "a").delay(for: delay)))
                default: stage.clock.advance(by: delay)
                }
            }
            stage.clock.advance(by: .seconds(10))
            #expect(told == stage.store.state.first?.value, "\(delivery): \(stage.take())")
        }
    }
}
