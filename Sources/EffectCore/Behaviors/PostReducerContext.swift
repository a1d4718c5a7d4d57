/// What an effect is made with, after the changes of its action: the environment and the state.
public struct PostReducerContext<State, Environment> {
    /// What the behavior was given to work with, as it was when the effect was made.
    public let environment: Environment
    /// Where the action was sent.
    public let source: ActionSource
    @usableFromInline let window: StateWindow

    @inlinable
    init(_ environment: Environment, _ source: ActionSource, _ window: StateWindow) {
        self.environment = environment
        self.source = source
        self.window = window
    }

    /// The state at the time of asking, also later, in a callback of the effect; nil when the store or
    /// this feature's part of the state is gone.
    ///
    /// A behavior inside a tree of reducers sees its state here only while the effect is made.
    @inlinable
    public var liveState: State? { window.state() }
}
