extension Duration {
    /// Reads a duration such as `500ms`, `2s` or `1m`: a whole number and one of us, ms, s, m, h.
    ///
    /// - Returns: Nil when the text is anything else, or longer than a hundred years.
    package init?(text: some StringProtocol) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit: Int64
        switch text[digits.endIndex...] {
        case "us": unit = 1_000
        case "ms": unit = 1_000_000
        case "s": unit = 1_000_000_000
        case "m": unit = 60_000_000_000
        case "h": unit = 3_600_000_000_000
        default: return nil
        }
        guard let count = Int64(digits) else { return nil }
        let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, nanoseconds <= Self.longestNanoseconds else { return nil }
        self = .nanoseconds(nanoseconds)
    }

    private static var longestNanoseconds: Int64 { 100 * 365 * 24 * 3_600_000_000_000 }
}
