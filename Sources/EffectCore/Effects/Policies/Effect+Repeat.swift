extension Effect {
    /// Runs the effect again and again, each time when the run before has ended.
    ///
    /// It goes no further after an error that nobody handled; a run that is cancelled by an id of its
    /// own counts as one that has ended.
    ///
    /// ```swift
    /// return measure().repeated(times: 10, pause: .seconds(1)).cancellable(id: CancelID.series)
    /// ```
    ///
    /// - Parameters:
    ///   - times: How often it runs, or nil for no end. Zero and less are ``none``.
    ///   - pause: The wait between two runs; zero and less mean the next turn. Without one they follow
    ///     each other at once, except that what has no end lets the loop have its turn in between.
    /// - Complexity: O(1) in memory, however often it runs.
    public func repeated(times: Int? = nil, pause: Duration? = nil) -> Effect {
        if isNone { return self }
        if let times, times <= 1 { return times == 1 ? self : .none }
        let effect = self
        let wait = pause ?? (times == nil ? .zero : nil)
        let source = body.source
        return Effect(
            .series {
                var left = times
                var isFirst = true
                var isPaused = false
                return {
                    if let left, left <= 0 { return nil }
                    if let wait, !isFirst, !isPaused {
                        isPaused = true
                        return Effect(.sleep(wait.roundedNanoseconds, source))
                    }
                    isFirst = false
                    isPaused = false
                    left = left.map { $0 - 1 }
                    return effect
                }
            })
    }
}
