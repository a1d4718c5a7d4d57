extension Behavior {
    /// The behavior on state that may be absent. While it is, nothing is decided, changed or done.
    ///
    /// The feature's effects and channels have ids of their own, and end in the action in which its state
    /// goes. An action that is this feature's, as ``liftAction(_:)`` tells, is reported while the state is
    /// not there (counted in a release build).
    @inlinable
    public func liftOptional(
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Action, State?, Environment> {
        let scopeSite = ScopeSite(fileID: fileID, line: line, column: column)
        let source = ActionSource(fileID: fileID, line: line)
        return Behavior<Action, State?, Environment> { site in
            let access = StateAccess<State?, State>.unwrapped()
            let scope = EffectScope.optional(
                EffectID(scopeSite), StateAccess<State?, State?>.whole
            ) { _ in true }
            let part = site.part(access.visit)
            return resolved(at: part).lifted(
                access, scope, part.window, isAddressed: site.isAddressed, source)
        }
    }
}

extension BehaviorRun {
    @inlinable
    func lifted(
        _ access: StateAccess<State?, State>, _ scope: EffectScope,
        _ window: @escaping () -> StateWindow, isAddressed: Bool, _ source: ActionSource
    ) -> BehaviorRun<Action, State?> {
        let (decide, change, produce, accepts) = (decide, change, produce, accepts)
        let missing = InHand<Action?>(nil)
        return BehaviorRun<Action, State?>(
            decide: { action, sender in
                if window().isThere { return decide(action, sender) }
                // Without a lift of actions, those of the parent come by as well.
                guard accepts?(action) ?? isAddressed else { return [] }
                missing.value = action
                return .produces
            },
            change: { whole in access.change(&whole) { change(&$0) } },
            produce: { sender, effect in
                if let action = missing.value {
                    missing.value = nil
                    effect.fill(.missingChild("liftOptional", action, source))
                } else {
                    produce(sender, effect)
                    effect.place(in: scope)
                }
            },
            accepts: accepts, supervision: supervision?.embedded(in: scope) { $0 })
    }
}

extension StateAccess where Whole == Part {
    @inlinable
    static var whole: StateAccess {
        StateAccess(modify: { whole, body in body(&whole) }, visit: { $1($0) })
    }
}

extension StateAccess {
    /// The way into an optional.
    @inlinable
    static func unwrapped() -> StateAccess where Whole == Part? {
        StateAccess(
            modify: { whole, body in if whole != nil { body(&whole!) } },
            visit: { whole, body in
                if let part = whole.assumingMemoryBound(to: Part?.self).pointee {
                    withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
                }
            })
    }
}

#if !hasFeature(Embedded)
    extension Behavior {
        /// The behavior on an optional property of a parent's state; see ``liftOptional(fileID:line:column:)``.
        @inlinable
        public func liftOptional<Global>(
            _ property: WritableKeyPath<Global, State?>,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
        ) -> Behavior<Action, Global, Environment> {
            liftOptional(fileID: fileID, line: line, column: column)
                .liftState(property, fileID: fileID, line: line, column: column)
        }
    }
#endif
