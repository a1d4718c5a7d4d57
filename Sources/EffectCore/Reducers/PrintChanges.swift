/// Tells each action and what it changed; made by `printChanges`.
public struct PrintChanges<Base: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let describe: (Base.State, Base.Action, Base.State) -> String
    @usableFromInline let print: (String) -> Void

    @inlinable
    init(
        _ base: Base, _ describe: @escaping (Base.State, Base.Action, Base.State) -> String,
        _ print: @escaping (String) -> Void
    ) {
        self.base = base
        self.describe = describe
        self.print = print
    }

    /// Runs the reducer it was added to, and tells what changed.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        let old = state
        let effect = base.reduce(into: &state, action: action)
        print(describe(old, action, state))
        return effect
    }

    /// The reducer it was added to, built once.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> {
        let base = base.resolved()
        let (describe, print) = (describe, print)
        return { state, action, effect in
            let old = state
            base(&state, action, effect)
            print(describe(old, action, state))
        }
    }

    /// The channels of the reducer.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        base.channels(path)
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Base.supervises(path)
    }
}

extension Reducer {
    /// Tells each action and what it changed, for debugging. Copies the state once an action.
    ///
    /// - Parameters:
    ///   - describe: Makes the text from the state before, the action and the state after.
    ///   - print: Where the text goes, a line or more at a time; unless given, standard output.
    @inlinable
    public func printChanges(
        describe: @escaping (_ old: State, _ action: Action, _ new: State) -> String,
        to print: @escaping (String) -> Void = { Swift.print($0) }
    ) -> PrintChanges<Self> {
        PrintChanges(self, describe, print)
    }
}
