import EffectCore

/// Descriptors that are ready when the test says so.
final class FakeDescriptors: DescriptorSource {
    typealias Handler = (Result<DescriptorEvents, SystemError>) -> Void

    /// Thrown at the next watch.
    var refusal: SystemError?
    private var handler: Handler?

    var isWatched: Bool { handler != nil }

    func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents, onEvent: @escaping Handler
    ) throws(SystemError) -> WatchToken {
        if let refusal { throw refusal }
        handler = onEvent
        return WatchToken { [unowned self] in handler = nil }
    }

    func send(_ result: Result<DescriptorEvents, SystemError>) { handler?(result) }
}

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
