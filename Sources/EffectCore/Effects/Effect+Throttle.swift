extension Effect {
    /// Starts the effect at most once per interval; TCA's form.
    ///
    /// The first call starts at once and opens a window. When the window ends, the last call that
    /// arrived in it (`latest: true`) or the first one (`latest: false`) starts, and opens a new one.
    @inlinable
    public consuming func throttle(id: some Hashable, for duration: Duration, latest: Bool)
        -> Effect
    {
        throttle(id: id, for: duration, trailing: latest ? .latest : .first)
    }

    /// Starts the effect at most once per interval.
    ///
    /// A start at `s` opens a window that covers `s` up to, but not including, `s` plus the interval.
    /// Windows belong to the store, survive a cancel, and leave nothing behind when they are over.
    /// A call that starts supersedes the one before under its id, if that still runs.
    ///
    /// - Parameters:
    ///   - id: Calls with an equal id in one scope share a window.
    ///   - duration: The interval; the latest call's counts. Zero and less mean no limit.
    ///   - trailing: What becomes of calls that arrive within the window.
    ///   - share: Whether a call that starts lets the one before it run on.
    /// - Complexity: O(log n) per call, for n open windows.
    @inlinable
    public consuming func throttle(
        id: some Hashable, for duration: Duration, trailing: ThrottleTrailing, share: Bool = false
    ) -> Effect {
        modified(
            by: .throttle(
                EffectID(id), max(0, duration.roundedNanoseconds), trailing, share: share))
    }
}
