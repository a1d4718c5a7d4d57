extension Effect {
    /// Runs effects one after another, each when the one before has ended or was cancelled by its id.
    ///
    /// When the chain itself is cancelled, the waiting steps never start. A failing step is reported
    /// and the chain goes on. A plain cancel reaches only the step that runs;
    /// ``cancel(id:includingWaiting:)`` also drops waiting ones. Length is bounded by memory only.
    @inlinable
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Runs effects one after another, each when the one before has ended or was cancelled by its id.
    ///
    /// - Complexity: O(n).
    @inlinable
    public static func concatenate(_ effects: [Effect]) -> Effect {
        let present = effects.contains { $0.isNone } ? effects.filter { !$0.isNone } : effects
        switch present.count {
        case 0: return .none
        case 1: return present[0]
        default: return Effect(.concatenate(EffectList(present)))
        }
    }

    /// Runs this effect and then another one. A chain of calls stays flat.
    ///
    /// - Complexity: O(1) when a chain is built by appending.
    @inlinable
    public func concatenate(with other: Effect) -> Effect {
        if isNone { return other }
        if other.isNone { return self }
        guard case .concatenate(let list) = body, case .none = modifier else {
            if case .concatenate(let tail) = other.body, case .none = other.modifier {
                return Effect(.concatenate(EffectList([self]).appending(contentsOf: tail)))
            }
            return Effect(.concatenate(EffectList([self, other])))
        }
        if case .concatenate(let tail) = other.body, case .none = other.modifier {
            return Effect(.concatenate(list.appending(contentsOf: tail)))
        }
        return Effect(.concatenate(list.appending(other)))
    }
}
