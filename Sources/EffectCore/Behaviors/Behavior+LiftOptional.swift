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
        let scope = EffectScope.optional(
            EffectID(ScopeSite(fileID: fileID, line: line, column: column)),
            StateAccess<State?, State?>.whole
        ) { _ in true }
        return liftOptional(.fixed(scope), ActionSource(fileID: fileID, line: line))
    }

    /// As the form without `id`; state that is replaced by one with another id starts anew.
    ///
    /// - Parameter id: What tells the feature from the next one in its place.
    @inlinable
    public func liftOptional<ID: Hashable>(
        id: @escaping (State) -> ID,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Action, State?, Environment> {
        let site = ScopeSite(fileID: fileID, line: line, column: column)
        return liftOptional(
            .identified { state in
                let present = id(state)
                return .optional(
                    EffectID(IdentifiedSite(site, present)), StateAccess<State?, State?>.whole
                ) { id($0) == present }
            }, ActionSource(fileID: fileID, line: line))
    }

    @inlinable
    func liftOptional(
        _ scope: OptionalScope<State>, _ source: ActionSource
    ) -> Behavior<Action, State?, Environment> {
        Behavior<Action, State?, Environment> { site in
            let access = StateAccess<State?, State>.unwrapped()
            let part = site.part(access.visit)
            return resolved(at: part).lifted(
                access, scope, part.window, isAddressed: site.isAddressed, source)
        }
    }
}

extension BehaviorRun {
    @inlinable
    func lifted(
        _ access: StateAccess<State?, State>, _ scope: OptionalScope<State>,
        _ window: @escaping () -> StateWindow, isAddressed: Bool, _ source: ActionSource
    ) -> BehaviorRun<Action, State?> {
        let (decide, change, produce, accepts) = (decide, change, produce, accepts)
        let missing = InHand<Action?>(nil)
        // Of the state before the action: the action may remove it.
        let place = InHand<EffectScope?>(nil)
        return BehaviorRun<Action, State?>(
            decide: { action, sender in
                let window = window()
                if window.isThere {
                    let decision = decide(action, sender)
                    if decision.contains(.produces) { place.value = scope.of(window) }
                    return decision
                }
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
                    if let place = scope.of(window()) ?? place.value { effect.place(in: place) }
                    place.value = nil
                }
            },
            accepts: accepts,
            supervision: supervision?.ofOptional(.whole, { scope.of(copy $0) }, nil) { $0 })
    }
}

/// The scope of state that may be absent.
@usableFromInline
enum OptionalScope<State> {
    /// The same for whatever is there.
    case fixed(EffectScope)
    /// One for each id.
    case identified((State) -> EffectScope)

    @inlinable
    func of(_ state: State) -> EffectScope {
        switch self {
        case .fixed(let scope): scope
        case .identified(let scope): scope(state)
        }
    }

    /// That of what is there now, if anything has to be there.
    @inlinable
    func of(_ window: StateWindow) -> EffectScope? {
        switch self {
        case .fixed(let scope): scope
        case .identified(let scope): window.state().map(scope)
        }
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

        /// The behavior on an optional property; state that is replaced by another id starts anew.
        @inlinable
        public func liftOptional<Global, ID: Hashable>(
            _ property: WritableKeyPath<Global, State?>, id: @escaping (State) -> ID,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
        ) -> Behavior<Action, Global, Environment> {
            liftOptional(id: id, fileID: fileID, line: line, column: column)
                .liftState(property, fileID: fileID, line: line, column: column)
        }
    }
#endif
