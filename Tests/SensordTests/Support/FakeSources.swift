import EffectCore

/// Signals that come when the test says so.
final class FakeSignals: SignalSource {
    private var handlers: [Int32: () -> Void] = [:]

    var watched: [Int32] { handlers.keys.sorted() }

    func watch(
        signal number: Int32, onSignal: @escaping () -> Void
    ) throws(SystemError) -> WatchToken {
        handlers[number] = onSignal
        return WatchToken { [unowned self] in handlers[number] = nil }
    }

    func send(_ number: Int32) { handlers[number]?() }
}

extension SystemError {
    static func fake(_ reason: String) -> SystemError {
        SystemError(code: 1, operation: "watch", subject: "7", reason: reason)
    }
}
