extension Double {
    /// The number with that many decimals, rounded; a number too large for that as it is.
    package func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        var digits = String(Int64(scaled))
        while digits.count <= decimals { digits = "0" + digits }
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
