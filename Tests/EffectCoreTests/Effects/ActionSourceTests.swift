import EffectCore
import EffectTesting
import Testing

@Suite struct ActionSourceTests {
    struct Child: Reducer {
        static let line: UInt = #line + 3
        func reduce(into state: inout Int, action: String) -> Effect<String> {
            if action == "X" {
                return Effect.just("A").map { "mapped \($0)" }
            }
            return .none
        }
    }

    struct Parent: Reducer {
        var body: some Reducer<Int, String> {
            Scope(state: \.self, action: prefixed("parent."), id: "child") { Child() }
        }
    }

    // EFF-13
    @Test func aLiftedAndMappedActionKeepsTheLineThatMadeIt() throws {
        let store = Store<Int, String>(initialState: 0, on: TestClock()) {
            Scope(state: \.self, action: prefixed("root.")) { Parent() }
        }
        var seen: [(String, String, UInt)] = []
        let token = store.onAction { action, source in
            seen.append((action, "\(source.fileID)", UInt(source.line)))
        }
        let sent: UInt = #line + 1
        store.send("root.parent.X")
        try #require(seen.count == 2)
        #expect(seen[0] == ("root.parent.X", #fileID, sent))
        #expect(seen[1] == ("root.parent.mapped A", #fileID, Child.line))
        token.cancel()
    }

    // EFF-13
    @Test(arguments: 0..<6) func everyWayToSendNamesItsLine(kind: Int) throws {
        let line: UInt32 = #line + 1
        let effects: [Effect<String>] = [  // every effect is declared within six lines of this one
            .send("A"), .sequence(["A"]),
            .after(.zero, "A"), .timer(every: milliseconds(1), count: 1, "A"),
            .run { send in send("A") },
            .run { send in send.finish(with: "A") },
        ]
        let harness = Harness(["X": effects[kind]])
        var lines: [UInt32] = []
        let token = harness.store.onAction { action, source in
            if action == "A" { lines.append(source.line) }
        }
        harness.send("X")
        harness.clock.run()
        try #require(lines.count == 1)
        #expect((line...line + 5).contains(lines[0]))
        token.cancel()
    }

    @Test func aRunningEffectTellsWhereItWasDeclaredAndWhatStartedIt() throws {
        let declared: UInt32 = #line + 1
        let effect = Effect<String>.run(name: "poll") { send in
            send.after(milliseconds(100)) { send("done") }
        }
        let harness = Harness(["X": effect.cancellable(id: "k")])
        harness.advance(to: 50)
        let store = harness.store
        let sent: UInt32 = #line + 1
        store.send("X")
        let running = try #require(store.effects.first)
        #expect(running.source.line == declared)
        #expect(running.origin.line == sent)
        #expect(running.name.map { "\($0)" } == "poll")
        #expect(running.has(id: "k"))
        #expect(running.startedAt == Instant(nanoseconds: 50_000_000))
        harness.clock.run()
        #expect(store.effects.isEmpty)
    }

    @Test func whatStartsLaterKeepsTheOriginOfItsAction() {
        let harness = Harness<String> {
            guard $0 == "start" else { return .never }
            return .merge(
                .concatenate(.sleep(for: milliseconds(10)), .never),
                .never.delay(for: milliseconds(10)),
                .never.debounce(id: "d", for: milliseconds(10)))
        }
        let sent: UInt32 = #line + 1
        harness.store.send("start")
        harness.store.send("other")
        harness.advance(to: 10)
        #expect(harness.store.effects.map(\.origin.line) == [sent + 1, sent, sent, sent])
    }
}

/// Actions with a prefix are the child's.
func prefixed(_ prefix: String) -> CasePath<String, String> {
    CasePath({ prefix + $0 }, { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil })
}
