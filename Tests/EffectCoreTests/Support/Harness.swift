import EffectCore
import EffectTesting
import Testing

/// A store on a test clock that answers actions from a script, and a record of all it reduced.
///
/// Times are milliseconds of virtual time.
final class Harness<Action> {
    struct Received {
        var time: Int
        var action: Action
    }

    let clock: TestClock
    private(set) var received: [Received] = []
    private(set) var reports: [Report] = []
    /// What effects and hooks noted, in order.
    let log = Log()
    private var answer: (Action) -> Effect<Action>
    private var storage: Store<Int, Action>?

    /// The state counts the actions.
    var store: Store<Int, Action> { storage! }

    init(on clock: TestClock = TestClock(), _ answer: @escaping (Action) -> Effect<Action>) {
        self.clock = clock
        self.answer = answer
        let received: (Action) -> Effect<Action> = { [unowned self] action in
            self.received.append(Received(time: self.now, action: action))
            return self.answer(action)
        }
        let store = Store<Int, Action>(initialState: 0, on: clock) {
            Reduce { state, action in
                state += 1
                return received(action)
            }
        }
        store.reporter = Reporter { [unowned self] in self.reports.append($0) }
        storage = store
    }

    /// Changes what later actions are answered with.
    func answer(with answer: @escaping (Action) -> Effect<Action>) { self.answer = answer }

    var now: Int { Int(clock.now.nanoseconds / 1_000_000) }

    @discardableResult
    func send(_ action: Action) -> StoreTask { store.send(action) }

    /// Moves the clock on to an instant, in milliseconds.
    func advance(to time: Int) {
        clock.advance(to: Instant(nanoseconds: Int64(time) * 1_000_000))
    }

    /// Releases the store; nothing else holds it.
    func release() { storage = nil }

    var inFlight: Int { store.effects.count }
}

extension Harness where Action: Equatable {
    /// Checks times and actions of everything received, in order.
    func expect(
        _ expected: [(Int, Action)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let matches =
            received.count == expected.count
            && zip(received, expected).allSatisfy { $0.time == $1.0 && $0.action == $1.1 }
        #expect(
            matches, "received \(received.map { ($0.time, $0.action) }), expected \(expected)",
            sourceLocation: sourceLocation)
    }

    /// Checks the actions alone.
    func expectActions(_ expected: [Action], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(received.map(\.action) == expected, sourceLocation: sourceLocation)
    }
}

/// Notes of what happened, in order.
final class Log {
    private(set) var entries: [String] = []

    func callAsFunction(_ entry: String) { entries.append(entry) }

    /// What was logged since the last time.
    func take() -> [String] {
        defer { entries.removeAll() }
        return entries
    }
}

/// Counts how many instances are alive: for tests of what is released when.
final class Sentinel {
    private let onRelease: () -> Void

    init(onRelease: @escaping () -> Void) { self.onRelease = onRelease }

    func touch() {}

    deinit { onRelease() }
}

extension Effect {
    /// Runs until it is cancelled.
    static var never: Effect {
        .run { send in
            let keep = Keep(send)
            send.onTermination { keep.release() }
        }
    }

    /// Logs `name.start`, `name.cancel` and `name.finish`; ends by itself after a time, or never.
    static func probe(_ name: String, _ log: Log, for duration: Duration? = nil) -> Effect {
        .run { send in
            log("\(name).start")
            var wasCancelled = false
            send.onCancel {
                wasCancelled = true
                log("\(name).cancel")
            }
            let keep = Keep(send)
            send.onTermination {
                if !wasCancelled { log("\(name).finish") }
                keep.release()
            }
            if let duration { send.after(duration) { send.finish() } }
        }
    }
}

/// Holds a value until told otherwise.
private final class Keep {
    private var value: AnyObject?

    init(_ value: AnyObject) { self.value = value }

    func release() { value = nil }
}

func milliseconds(_ count: Int) -> Duration { .milliseconds(count) }
