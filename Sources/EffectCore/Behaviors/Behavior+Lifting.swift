/// A feature put into a larger one, one axis at a time: its actions, its state, its environment.
extension Behavior {
    /// The behavior for the actions of a parent that are this feature's.
    @inlinable
    public func liftAction<Global>(
        _ path: CasePath<Global, Action>
    ) -> Behavior<Global, State, Environment> {
        Behavior<Global, State, Environment> { site in
            resolved(at: site.addressed()).lifted(path)
        }
    }

    /// The behavior on a part of a parent's state.
    ///
    /// The part may not be there, where the closure does not call back: then the behavior decides
    /// with a `stateBefore` of nil, nothing changes, and its effects run.
    ///
    /// Ids are shared with the parent, and those of channels too: two parts with equal ids want an `id`
    /// each.
    ///
    /// - Parameter modify: Gives access to the part, if it is there.
    @inlinable
    public func liftState<Global>(
        _ modify: @escaping (inout Global, (inout State) -> Void) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Action, Global, Environment> {
        lift(
            StateAccess(modify), isAlwaysThere: false,
            .shared(ScopeSite(fileID: fileID, line: line, column: column)))
    }

    /// As the form without `id`, with ids of its own: the parent reaches them, other parts do not.
    @inlinable
    public func liftState<Global>(
        _ modify: @escaping (inout Global, (inout State) -> Void) -> Void, id: some Hashable
    ) -> Behavior<Action, Global, Environment> {
        lift(StateAccess(modify), isAlwaysThere: false, .own(id))
    }

    /// The behavior on one case of a parent's state. Where it is another case, the behavior decides with a
    /// `stateBefore` of nil, nothing changes, and its effects run.
    @inlinable
    public func liftState<Global>(
        _ path: CasePath<Global, State>,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Action, Global, Environment> {
        lift(
            StateAccess(path), isAlwaysThere: false,
            .shared(ScopeSite(fileID: fileID, line: line, column: column)))
    }

    /// As the form without `id`, with ids of its own: the parent reaches them, other parts do not.
    @inlinable
    public func liftState<Global>(
        _ path: CasePath<Global, State>, id: some Hashable
    ) -> Behavior<Action, Global, Environment> {
        lift(StateAccess(path), isAlwaysThere: false, .own(id))
    }

    /// The behavior in a larger environment.
    @inlinable
    public func liftEnvironment<Global>(
        _ part: @escaping (Global) -> Environment
    ) -> Behavior<Action, State, Global> {
        Behavior<Action, State, Global> { site in
            let environment = site.environment
            return resolved(at: site.with { part(environment()) })
        }
    }

    @inlinable
    func lift<Global>(
        _ access: StateAccess<Global, State>, isAlwaysThere: Bool, _ place: LiftedPlace
    ) -> Behavior<Action, Global, Environment> {
        Behavior<Action, Global, Environment> { site in
            let part = site.part(access.visit)
            let window = isAlwaysThere ? nil : part.window
            return resolved(at: part).lifted(access, window, place)
        }
    }
}

extension BehaviorRun {
    @inlinable
    func lifted<Global>(_ path: CasePath<Global, Action>) -> BehaviorRun<Global, State> {
        let (accepts, produce) = (accepts, produce)
        return BehaviorRun<Global, State>(
            decide: { [decide] action, source in
                guard let own = path.extract(action) else { return [] }
                return decide(own, source)
            },
            change: change,
            produce: { source, effect in
                effect.fill(from: { produce(source, $0) }, embed: { $0.map(path.embed) })
            },
            accepts: { action in path.extract(action).map { accepts?($0) ?? true } ?? false },
            supervision: supervision?.map(path.embed))
    }

    @inlinable
    func lifted<Global>(
        _ access: StateAccess<Global, State>, _ window: (() -> StateWindow)?,
        _ place: LiftedPlace
    ) -> BehaviorRun<Action, Global> {
        let (decide, change, produce) = (decide, change, produce)
        let scope = EffectScope(
            id: place.id, isTransparent: place.isShared, visit: access.visit)
        return BehaviorRun<Action, Global>(
            decide: { action, source in
                var decision = decide(action, source)
                if let window, decision.contains(.changes), !window().isThere {
                    decision.remove(.changes)
                }
                return decision
            },
            change: { whole in access.change(&whole) { change(&$0) } },
            produce: { source, effect in
                produce(source, effect)
                effect.place(in: scope)
            },
            accepts: accepts, supervision: supervision?.embedded(in: scope) { $0 })
    }
}

/// Where a lifted behavior is among the features of its parent.
@usableFromInline
struct LiftedPlace {
    @usableFromInline let id: EffectID
    /// Whether it shares the parent's ids.
    @usableFromInline let isShared: Bool

    @inlinable
    init(_ id: EffectID, isShared: Bool) {
        self.id = id
        self.isShared = isShared
    }

    @inlinable
    static func shared(_ site: ScopeSite) -> LiftedPlace {
        LiftedPlace(EffectID(site), isShared: true)
    }

    @inlinable
    static func own(_ id: some Hashable) -> LiftedPlace {
        LiftedPlace(EffectID(id), isShared: false)
    }
}

extension EffectSlot {
    /// Puts the effect in a scope, if there is one.
    @inlinable
    func place(in scope: EffectScope) {
        if !isNone { fill(take().modified(by: .scope(scope))) }
    }
}

extension StateAccess {
    /// The way to one case of an enum.
    @inlinable
    init(_ path: CasePath<Whole, Part>) {
        self.init(
            modify: { whole, body in
                guard var part = path.extract(whole) else { return }
                body(&part)
                whole = path.embed(part)
            },
            visit: { whole, body in
                if let part = path.extract(whole.assumingMemoryBound(to: Whole.self).pointee) {
                    withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
                }
            })
    }
}

#if !hasFeature(Embedded)
    extension Behavior {
        /// The behavior on a property of a parent's state.
        @inlinable
        public func liftState<Global>(
            _ property: WritableKeyPath<Global, State>,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
        ) -> Behavior<Action, Global, Environment> {
            lift(
                StateAccess(property), isAlwaysThere: true,
                .shared(ScopeSite(fileID: fileID, line: line, column: column, property: property)))
        }

        /// As the form without `id`, with ids of its own: the parent reaches them, other parts do not.
        @inlinable
        public func liftState<Global>(
            _ property: WritableKeyPath<Global, State>, id: some Hashable
        ) -> Behavior<Action, Global, Environment> {
            lift(StateAccess(property), isAlwaysThere: true, .own(id))
        }
    }
#endif
