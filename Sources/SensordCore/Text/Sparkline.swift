/// Draws numbers as a row of bars, from the lowest of them to the highest.
///
/// Equal numbers are all drawn low: there is no swing to show.
package func sparkline(_ values: some Sequence<Double>) -> String {
    let values = Array(values)
    guard let low = values.min(), let high = values.max() else { return "" }
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let span = high - low
    return String(
        values.map { value in
            guard span > 0 else { return bars[0] }
            return bars[Int((value - low) / span * Double(bars.count - 1))]
        })
}
