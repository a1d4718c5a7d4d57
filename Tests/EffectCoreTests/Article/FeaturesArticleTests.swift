import EffectCore
import EffectTesting
import Testing

// The code of Features.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

@Suite struct FeaturesArticleTests {
    private let clock = TestClock()

    private func makeStore() -> Store<PortGateway.State, PortGateway.Action> {
        Store(initialState: PortGateway.State(), on: clock) { PortGateway() }
    }

    @Test func anUplinkEndsItsSessionWithTheCase() {
        let store = makeStore()
        store.send(.uplink(.connected))
        clock.advance(by: .seconds(2))
        #expect(store.state.uplink == .online(Session.State(beats: 2)))
        store.send(.uplink(.lost))
        #expect(store.effects.isEmpty)
    }

    @Test func anotherVersionStartsAnewAndAFinishedOneGoes() {
        let store = makeStore()
        store.send(.offered(version: 1))
        clock.advance(by: .milliseconds(300))
        #expect(store.state.update == Update.State(version: 1, percent: 30))
        store.send(.offered(version: 2))
        #expect(store.effects.count == 1)
        clock.advance(by: .milliseconds(950))
        #expect(store.state.update == Update.State(version: 2, percent: 90))
        clock.advance(by: .milliseconds(50))
        #expect(store.state.update == nil)
        #expect(store.effects.isEmpty)
    }

    @Test func withoutAnIDTheNextVersionKeepsTheEffects() {
        let store = Store<PortGateway.State, PortGateway.Action>(
            initialState: PortGateway.State(), on: clock
        ) {
            Reduce { state, action in
                guard case .offered(let version) = action else { return .none }
                state.update = Update.State(version: version)
                return .none
            }
            .ifLet(\.update, action: PortGateway.update) { Update() }
        }
        store.send(.offered(version: 1))
        store.send(.update(.start))
        store.send(.offered(version: 2))
        clock.advance(by: .milliseconds(100))
        #expect(store.state.update == Update.State(version: 2, percent: 10))
    }

    @Test func portsComeAndGo() {
        let store = makeStore()
        store.send(.plugged("tty0"))
        store.send(.plugged("tty1"))
        clock.advance(by: .seconds(1))
        store.send(.port("tty0", .hungUp))
        clock.advance(by: .seconds(1))
        #expect(store.state.ports.map(\.polls) == [2])
        #expect(store.state.ports.ids == ["tty1"])
        #expect(store.effects.count == 1)
        #expect(store.state.events == ["0 ports, now 1", "1 ports, now 2", "2 ports, now 1"])
    }

    @Test func anActionForAMissingPortIsReportedAndReachesTheParent() {
        let store = makeStore()
        var reports: [Report] = []
        store.reporter = Reporter { reports.append($0) }
        store.send(.port("tty9", .open))
        #expect(store.effects.isEmpty)
        #expect(store.effectStatistics.missingChildren == 1)
        #if DEBUG
            #expect(reports.map(\.kind) == [.missingChild])
        #endif
    }

    @Test func allZonesAreArmed() {
        let inner = Zone.State(id: 2, zones: [Zone.State(id: 3)])
        let store = Store(initialState: Zone.State(id: 1, zones: [inner]), on: clock) { Zone() }
        store.send(.arm)
        #expect(store.state.isArmed)
        #expect(store.state.zones[id: 2]?.isArmed == true)
        #expect(store.state.zones[id: 2]?.zones[id: 3]?.isArmed == true)
    }

    @Test func whatIsNotThereDoesNothing() {
        var audited = 0
        let audit = Reduce<PortGateway.State, PortGateway.Action> { _, _ in
            audited += 1
            return .none
        }
        for (audit, greets) in [(nil, false), (audit, true)] {
            let store = Store(initialState: PortGateway.State(), on: clock) {
                EquippedGateway(audit: audit, greets: greets)
            }
            store.send(.plugged("tty0"))
            #expect(store.state.events.contains("hello, tty0") == greets)
            #expect(audited == (greets ? 2 : 0))
        }
    }

    @Test func changesArePrinted() {
        var lines: [String] = []
        let store = Store(initialState: PortGateway.State(), on: clock) {
            PortGateway()
                .printChanges(
                    describe: { old, action, new in
                        "\(action): \(old.ports.count) -> \(new.ports.count)"
                    },
                    to: { lines.append($0) })
        }
        store.send(.plugged("tty0"))
        let opened: PortGateway.Action = .port("tty0", .open)
        #expect(lines == [#"plugged("tty0"): 0 -> 1"#, "\(opened): 1 -> 1"])
    }

    @Test func aStoreIsSeenInPart() {
        let store = makeStore()
        store.send(.plugged("tty0"))
        var counts: [Int] = []
        var polls: [Int] = []
        let uplink = store.scope(state: \.uplink, action: PortGateway.uplink)
        let port = store.scope(state: \.ports, id: "tty0", action: PortGateway.port)
        let token = store.observe(\.ports.count) { counts.append($0) }
        let other = port?.observe(\.polls) { polls.append($0) }
        uplink.send(.connected)
        clock.advance(by: .seconds(2))
        #expect(port?.state.polls == 2)
        port?.send(.hungUp)
        #expect(uplink.state == .online(Session.State(beats: 2)))
        #expect(port?.isPresent == false)
        #expect(port?.state.polls == 2)
        #expect(counts == [0])
        #expect(polls == [1, 2])
        token.cancel()
        other?.cancel()
    }

    @Test func aBufferShowsWhatCounts() {
        let store = makeStore()
        let shown = store.buffer { $0.ports.ids != $1.ports.ids }
        store.send(.plugged("tty0"))
        clock.advance(by: .seconds(2))
        #expect(shown.state.ports[id: "tty0"]?.polls == 0)
        #expect(store.state.ports[id: "tty0"]?.polls == 2)
    }

    @Test func aTransactionSaysWhoSent() {
        let store = makeStore()
        var log: [String] = []
        let token = store.onAction { action, _ in
            log.append("\(store.transaction[Console.self]): \(action)")
        }
        var transaction = Transaction()
        transaction[Console.self] = "console"
        store.send(.plugged("tty0"), transaction: transaction)
        let opened: PortGateway.Action = .port("tty0", .open)
        #expect(log == [#"console: plugged("tty0")"#, "nobody: \(opened)"])
        token.cancel()
    }

    @Test func aStoreIsRestored() {
        let saved = PortGateway.State(ports: [Port.State(id: "tty0")])
        let store = Store(
            initialState: PortGateway.State(), initialEffect: .send(.uplink(.connected)), on: clock
        ) {
            PortGateway()
        }
        clock.advance(by: .zero)
        #expect(store.effects.count == 1)
        store.stop()
        #expect(store.effects.isEmpty)
        store.replaceState(saved)
        store.start()
        #expect(store.state == saved)
        clock.advance(by: .seconds(1))
        #expect(store.state.uplink == .online(Session.State(beats: 1)))
    }

    @Test func aWaitIsServedOnce() {
        let store = makeStore()
        var seen: [Int] = []
        let token = store.wait(until: { $0.ports.count == 2 }) { state in
            seen.append(state.ports.count)
        }
        for name in ["tty0", "tty1", "tty2"] { store.send(.plugged(name)) }
        #expect(seen == [2])
        token.cancel()
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        try ArticleCode(features: ["PortGateway.swift"]).covers("Features.md", lineCount: 100)
    }
}
