import EffectTesting
import Testing

@Suite struct TestStoreChannelTests {
    // CHN-56
    @Test func channelsThatAreOpenFailWhereTheStoreWasMade() {
        let line = #line + 2
        let caught = failures {
            let store = Gate.store()
            store.send(.open) { $0.isOpen = true }
            store.send(.ring)
            store.advance(by: .seconds(3))
        }
        #expect(caught.map(\.name) == ["F-OPEN-CHANNEL"])
        #expect(caught[0].fileID == #fileID && caught[0].line == line)
        #expect(
            caught[0].says(
                "2 channels open", "String(ear)", "opened by .open at", "String(bell)",
                "opened by .ring at", "open for 3s"))
    }

    // CHN-56
    @Test func soDoThoseBesideAReducer() {
        let caught = failures {
            let store = TestStore(initialState: Gate.State()) { Gate.reducer }
            store.send(.open) { $0.isOpen = true }
            store.send(.ring)
        }
        #expect(caught.map(\.name) == ["F-OPEN-CHANNEL"])
        #expect(caught[0].says("2 channels open", "String(ear)", "String(bell)"))
    }

    // CHN-56
    @Test(arguments: [false, true]) func aReducerKeepsItsChannels(isManual: Bool) {
        let store = TestStore(
            initialState: Gate.State(isOpen: true), mode: isManual ? .manual : .eager
        ) { Gate.reducer }
        let caught = failures { store.finish() }
        #expect(caught.map(\.name) == ["F-OPEN-CHANNEL"])
        #expect(caught[0].says("String(ear)", "wanted by the initial state"))
        store.send(.close) { $0.isOpen = false }
        store.finish()
    }

    // CHN-56
    @Test func aChannelThatIsClosedEndsClean() {
        let store = Gate.store()
        store.send(.open) { $0.isOpen = true }
        store.send(.close) { $0.isOpen = false }
    }

    // CHN-56
    @Test func aChannelThatSettlesIsInFlight() {
        var line = 0
        let caught = failures {
            let store = Gate.store(Gate.State(settles: true))
            line = #line + 1
            store.send(.open) { $0.isOpen = true }
            store.advance(by: .milliseconds(999))
        }
        #expect(caught.map(\.name) == ["F-INFLIGHT-END"])
        #expect(caught[0].line == line)
        #expect(caught[0].says("String(ear)", "due in 1ms"))
        let later = failures {
            let store = Gate.store(Gate.State(settles: true))
            store.send(.open) { $0.isOpen = true }
            store.advance(by: .seconds(1))
        }
        #expect(later.map(\.name) == ["F-OPEN-CHANNEL"])
    }

    // TST-44
    @Test func eachKindOfRestIsOneFailure() {
        func end(_ exhaustivity: Exhaustivity) -> CaughtFailures {
            failures {
                let store = Gate.store(
                    voice: "hello", mode: .manual, exhaustivity: exhaustivity)
                store.send(.open) { $0.isOpen = true }
                store.projection.send(.ring)
                store.runEffects()
                store.projection.send(.knock)
                store.projection.send(.knock)
            }
        }
        let caught = end(.on)
        #expect(caught.map(\.name) == ["F-UNRECEIVED-END", "F-OPEN-CHANNEL", "F-PENDING"])
        #expect(caught[0].says("4 actions"))
        #expect(caught[1].says("2 channels open"))
        #expect(caught[2].says("2 actions"))
        #expect(end(.off).isEmpty)
    }

    // TST-44
    @Test func finishNamesEffectsAndChannelsApart() {
        let store = Gate.store(Gate.State(isOpen: true))
        #expect(failures { store.finish() }.map(\.name) == ["F-OPEN-CHANNEL"])
        store.exhaustivity = .off
        #expect(failures { store.finish() }.map(\.name) == ["F-OPEN-CHANNEL"])
    }

    // TST-27
    @Test func skippedChannelsAreClosedAndStayClosed() {
        let store = Gate.store(voice: "hello")
        store.send(.open) { $0.isOpen = true }
        store.receive(\.heard)
        store.send(.ring)
        store.skipInFlightEffects()
        store.finish()
        store.advance(by: .seconds(1))
        store.send(.knock) { $0.visits = 1 }
        store.receive(.heard("hello"))
        store.finish()
        #expect(failures { store.skipInFlightEffects() }.map(\.name) == ["F-NOTHING-TO-SKIP"])
        store.send(.close) { $0.isOpen = false }
        store.send(.open) { $0.isOpen = true }
        store.receive(.heard("hello in 1"))
        store.skipInFlightEffects()
    }

    // TST-28
    @Test func skippedChannelsStayOpenWhereTheTestSaysSo() {
        let store = Gate.store(voice: "hello")
        store.send(.open) { $0.isOpen = true }
        store.receive(\.heard)
        store.skipInFlightEffects(cancel: false)
        store.finish()
        store.send(.move) { $0.room = 2 }
        store.receive(.heard("hello in 2"))
        #expect(failures { store.finish() }.map(\.name) == ["F-OPEN-CHANNEL"])
        store.skipInFlightEffects()
    }

    @Test func channelsOfTheInitialStateAreOpenFromTheStart() {
        let store = Gate.store(Gate.State(isOpen: true), voice: "hello")
        store.receive(.heard("hello in 1"))
        store.send(.probe)
        store.send(.close) { $0.isOpen = false }
    }

    @Test func whatTheFirstChannelsSendIsNotWhatTheTestSends() {
        let store = Gate.store(Gate.State(isOpen: true), voice: "hello")
        let caught = failures { store.send(.knock) { $0.visits = 1 } }
        #expect(caught.map(\.name) == ["F-UNRECEIVED-SEND"])
        #expect(caught[0].says("1 action", "hello in 1"))
        store.skipReceivedActions()
        store.skipInFlightEffects()
    }
}
