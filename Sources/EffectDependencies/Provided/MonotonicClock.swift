internal import CEffectShims

/// Tells the time of the scheduler that a store runs on.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// let began = clock.now
/// …
/// let elapsed = began.duration(to: clock.now)
/// ```
///
/// Waiting is done by effects, `.after`, `.timer` and `send.after`: they need no clock.
public struct MonotonicClock {
    private let read: () -> Instant

    /// Creates a clock that reads the time by a closure.
    public init(_ read: @escaping () -> Instant) { self.read = read }

    /// A clock that stands still.
    public static func constant(_ instant: Instant) -> MonotonicClock {
        MonotonicClock { instant }
    }

    /// The present time. It compares with other instants of the same scheduler.
    public var now: Instant { read() }
}

private enum MonotonicClockKey: DependencyKey {
    /// The clock that an `EventLoop` reads.
    static var liveValue: MonotonicClock {
        MonotonicClock { Instant(nanoseconds: effect_monotonic_nanoseconds()) }
    }
    static var placeholder: MonotonicClock? { .constant(.zero) }
}

extension DependencyValues {
    /// The clock of the scheduler of the store that was made with dependencies; elsewhere the system's
    /// monotonic clock.
    ///
    /// A store that was made without any, on a clock of a test, reads the system's: give it an empty
    /// `withDependencies`.
    public var continuousClock: MonotonicClock {
        get {
            if let override = override(of: MonotonicClockKey.self) { return override }
            if let queue = presentQueue { return MonotonicClock { queue.now } }
            return self[MonotonicClockKey.self]
        }
        set { self[MonotonicClockKey.self] = newValue }
    }

    /// Reads ``continuousClock``: `@Dependency(\.now) var now`, and then `now()`.
    public var now: () -> Instant {
        get {
            let clock = continuousClock
            return { clock.now }
        }
        set { continuousClock = MonotonicClock(newValue) }
    }
}
