extension Effect {
    /// Starts the effect after a wait.
    ///
    /// - Parameter duration: The wait; zero and less mean the next turn.
    @inlinable
    public consuming func delay(for duration: Duration) -> Effect {
        modified(by: .delay(duration.roundedNanoseconds))
    }

    /// Sends an action after a wait. Data, without a closure.
    ///
    /// - Parameter delay: The wait; never shorter than asked. Zero and less mean the next turn.
    @inlinable
    public static func after(
        _ delay: Duration, _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect(
            .after(
                delay.roundedNanoseconds, .action(action),
                ActionSource(fileID: fileID, line: line)))
    }

    /// Ends after a wait and sends nothing: a pause in a concatenation.
    @inlinable
    public static func sleep(
        for duration: Duration, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect(.sleep(duration.roundedNanoseconds, ActionSource(fileID: fileID, line: line)))
    }

    /// Sends an action on a fixed grid: after one period, two periods, and so on, without drift.
    ///
    /// A tick allocates nothing. Never early; ties of equal deadlines go by registration, which a
    /// repeating timer keeps.
    ///
    /// - Parameters:
    ///   - period: Zero and less mean one tick a turn, which is reported.
    ///   - leading: Whether it also ticks when it starts.
    ///   - count: After how many ticks it ends; nil for never. Zero and less are ``none``.
    ///   - missed: What happens to ticks that fell due while the loop was busy.
    ///   - tolerance: How much later than due a tick may come, so that the loop shares wake-ups. At
    ///     most half a period counts, so that no tick is missed by it. Never earlier than due, and in
    ///     the same order. On a clock of a test every tick comes when it is due.
    ///   - clock: Whether time in which the machine is suspended counts.
    @inlinable
    public static func timer(
        every period: Duration, leading: Bool = false, count: Int? = nil,
        missed: MissedTicks = .skip, tolerance: Duration = .zero, clock: TimerClock = .monotonic,
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        timer(
            period, leading, count, missed, tolerance, clock, .action(action),
            ActionSource(fileID: fileID, line: line))
    }

    /// Sends an action made from each tick, on a fixed grid. See the form that takes an action.
    @inlinable
    public static func timer(
        every period: Duration, leading: Bool = false, count: Int? = nil,
        missed: MissedTicks = .skip, tolerance: Duration = .zero, clock: TimerClock = .monotonic,
        _ action: @escaping (Tick) -> Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        timer(
            period, leading, count, missed, tolerance, clock, .tick(action),
            ActionSource(fileID: fileID, line: line))
    }

    /// Cancels the effect and sends an action if it still runs after a while.
    ///
    /// The limit is armed right after the effect has started, so that of two equal deadlines the one
    /// that the effect armed at its start wins, and one armed later loses.
    @inlinable
    public func timeout(
        after duration: Duration, _ action: Action, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Effect {
        if isNone { return self }
        return Effect(
            .timeout(
                EffectBox(self), duration.roundedNanoseconds, action,
                ActionSource(fileID: fileID, line: line)))
    }

    @inlinable
    static func timer(
        _ period: Duration, _ leading: Bool, _ count: Int?, _ missed: MissedTicks,
        _ tolerance: Duration, _ clock: TimerClock, _ output: Output<Action>,
        _ source: ActionSource
    ) -> Effect {
        let nanoseconds = period.roundedNanoseconds
        if let count, count <= 0 { return .none }
        if !leading, count == nil, missed == .skip, tolerance == .zero, clock == .monotonic {
            return Effect(.timer(nanoseconds, output, source))
        }
        let plan = TimerPlan(
            period: nanoseconds, tolerance: tolerance.roundedNanoseconds,
            count: count.map { Int64($0) } ?? -1, leading: leading, missed: missed, clock: clock)
        return Effect(.plannedTimer(plan, output, source))
    }
}
