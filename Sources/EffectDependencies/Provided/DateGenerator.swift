internal import CEffectShims

/// Reads the wall clock, which people set and which may jump. For spans of time use
/// ``MonotonicClock``.
public struct DateGenerator {
    private let read: () -> WallTime

    /// Creates a generator from a closure.
    public init(_ read: @escaping () -> WallTime) { self.read = read }

    /// Always the same time.
    public static func constant(_ time: WallTime) -> DateGenerator { DateGenerator { time } }

    /// The clock of the system, `CLOCK_REALTIME`.
    public static var system: DateGenerator {
        DateGenerator {
            var nanoseconds: Int32 = 0
            let seconds = unsafe effect_wall_seconds(&nanoseconds)
            return WallTime(seconds: seconds, nanoseconds: nanoseconds)
        }
    }

    /// The present time.
    public var now: WallTime { read() }

    /// The present time: `date()`.
    public func callAsFunction() -> WallTime { read() }
}

private enum DateKey: DependencyKey {
    static var liveValue: DateGenerator { .system }
    static var placeholder: DateGenerator? { .constant(.epoch) }
}

extension DependencyValues {
    /// The wall clock. To be overridden in tests.
    public var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
    }
}
