import EffectCore
import EffectTesting
import Testing

@Suite struct EffectSourcesTests {
    /// Watches a descriptor for two kinds of action, or reports failures; then goes on.
    private func harness(_ descriptors: TestDescriptors, reports: Bool) -> Harness<String> {
        Harness { action in
            guard action == "watch" else { return .none }
            let watch: Effect<String> =
                reports
                ? .readable(7, on: descriptors) { "ready" }
                : .readable(7, on: descriptors) { result in
                    switch result {
                    case .success: "ready"
                    case .failure: "failed"
                    }
                }
            return .concatenate(watch, .just("next"))
        }
    }

    // ERR-20
    @Test(arguments: [false, true])
    func aFailureOfTheDescriptorEndsTheEffect(isReported: Bool) {
        let descriptors = TestDescriptors()
        let harness = harness(descriptors, reports: isReported)
        harness.send("watch")
        descriptors.becomeReadable(7)
        #expect(harness.inFlight == 1)
        descriptors.fail(
            7, with: SystemError(code: 9, operation: "watch", subject: "7", reason: "closed"))
        harness.expectActions(
            isReported ? ["watch", "ready", "next"] : ["watch", "ready", "failed", "next"])
        #expect(harness.reports.map(\.kind) == (isReported ? [.systemError] : []))
        #expect(harness.inFlight == 0)
    }
}
