import EffectCore

/// A store whose actions are recorded with the time at which they arrive, in milliseconds.
final class Recorder {
    let clock: any Scheduler
    private(set) var received: [String] = []
    private var store: Store<Void, String>?

    init(on clock: some Scheduler, _ answer: @escaping (String) -> Effect<String>) {
        self.clock = clock
        store = Store<Void, String>(initialState: (), on: clock) { [unowned self] in
            Reduce { _, action in
                self.received.append("\(action)@\(clock.now.nanoseconds / 1_000_000)")
                return answer(action)
            }
        }
        store?.reporter = .silent
    }

    func send(_ action: String) { store?.send(action) }

    func release() { store = nil }
}

/// An instant, in milliseconds.
func at(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
}
