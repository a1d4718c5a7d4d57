/// What a behavior knows when it decides about an action: the state before it, and who sent it.
public struct PreReducerContext<State> {
    /// Where the action was sent.
    public let source: ActionSource
    @usableFromInline let window: StateWindow
    @usableFromInline let phase: BehaviorPhase
    @usableFromInline let number: UInt64

    @inlinable
    init(_ source: ActionSource, _ window: StateWindow, _ phase: BehaviorPhase) {
        self.source = source
        self.window = window
        self.phase = phase
        number = phase.number
    }

    /// The state before the action; nil in a feature whose part of the state is not there.
    ///
    /// It is read, not copied, when it is asked for. Asking later than in `handle` traps: take what is
    /// needed there.
    @inlinable
    public var stateBefore: State? {
        require(
            phase.number == number,
            "PreReducerContext.stateBefore: read after `handle` has returned; take what you need in it"
        )
        return window.state()
    }
}
