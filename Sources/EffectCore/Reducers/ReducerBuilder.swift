/// Composes the reducers of a block: they run in order, and their effects are merged in order.
@resultBuilder
public enum ReducerBuilder<State, Action> {
    /// A block of one reducer.
    @inlinable
    public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

    /// An empty block.
    @inlinable
    public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

    /// The first reducer of a block.
    @inlinable
    public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

    /// A reducer after the ones before it.
    @inlinable
    public static func buildPartialBlock<
        First: Reducer<State, Action>, Next: Reducer<State, Action>
    >(
        accumulated: First, next: Next
    ) -> ReducerSequence<First, Next> {
        ReducerSequence(accumulated, next)
    }

    /// One branch of a condition.
    @inlinable
    public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
        first: First
    ) -> ReducerEither<First, Second> {
        .first(first)
    }

    /// The other branch of a condition.
    @inlinable
    public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
        second: Second
    ) -> ReducerEither<First, Second> {
        .second(second)
    }

    /// A reducer that may be absent.
    @inlinable
    public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> ReducerOptional<R>
    {
        ReducerOptional(reducer)
    }

    /// An optional reducer as an element of the block.
    @inlinable
    public static func buildExpression<R: Reducer<State, Action>>(
        _ reducer: R?
    ) -> ReducerOptional<R> {
        ReducerOptional(reducer)
    }

    /// A list of equal reducers.
    @inlinable
    public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerArray<R> {
        ReducerArray(reducers)
    }
}
