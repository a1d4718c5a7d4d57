import EffectCore
import EffectTesting
import Testing

@Suite struct StoreBasicsTests {
    // EFF-01
    @Test func anActionWithoutEffectLeavesNothingInFlight() {
        let harness = Harness<String> { _ in .none }
        let task = harness.send("X")
        harness.expect([(0, "X")])
        #expect(harness.inFlight == 0)
        #expect(task.isFinished)
    }

    // EFF-02
    @Test func aSentActionIsReducedBeforeSendReturns() {
        let harness = Harness<String> { $0 == "X" ? .just("A") : .none }
        harness.send("X")
        harness.expect([(0, "X"), (0, "A")])
    }
}
