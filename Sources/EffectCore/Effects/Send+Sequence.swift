extension Send {
    /// Sends last actions in order and ends the effect, dropping all it holds. Only the first end
    /// counts.
    ///
    /// - Complexity: O(n).
    @_disfavoredOverload
    public func finish(
        with actions: [Action], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        guard isActive else { return finish() }
        for action in actions where isActive {
            callAsFunction(action, fileID: fileID, line: line)
        }
        if isActive { finish() }
    }
}
