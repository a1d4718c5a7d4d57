extension String {
    /// The text, filled up with spaces to a width in characters.
    func padded(to width: Int) -> String {
        let missing = width - count
        return missing > 0 ? self + String(repeating: " ", count: missing) : self
    }
}
