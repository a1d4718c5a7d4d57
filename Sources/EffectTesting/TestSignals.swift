public import EffectCore
import Glibc

/// Signals that come when a test says so; the process gets none.
///
/// ```swift
/// let signals = TestSignals()
/// store.send(.start)                      // .signal(SIGTERM, on: signals) { .shutDown }
/// signals.raise(SIGTERM)
/// ```
public final class TestSignals: SignalSource {
    private final class Watch {
        let number: Int32
        var onSignal: (() -> Void)?

        init(_ number: Int32, _ onSignal: @escaping () -> Void) {
            self.number = number
            self.onSignal = onSignal
        }
    }

    private var watches: [Watch] = []

    /// Creates a source.
    public init() {}

    /// How many watches there are at present.
    public var watchCount: Int { watches.count }

    /// How many watches of a signal there are at present.
    public func watchCount(of number: Int32) -> Int { watches.count { $0.number == number } }

    /// Watches a signal; refuses those that no process can catch, as a loop does.
    public func watch(
        signal number: Int32, onSignal: @escaping () -> Void
    ) throws(SystemError) -> WatchToken {
        guard number > 0, number != SIGKILL, number != SIGSTOP else {
            throw SystemError(
                code: EINVAL, operation: "watch", subject: "signal \(number)",
                reason: "invalid argument")
        }
        let watch = Watch(number, onSignal)
        watches.append(watch)
        return WatchToken { self.end(watch) }
    }

    /// Delivers a signal once to each of its watches, in the order they were made in.
    ///
    /// A watch that is cancelled meanwhile is not called, and one that is made meanwhile neither.
    ///
    /// - Returns: How many watches were called. Where that is 0, a process would have been subject
    ///   to the signal's default action: most end it.
    @discardableResult
    public func raise(_ number: Int32) -> Int {
        var calls = 0
        for watch in watches where watch.number == number {
            guard let onSignal = watch.onSignal else { continue }
            calls += 1
            onSignal()
        }
        return calls
    }

    private func end(_ watch: Watch) {
        watch.onSignal = nil
        watches.removeAll { $0 === watch }
    }
}
