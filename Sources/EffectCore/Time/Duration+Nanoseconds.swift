extension Duration {
    /// Whole nanoseconds, rounded up so that a wait is never cut short, saturating at the ends.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var roundedNanoseconds: Int64 {
        let all = attoseconds
        // Up to nine seconds: 64 bits hold them, and dividing 64 bits is cheap.
        let low = Int64(truncatingIfNeeded: all)
        if Int128(low) == all {
            let (whole, rest) = low.quotientAndRemainder(dividingBy: 1_000_000_000)
            return rest > 0 ? whole + 1 : whole
        }
        let (whole, rest) = all.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int64(clamping: rest > 0 ? whole + 1 : whole)
    }
}
