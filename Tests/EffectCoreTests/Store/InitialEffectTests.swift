import EffectCore
import EffectTesting
import Testing

/// The initial effect comes before the first send, and that send meets what it has left.
@Suite struct InitialEffectTests {
    // STO-23, STO-37
    @Test func aSendIsRefusedWhenTheInitialEffectHasStoppedTheStore() {
        var received: [String] = []
        var reports: [Report.Kind] = []
        var stop: () -> Void = {}
        let store = Store<Int, String>(
            initialState: 0, initialEffect: .send("end"), on: TestClock()
        ) {
            Reduce { _, action in
                received.append(action)
                if action == "end" { stop() }
                return .after(milliseconds(1), "never")
            }
        }
        store.reporter = Reporter { reports.append($0.kind) }
        stop = { [unowned store] in store.stop() }
        #expect(store.send("first").isFinished)
        #expect(received == ["end"])
        #expect(reports == [.sentAfterStop])
        #expect(store.tableCounts.nodes == 0)
    }

    // STO-37
    @Test func aSendWaitsBehindAnInitialEffectThatFillsTheTurn() {
        let clock = TestClock()
        var received: [Int] = []
        let many = Array(0..<Limits.actionsPerTurn + 5)
        let store = Store<Int, Int>(initialState: 0, initialEffect: .sequence(many), on: clock) {
            Reduce { _, action in
                received.append(action)
                return .none
            }
        }
        clock.runQueue.perform { _ = store.send(-1) }
        #expect(received.elementsEqual(many.dropLast(5)))
        clock.advance(by: .zero)
        #expect(received.elementsEqual(many + [-1]))
    }
}
