extension Duration {
    /// The duration for a person: three digits or so, in the unit that suits; `1.25ms`, `2s`, `3m10s`.
    package var text: String {
        let (seconds, attoseconds) = components
        let nanoseconds = seconds.multipliedSaturated(by: 1_000_000_000)
            .addingSaturated(attoseconds / 1_000_000_000)
        guard nanoseconds >= 0 else { return "-" + (Duration.zero - self).text }
        switch nanoseconds {
        case 0: return "0s"
        case ..<1_000: return String(nanoseconds) + "ns"
        case ..<1_000_000: return Self.scaled(nanoseconds, unit: 1_000) + "µs"
        case ..<1_000_000_000: return Self.scaled(nanoseconds, unit: 1_000_000) + "ms"
        case ..<60_000_000_000: return Self.scaled(nanoseconds, unit: 1_000_000_000) + "s"
        case ..<3_600_000_000_000: return Self.paired(nanoseconds / 1_000_000_000, "m", "s")
        default: return Self.paired(nanoseconds / 60_000_000_000, "h", "m")
        }
    }

    /// A number below a thousand, with decimals as long as it is small. Digits are cut, not rounded.
    private static func scaled(_ nanoseconds: Int64, unit: Int64) -> String {
        let whole = nanoseconds / unit
        guard whole < 100 else { return String(whole) }
        var hundredths = nanoseconds % unit * 100 / unit
        if whole >= 10 { hundredths -= hundredths % 10 }
        guard hundredths > 0 else { return String(whole) }
        guard hundredths % 10 != 0 else { return String(whole) + "." + String(hundredths / 10) }
        return String(whole) + (hundredths < 10 ? ".0" : ".") + String(hundredths)
    }

    private static func paired(_ count: Int64, _ large: String, _ small: String) -> String {
        let (first, second) = count.quotientAndRemainder(dividingBy: 60)
        return String(first) + large + (second == 0 ? "" : String(second) + small)
    }
}
