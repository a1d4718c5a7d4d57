extension Effect {
    /// Runs effects side by side. Starts them in order; ends when all have ended.
    ///
    /// Actions sent at the start keep the order of the arguments. A failure stays in its branch.
    /// The same effect twice runs twice. Width is bounded by memory only, not by the stack.
    @inlinable
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Runs effects side by side. Starts them in order; ends when all have ended.
    ///
    /// - Complexity: O(n).
    @inlinable
    public static func merge(_ effects: [Effect]) -> Effect {
        let present = effects.contains { $0.isNone } ? effects.filter { !$0.isNone } : effects
        switch present.count {
        case 0: return .none
        case 1: return present[0]
        default: return Effect(.merge(EffectList(present)))
        }
    }

    /// Runs this effect and another one side by side. A chain of calls stays flat.
    ///
    /// - Complexity: O(1) when a chain is built by appending.
    @inlinable
    public func merge(with other: Effect) -> Effect {
        if isNone { return other }
        if other.isNone { return self }
        guard case .merge(let list) = body, case .none = modifier else {
            if case .merge(let tail) = other.body, case .none = other.modifier {
                return Effect(.merge(EffectList([self]).appending(contentsOf: tail)))
            }
            return Effect(.merge(EffectList([self, other])))
        }
        if case .merge(let tail) = other.body, case .none = other.modifier {
            return Effect(.merge(list.appending(contentsOf: tail)))
        }
        return Effect(.merge(list.appending(other)))
    }
}
