import EffectCore
import EffectTesting
import Testing

@Suite struct FeatureScopeTests {
    private static func full() -> Rack.State {
        var state = Rack.State()
        state.ticker = Ticker.State(child: Leaf.State())
        state.devices = [Ticker.State(id: 1, child: Leaf.State()), Ticker.State(id: 2)]
        state.sessions = [Ticker.State(id: 1)]
        state.mode = .active(Ticker.State())
        return state
    }

    // SCP-01, SCP-06
    @Test func aChildReachesNeitherItsParentNorItsSiblings() {
        let stage = Stage(Self.full()) {
            $0.effects = { _ in .after(.seconds(2), .said("parent")).cancellable(id: "k") }
            $0.childEffects = { name in
                name == "cancel"
                    ? .cancel(id: "k")
                    : .after(.seconds(1), .said("child"))
                        .cancellable(id: "k", cancelInFlight: true)
            }
        }
        stage.store.send(.effect("start"))
        stage.store.send(.ticker(.effect("start")))
        stage.store.send(.device(1, .effect("start")))
        stage.advance(to: 500)
        stage.store.send(.ticker(.effect("start")))
        stage.store.send(.device(2, .effect("cancel")))
        stage.store.send(.mode(.effect("cancel")))
        _ = stage.takeReceived()
        stage.advance(to: 3_000)
        #expect(
            stage.takeReceived() == [
                "1000 device(1, EffectCoreTests.Ticker.Action.said(\"child\"))",
                "1500 ticker(EffectCoreTests.Ticker.Action.said(\"child\"))",
                "2000 said(\"parent\")",
            ])
    }

    // SCP-02, SCP-11
    @Test func aParentReachesItsChildrenAndTheirChildren() {
        let stage = Stage(Self.full()) {
            $0.effects = { _ in
                .merge(.cancel(id: Ticker.CancelID.ticking), .cancel(id: "io"))
            }
        }
        stage.store.send(.ticker(.start))
        stage.store.send(.ticker(.leaf(.start)))
        stage.store.send(.device(1, .leaf(.start)))
        stage.store.send(.device(2, .start))
        stage.store.send(.mode(.start))
        #expect(stage.inFlight == 5)
        stage.store.send(.effect("cancel"))
        #expect(stage.inFlight == 0)
    }

    // SCP-11
    @Test func aChildReachesItsOwnChildOnly() {
        let stage = Stage(Self.full()) {
            $0.effects = { _ in .none }
            $0.childEffects = { _ in .cancel(id: "io") }
        }
        stage.store.send(.ticker(.leaf(.start)))
        stage.store.send(.device(1, .leaf(.start)))
        stage.store.send(.ticker(.effect("cancel")))
        #expect(stage.inFlight == 1)
        stage.advance(to: 1_000)
        #expect(stage.store.state.devices[id: 1]?.child?.ticks == 1)
        #expect(stage.store.state.ticker?.child?.ticks == 0)
    }

    // SCP-04, SCP-05, SCP-08
    @Test func elementsAreApartInOneCollectionAndInTwo() {
        let stage = Stage(Self.full()) {
            $0.change = { state, _ in state.devices.remove(id: 1) }
        }
        stage.store.send(.device(1, .start))
        stage.store.send(.device(2, .start))
        stage.store.send(.session(1, .start))
        stage.advance(to: 2_000)
        stage.store.send(.device(2, .stop))
        stage.advance(to: 3_000)
        #expect(stage.store.state.devices.map(\.ticks) == [3, 2])
        stage.store.send(.change("remove"))
        stage.advance(to: 4_000)
        #expect(stage.store.state.sessions[id: 1]?.ticks == 4)
        #expect(stage.inFlight == 1)
    }

    // SCP-09
    @Test func aPlainPropertySharesItsParentsIDs() {
        let stage = Stage(Self.full()) {
            $0.effects = { _ in .after(.seconds(1), .said("parent")).cancellable(id: "k") }
            $0.childEffects = { _ in .cancel(id: "k") }
        }
        stage.store.send(.effect("start"))
        stage.store.send(.plain(.effect("cancel")))
        #expect(stage.inFlight == 0)
    }

    // RED-03
    @Test func theChildRunsBeforeItsParent() {
        var ticksSeen = -1
        let stage = Stage(Self.full()) {
            $0.after = { state, action in
                guard action == .ticker(.tick) else { return }
                ticksSeen = state.ticker?.ticks ?? -2
                state.ticker = nil
            }
        }
        stage.store.send(.ticker(.tick))
        #expect(ticksSeen == 1)
        #expect(stage.store.state.ticker == nil)
        #expect(stage.reports.isEmpty)
    }

    // RED-15
    @Test func anActionForAMissingChildIsReportedAndReachesTheParent() {
        let stage = Stage()
        let actions: [Rack.Action] = [
            .ticker(.tick), .device(9, .tick), .session(9, .tick), .mode(.tick),
        ]
        for action in actions { stage.store.send(action) }
        #expect(stage.takeReceived().count == 4)
        #expect(stage.store.state == Rack.State())
        #expect(stage.store.effectStatistics.missingChildren == 4)
        #if DEBUG
            #expect(stage.reports.map(\.kind) == Array(repeating: .missingChild, count: 4))
            for (report, action) in zip(stage.reports, actions) {
                #expect(report.message.contains("\(action)"), "\(report.message)")
                #expect(report.source.fileID.hasSuffix("FeatureStage.swift"))
                #expect(report.origin?.fileID.hasSuffix("FeatureScopeTests.swift") == true)
            }
        #endif
    }

    // RED-17
    @Test func aLateAnswerGoesToTheElementThatAsked() {
        let stage = Stage(Self.full()) {
            $0.childEffects = { .after(.seconds($0 == "slow" ? 2 : 1), .said($0)) }
            $0.change = { state, _ in state.devices.remove(id: 1) }
        }
        stage.store.send(.device(1, .effect("fast")))
        stage.store.send(.device(2, .effect("slow")))
        _ = stage.takeReceived()
        stage.advance(to: 1_000)
        stage.store.send(.device(1, .effect("slow")))
        stage.store.send(.change("remove"))
        stage.advance(to: 5_000)
        #expect(
            stage.takeReceived().filter { $0.contains("said") } == [
                "1000 device(1, EffectCoreTests.Ticker.Action.said(\"fast\"))",
                "2000 device(2, EffectCoreTests.Ticker.Action.said(\"slow\"))",
            ])
    }

    // RED-19
    @Test func aChildThatAsksToGoLosesItsEffectsAndThenItsState() {
        var inFlightAtRemoval = -1
        var stage: Stage!
        stage = Stage(Self.full()) {
            $0.childEffects = { _ in
                .run { send in send.after(.milliseconds(500)) { send.dismiss() } }
            }
            $0.note = { action in
                if action == .tickerGone || action == .deviceGone(1) {
                    inFlightAtRemoval = stage.inFlight
                }
            }
        }
        stage.store.send(.ticker(.start))
        stage.store.send(.ticker(.effect("leave")))
        stage.advance(to: 500)
        #expect(inFlightAtRemoval == 0)
        #expect(stage.store.state.ticker == nil)
        stage.store.send(.device(1, .start))
        stage.store.send(.device(1, .effect("leave")))
        stage.store.send(.device(2, .start))
        stage.advance(to: 1_000)
        #expect(stage.store.state.devices.ids == [2])
        #expect(stage.inFlight == 1)
        #expect(stage.reports.isEmpty)
        // The innermost feature that can go is the one that goes.
        stage = Stage(Self.full())
        stage.store.send(.ticker(.start))
        stage.store.send(.ticker(.leaf(.leave)))
        #expect(stage.store.state.ticker?.child == nil)
        #expect(stage.store.state.ticker != nil)
        #expect(stage.inFlight == 1)
    }

    // RED-19
    @Test func aLastActionStandsBeforeTheWishToGo() {
        let stage = Stage(Self.full()) {
            $0.childEffects = { order in
                order == "before"
                    ? .concatenate(.send(.said("bye")), .dismiss)
                    : .merge(.dismiss, .send(.said("bye")))
            }
        }
        for (id, order) in [(1, "before"), (2, "behind")] {
            stage.store.send(.device(id, .effect(order)))
        }
        #expect(stage.store.state.devices.ids == [])
        let said = stage.takeReceived().filter { $0.contains("said") }
        #expect(said.count == 1 && said[0].contains("device(1"))
    }

    // RED-20
    @Test func aRootThatAsksToGoIsReportedAndStays() {
        let stage = Stage(Self.full()) {
            $0.effects = { $0 == "effect" ? .dismiss : .run { $0.dismiss() } }
            $0.childEffects = { _ in .dismiss }
        }
        stage.store.send(.effect("effect"))
        stage.store.send(.effect("run"))
        // Its parent has no action for that.
        stage.store.send(.session(1, .effect("dismiss")))
        #expect(stage.reports.map(\.kind) == Array(repeating: .dismissalUnserved, count: 3))
        // A property does not know its place: the line that sent is named instead.
        #expect(stage.reports.allSatisfy { $0.source.fileID == #fileID })
        #expect(stage.store.state == Self.full())
    }
}
