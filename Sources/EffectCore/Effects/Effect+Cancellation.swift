extension Effect {
    /// Makes the effect cancellable by an id, in the feature's own scope and from its parents.
    ///
    /// A plain ``Scope`` has no scope of its own: its child shares the parent's ids.
    ///
    /// Effects may share an id; a cancel ends them all, in the order they started.
    ///
    /// ```swift
    /// return .run { send in … }.cancellable(id: CancelID.load, cancelInFlight: true)
    /// ```
    ///
    /// - Parameters:
    ///   - id: Any hashable value; values of different types are different ids. An ``EffectID`` is
    ///     used as it is.
    ///   - cancelInFlight: Whether starting this effect first cancels those that run under the id
    ///     in the same scope. An effect never cancels itself so.
    /// - Complexity: O(1).
    @inlinable
    public consuming func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
        modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
    }

    /// Cancels, when started, what runs under the id in this feature and its children.
    ///
    /// Takes effect at once and in order: in `merge(a.cancellable(id: k), .cancel(id: k))` the effect
    /// `a` is cancelled. Actions that are queued already are still reduced.
    ///
    /// - Parameter includingWaiting: Whether steps under the id that still wait in a concatenation are
    ///   dropped too; the concatenation then goes on without them.
    /// - Complexity: O(number of effects under the id).
    @inlinable
    public static func cancel(id: some Hashable, includingWaiting: Bool = false) -> Effect {
        Effect(.cancel(EffectID(id), includingWaiting: includingWaiting))
    }

    /// Cancels, when started, what runs under any of the ids. An empty list is ``none``.
    ///
    /// Ids of different types go into one list as ``EffectID``:
    ///
    /// ```swift
    /// return .cancel(ids: [EffectID(CancelID.polling), EffectID("save")])
    /// ```
    @inlinable
    public static func cancel<ID: Hashable>(ids: [ID]) -> Effect {
        ids.isEmpty ? .none : Effect(.cancelEach(ids.map { EffectID($0) }))
    }

    /// Cancels, when started, everything that runs in this feature's scope and below.
    ///
    /// What comes after it in its own merge or concatenation still starts. In a plain ``Scope`` the
    /// feature's scope is that of the parent.
    @inlinable
    public static var cancelAll: Effect { Effect(.cancelAll) }
}
