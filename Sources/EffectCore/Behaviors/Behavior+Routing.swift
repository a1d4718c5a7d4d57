/// Rules that lead from one action to another one, or to a change.
extension Behavior {
    /// This behavior, and a rule: where an action is `trigger`, and the state before it allows it, another
    /// action is sent, and the state may change.
    ///
    /// The action that is sent has the line of this call as its source. A rule without a change notifies
    /// nobody.
    ///
    /// - Parameters:
    ///   - trigger: Which actions the rule is about.
    ///   - condition: Whether the state before the action allows it.
    ///   - dispatch: Makes the action to send from what the trigger carries.
    ///   - change: Changes the state first.
    @inlinable
    public func on<Value>(
        _ trigger: CasePath<Action, Value>, when condition: ((State) -> Bool)? = nil,
        dispatch: @escaping (Value) -> Action, reduce change: ((Value, inout State) -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Behavior {
        let source = ActionSource(fileID: fileID, line: line)
        return rule(trigger, condition, dispatch, change, source)
    }

    /// This behavior, and a rule that sends one known action.
    @inlinable
    public func on<Value>(
        _ trigger: CasePath<Action, Value>, when condition: ((State) -> Bool)? = nil,
        dispatch action: Action, reduce change: ((Value, inout State) -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Behavior {
        let source = ActionSource(fileID: fileID, line: line)
        return rule(trigger, condition, { _ in action }, change, source)
    }

    /// This behavior, and a rule that only changes the state.
    @inlinable
    public func on<Value>(
        _ trigger: CasePath<Action, Value>, when condition: ((State) -> Bool)? = nil,
        reduce change: @escaping (Value, inout State) -> Void
    ) -> Behavior {
        rule(trigger, condition, nil, change, .unknown)
    }

    @inlinable
    func rule<Value>(
        _ trigger: CasePath<Action, Value>, _ condition: ((State) -> Bool)?,
        _ dispatch: ((Value) -> Action)?, _ change: ((Value, inout State) -> Void)?,
        _ source: ActionSource
    ) -> Behavior {
        handle { action, context in
            guard let value = trigger.extract(action) else { return .doNothing }
            if let condition {
                guard let state = context.stateBefore, condition(state) else { return .doNothing }
            }
            return Consequence(
                change.map { change in { state in change(value, &state) } },
                dispatch.map { dispatch in { _ in Effect(.send(dispatch(value), source)) } })
        }
    }
}
