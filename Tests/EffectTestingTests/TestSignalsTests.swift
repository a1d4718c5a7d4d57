import EffectCore
import EffectTesting
import Glibc
import Testing

@Suite struct TestSignalsTests {
    private func recorder(_ signals: TestSignals) -> Recorder {
        Recorder(on: TestClock()) { action in
            switch action {
            case "watch": .signal(SIGTERM, on: signals) { "signal" }.cancellable(id: "signals")
            case "kill": .signal(SIGKILL, on: signals) { "killed" }
            case "cancel": .cancel(id: "signals")
            default: .none
            }
        }
    }

    @Test func aSignalComesWhenTheTestRaisesIt() {
        let signals = TestSignals()
        let store = recorder(signals)
        #expect(signals.raise(SIGTERM) == 0)
        store.send("watch")
        #expect(signals.watchCount(of: SIGTERM) == 1)
        #expect(signals.raise(SIGHUP) == 0)
        #expect(signals.raise(SIGTERM) == 1)
        #expect(signals.raise(SIGTERM) == 1)
        store.send("cancel")
        #expect(signals.raise(SIGTERM) == 0)
        #expect(signals.watchCount == 0)
        #expect(store.received == ["watch@0", "signal@0", "signal@0", "cancel@0"])
    }

    @Test func everyWatchOfASignalIsCalled() {
        let signals = TestSignals()
        let stores = (0..<3).map { _ in recorder(signals) }
        for store in stores { store.send("watch") }
        stores[1].release()
        #expect(signals.raise(SIGTERM) == 2)
        #expect(stores[0].received == ["watch@0", "signal@0"])
    }

    @Test func aSignalThatNoProcessCatchesIsRefused() {
        let signals = TestSignals()
        let store = recorder(signals)
        store.send("kill")
        #expect(signals.watchCount == 0)
        #expect(throws: SystemError.self) { _ = try signals.watch(signal: SIGSTOP) {} }
        #expect(throws: SystemError.self) { _ = try signals.watch(signal: 0) {} }
    }
}
