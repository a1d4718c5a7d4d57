extension Duration {
    /// Whole nanoseconds, rounded up so that a wait is never cut short, saturating at the ends.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var roundedNanoseconds: Int64 {
        // `components` traps on durations whose seconds exceed 64 bits.
        if self >= .nanoseconds(Int64.max) { return .max }
        if self <= .nanoseconds(Int64.min) { return .min }
        let (seconds, attoseconds) = components
        let (fraction, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds.multipliedSaturated(by: 1_000_000_000)
            .addingSaturated(rest > 0 ? fraction + 1 : fraction)
    }
}
