/// A point on a scheduler's monotonic clock, in nanoseconds.
///
/// Instants of one scheduler compare with each other; instants of different schedulers do not.
/// Arithmetic saturates: it never overflows and never traps.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's origin.
    public var nanoseconds: Int64

    /// Creates an instant that many nanoseconds after the clock's origin.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The origin of the clock.
    @inlinable
    public static var zero: Instant { Instant(nanoseconds: 0) }

    /// The last representable instant, which no clock reaches.
    @inlinable
    public static var distantFuture: Instant { Instant(nanoseconds: .max) }

    /// Returns the instant that lies `duration` later, saturating at the ends of the range.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds.addingSaturated(duration.roundedNanoseconds))
    }

    /// Returns the time from this instant to `other`; negative when `other` is earlier.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds.subtractingSaturated(nanoseconds))
    }

    /// Orders instants in time.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Int64 {
    @inlinable
    package func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    @inlinable
    package func subtractingSaturated(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    @inlinable
    package func multipliedSaturated(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
