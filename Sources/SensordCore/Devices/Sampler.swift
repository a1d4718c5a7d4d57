/// Something that can be measured at any moment, without waiting.
package struct Sampler {
    /// What is measured, as the status line says it.
    package let name: String
    /// The unit behind a number; empty for a bare number.
    package let unit: String
    /// How many decimals mean something.
    package let decimals: Int
    /// The alarm threshold where the configuration has none.
    package let usualThreshold: Double
    /// Measures.
    package let read: () -> Result<Reading, FileError>

    package init(
        name: String, unit: String, decimals: Int, usualThreshold: Double,
        read: @escaping () -> Result<Reading, FileError>
    ) {
        self.name = name
        self.unit = unit
        self.decimals = decimals
        self.usualThreshold = usualThreshold
        self.read = read
    }

    /// A value with its unit.
    func text(_ value: Double) -> String {
        let number = value.text(decimals: decimals)
        return unit.isEmpty ? number : number + " " + unit
    }
}
