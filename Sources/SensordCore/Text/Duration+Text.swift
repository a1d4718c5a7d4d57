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

    /// The duration for a person: three digits or so, in the unit that suits; `1.25ms`, `2s`, `3m10s`.
    package var text: String {
        let (seconds, attoseconds) = components
        let nanoseconds = seconds.multipliedSaturated(by: 1_000_000_000)
            .addingSaturated(attoseconds / 1_000_000_000)
        guard nanoseconds >= 0 else { return "-" + (Duration.zero - self).text }
        switch nanoseconds {
        case 0: return "0s"
        case ..<1_000: return "\(nanoseconds)ns"
        case ..<1_000_000: return Self.scaled(nanoseconds, unit: 1_000, "µs")
        case ..<1_000_000_000: return Self.scaled(nanoseconds, unit: 1_000_000, "ms")
        case ..<60_000_000_000: return Self.scaled(nanoseconds, unit: 1_000_000_000, "s")
        case ..<3_600_000_000_000: return Self.paired(nanoseconds / 1_000_000_000, "m", "s")
        default: return Self.paired(nanoseconds / 60_000_000_000, "h", "m")
        }
    }

    /// A number below a thousand, with decimals as long as it is small. Digits are cut, not rounded.
    private static func scaled(_ nanoseconds: Int64, unit: Int64, _ name: String) -> String {
        let whole = nanoseconds / unit
        var fraction = String(nanoseconds % unit * 100 / unit)
        if fraction.count < 2 { fraction = "0" + fraction }
        if whole >= 100 { fraction = "" } else if whole >= 10 { fraction.removeLast() }
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? "\(whole)\(name)" : "\(whole).\(fraction)\(name)"
    }

    private static func paired(_ count: Int64, _ large: String, _ small: String) -> String {
        let (first, second) = count.quotientAndRemainder(dividingBy: 60)
        return second == 0 ? "\(first)\(large)" : "\(first)\(large)\(second)\(small)"
    }
}
