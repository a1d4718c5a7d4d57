/// One measurement.
package struct Reading: Equatable {
    /// What is watched, in the sampler's unit.
    package var value: Double
    /// What else was seen at that moment, for the status line; may be empty.
    package var detail: String

    package init(value: Double, detail: String = "") {
        self.value = value
        self.detail = detail
    }
}
