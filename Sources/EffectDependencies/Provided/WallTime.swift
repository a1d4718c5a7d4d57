/// A point in civil time: seconds and nanoseconds since the beginning of 1970, UTC, as POSIX counts
/// them, without leap seconds.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Whole seconds since the epoch; negative before it.
    public var seconds: Int64
    /// Nanoseconds within the second, from 0 up to 999,999,999.
    public var nanoseconds: Int32

    /// Creates a point in time.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The beginning of 1970, UTC.
    public static var epoch: WallTime { WallTime(seconds: 0) }

    /// The time since the epoch.
    public var sinceEpoch: Duration { .seconds(seconds) + .nanoseconds(Int64(nanoseconds)) }

    /// Orders points in time.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
