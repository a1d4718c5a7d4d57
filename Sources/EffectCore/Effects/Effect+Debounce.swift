extension Effect {
    /// Waits for a quiet period before the effect starts; each new call restarts the wait.
    ///
    /// The last call wins: it supersedes the one before, waiting or running. The effect itself is
    /// gated, not its actions: work that is superseded never starts. A source that calls faster than
    /// the interval never gets through, unless `maxWait` bounds the wait.
    ///
    /// ```swift
    /// return .send(.save).debounce(id: CancelID.save, for: .milliseconds(300))
    /// ```
    ///
    /// - Parameters:
    ///   - id: Calls with an equal id in one scope share a quiet period; cancelling it ends the wait
    ///     and the effect.
    ///   - duration: The quiet period; the last call's counts. Zero and less mean the next turn.
    ///   - leading: Whether the first call of a burst starts at once.
    ///   - trailing: Whether the last call of a burst starts at its end. Without it the calls behind
    ///     the leading one are left out, and leave the leading one alone. There is no debounce with
    ///     neither: without `leading` there is always a trailing start.
    ///   - maxWait: The longest a burst may hold back its effect, counted from its first call; after
    ///     such a start, from the next call.
    /// - Complexity: O(1) per call; at most one armed timer per id.
    @inlinable
    public consuming func debounce(
        id: some Hashable, for duration: Duration, leading: Bool = false, trailing: Bool = true,
        maxWait: Duration? = nil
    ) -> Effect {
        let interval = max(0, duration.roundedNanoseconds)
        if !leading, maxWait == nil { return modified(by: .debounce(EffectID(id), interval)) }
        let plan = DebouncePlan(
            interval: interval, maxWait: maxWait.map { max(0, $0.roundedNanoseconds) } ?? -1,
            leading: leading, trailing: trailing || !leading)
        return modified(by: .plannedDebounce(EffectID(id), plan))
    }
}
