import EffectCore
import EffectTesting
import Testing

@Suite struct TestDescriptorsTests {
    private func recorder(_ descriptors: TestDescriptors) -> Recorder {
        Recorder(on: TestClock()) { action in
            switch action {
            case "read":
                .readable(7, on: descriptors) { result in
                    switch result {
                    case .success: "readable"
                    case .failure(let error): error.description
                    }
                }.cancellable(id: "read")
            case "write": .writable(7, on: descriptors) { "writable" }
            case "cancel", "readable": .cancel(id: "read")
            default: .none
            }
        }
    }

    private let error = SystemError(
        code: 5, operation: "watch", subject: "7", reason: "input/output error")

    @Test func aDescriptorIsReadyWhenTheTestSaysSo() {
        let descriptors = TestDescriptors()
        let store = recorder(descriptors)
        store.send("read")
        store.send("write")
        #expect(descriptors.watchCount == 2)
        #expect(descriptors.watchCount(of: 7) == 2)
        #expect(descriptors.watchCount(of: 8) == 0)
        #expect(descriptors.interest(in: 7) == [.readable, .writable])
        #expect(descriptors.becomeReadable(8) == 0)
        #expect(descriptors.becomeWritable(7) == 1)
        #expect(descriptors.becomeWritable(7) == 1)
        #expect(descriptors.becomeReadable(7) == 1)
        #expect(descriptors.becomeReadable(7) == 0, "the action has cancelled it")
        #expect(
            store.received == ["read@0", "write@0", "writable@0", "writable@0", "readable@0"])
        #expect(descriptors.watchCount == 1)
        #expect(descriptors.totalWatchCount == 2)
    }

    @Test func aWatchThatIsCancelledInTheSameEventIsNotCalled() {
        let descriptors = TestDescriptors()
        let store = recorder(descriptors)
        store.send("read")
        store.send("read")
        #expect(descriptors.becomeReadable(7) == 1)
        #expect(store.received == ["read@0", "read@0", "readable@0"])
    }

    @Test func aFailureEndsTheWatch() {
        let descriptors = TestDescriptors()
        let store = recorder(descriptors)
        store.send("read")
        #expect(descriptors.fail(7, with: error) == 1)
        #expect(descriptors.fail(7, with: error) == 0)
        #expect(descriptors.watchCount == 0)
        #expect(store.received == ["read@0", "watch 7: input/output error (5)@0"])
    }

    @Test func aRefusalArrivesAsAFailure() {
        let descriptors = TestDescriptors()
        let store = recorder(descriptors)
        descriptors.refuse(7, with: error)
        store.send("read")
        #expect(store.received == ["read@0", "watch 7: input/output error (5)@0"])
        descriptors.refuse(7, with: nil)
        store.send("read")
        #expect(descriptors.watchCount == 1)
    }

    @Test func aReleasedStoreLeavesNoWatch() {
        let descriptors = TestDescriptors()
        let store = recorder(descriptors)
        store.send("read")
        store.release()
        #expect(descriptors.watchCount == 0)
    }
}
