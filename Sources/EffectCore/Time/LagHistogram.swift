/// How late things were, counted in buckets whose bounds are powers of two nanoseconds.
///
/// Of fixed size, however much is recorded: a process that runs for years pays no more than at its
/// first minute.
public struct LagHistogram: Sendable {
    /// Bucket `n` counts what was below 2ⁿ nanoseconds and not in an earlier bucket.
    var buckets = InlineArray<64, UInt64>(repeating: 0)

    /// How many values were recorded.
    public private(set) var count: UInt64 = 0

    private var maximum: Int64 = 0

    /// Creates an empty histogram.
    public init() {}

    /// The largest value, exactly; zero when there is none.
    public var max: Duration { .nanoseconds(maximum) }

    /// Half of the values are at or below it.
    public var p50: Duration { quantile(0.5) }

    /// 99 of 100 values are at or below it.
    public var p99: Duration { quantile(0.99) }

    /// A value that the given part of all values does not exceed; zero when there is none.
    ///
    /// The upper bound of a bucket, and so up to twice the true value, but never above ``max``.
    ///
    /// - Parameter fraction: From 0 to 1; what lies outside counts as the nearer end.
    /// - Complexity: O(1): 64 buckets.
    public func quantile(_ fraction: Double) -> Duration {
        let wanted = Double(count) * Swift.min(Swift.max(fraction, 0), 1)
        var seen: UInt64 = 0
        for index in buckets.indices {
            seen += buckets[index]
            guard seen > 0, Double(seen) >= wanted else { continue }
            return .nanoseconds(index >= 63 ? maximum : Swift.min(Int64(1) << index, maximum))
        }
        return .zero
    }

    /// Counts one value; negative ones count as zero. O(1), without allocation.
    package mutating func record(_ nanoseconds: Int64) {
        let value = Swift.max(0, nanoseconds)
        buckets[Int64.bitWidth - value.leadingZeroBitCount] &+= 1
        count &+= 1
        if value > maximum { maximum = value }
    }
}

extension LagHistogram: CustomStringConvertible {
    /// `count 120, median 65.5µs, p99 131µs, max 140µs`
    public var description: String {
        "count " + String(count) + ", median " + p50.text + ", p99 " + p99.text + ", max "
            + max.text
    }
}
