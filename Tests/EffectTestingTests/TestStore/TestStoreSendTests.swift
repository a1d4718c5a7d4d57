import EffectTesting
import Testing

@Suite struct TestStoreSendTests {
    // TST-01
    @Test func theRightClaimPasses() {
        let store = CountingStore.counting()
        store.send(.inc) {
            $0.n = 1
            $0.isEven = false
        }
        #expect(store.state.n == 1)
    }

    // TST-02, TST-32
    @Test func aWrongClaimShowsBothValues() throws {
        let store = CountingStore.counting()
        let line = #line + 2
        let caught = failures {
            store.send(.inc) {
                $0.n = 99
                $0.isEven = false
            }
        }
        let failure = try #require(caught.first)
        #expect(caught.count == 1)
        #expect(failure.name == "F-MISMATCH")
        #expect(failure.says("-   n: 99,", "+   n: 1,", "    isEven: false", ".inc was sent"))
        #expect(failure.fileID == #fileID && failure.line == line)
        #expect(store.state.n == 1)
    }

    // TST-03
    @Test func aChangeWithoutAClaimFails() throws {
        let store = CountingStore.counting { $0 == .noop ? .send(.inc) : .none }
        let sent = failures { _ = store.send(.inc) }
        #expect(sent.map(\.name) == ["F-CHANGED"])
        #expect(sent[0].says("- ", "  n: 0,", "+ ", "  n: 1,"))
        store.send(.noop)
        let received = failures { store.receive(.inc) }
        #expect(received.map(\.name) == ["F-CHANGED"])
        #expect(store.state.n == 2)
    }

    // TST-04
    @Test func aClaimThatChangesNothingFails() {
        let store = CountingStore.counting { $0 == .go ? .send(.noop) : .none }
        #expect(failures { store.send(.noop) { _ = $0 } }.map(\.name) == ["F-SAME"])
        #expect(failures { store.send(.go) { $0.n = 0 } }.map(\.name) == ["F-SAME"])
        #expect(failures { store.receive(.noop) { $0.n = 0 } }.map(\.name) == ["F-SAME"])
    }

    // TST-06
    @Test func theClaimSeesTheStateBefore() {
        let store = CountingStore.counting {
            $0 == .a ? .merge(.send(.b), .send(.c), .send(.d)) : .none
        }
        var seen: [Int] = []
        func claim(_ state: inout Counting.State) {
            seen.append(store.state.n)
            state.n += 1
            state.isEven.toggle()
        }
        store.send(.a, assert: claim)
        seen.append(store.state.n)
        store.receive(.b, assert: claim)
        seen.append(store.state.n)
        store.receive(.c, assert: claim)
        seen.append(store.state.n)
        store.receive(.d, assert: claim)
        seen.append(store.state.n)
        #expect(seen == [0, 1, 1, 2, 2, 3, 3, 4])
    }

    private struct Refused: Error {}

    @Test func aClaimThatThrowsFails() {
        let store = CountingStore.counting()
        let caught = failures { store.send(.inc) { _ in throw Refused() } }
        #expect(caught.map(\.name) == ["F-CLOSURE"])
        #expect(caught[0].says("Refused"))
        #expect(store.state.n == 1)
    }

    // TST-12
    @Test func aSendBeforeReceivingFailsAndIsSent() {
        let store = CountingStore.counting { $0 == .first ? .send(.second) : .none }
        store.send(.first)
        let caught = failures { _ = store.send(.first) }
        #expect(caught.map(\.name) == ["F-UNRECEIVED-SEND"])
        #expect(caught[0].says("1 action must be received", "[0]: .second"))
        store.receive(.second)
        store.receive(.second)
        store.finish()
    }

    @Test func theClaimsAfterASendTooEarlyAreAboutTheirOwnActions() {
        let store = CountingStore.counting { $0 == .inc ? .send(.set(10)) : .none }
        store.send(.inc) {
            $0.n = 1
            $0.isEven = false
        }
        let caught = failures {
            store.send(.dec) {
                $0.n = 9
                $0.isEven = false
            }
        }
        #expect(caught.map(\.name) == ["F-UNRECEIVED-SEND"])
        store.receive(.set(10)) {
            $0.n = 10
            $0.isEven = true
        }
        #expect(store.state.n == 9)
    }

    // TST-39
    @Test func aLongListIsCut() {
        let store = CountingStore.counting {
            $0 == .go ? .sequence(Array(repeating: .noop, count: 14)) : .none
        }
        store.send(.go)
        let caught = failures { _ = store.send(.noop) }
        #expect(caught[0].says("14 actions", "[9]: .noop", "… 4 more"))
        #expect(!caught[0].says("[10]"))
        store.skipReceivedActions()
    }

    // TST-37
    @Test(arguments: [Exhaustivity.on, .off])
    func aClaimWithoutAnAction(exhaustivity: Exhaustivity) {
        let store = CountingStore.counting(exhaustivity: exhaustivity)
        store.assert { $0.n = 0 }
        let line = #line + 1
        let caught = failures { store.assert { $0.n = 1 } }
        #expect(caught.map(\.name) == ["F-MISMATCH"])
        #expect(caught[0].says("-   n: 1,", "+   n: 0,"))
        #expect(caught[0].line == line)
    }

    @Test func aSendFromWithinAnEffectIsReported() {
        final class Box { var store: CountingStore? }
        let box = Box()
        let store = CountingStore.counting { action in
            action == .go ? .fireAndForget { _ = box.store?.send(.noop) } : .none
        }
        box.store = store
        let caught = failures { _ = store.send(.go) }
        #expect(caught.map(\.name) == ["F-REENTRANT"])
        store.receive(.noop)
        box.store = nil
    }
}
