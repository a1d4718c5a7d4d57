extension Behavior {
    /// A reducer as a behavior: it changes the state in its turn, and its effect starts with the others'.
    /// Every action counts as one that changes something.
    @inlinable
    public init<R: Reducer>(reducer: R) where R.State == State, R.Action == Action {
        self.init { _ in .reducing(reducer) }
    }

    /// This behavior in a tree of reducers. It decides, changes and makes its effects at its own place:
    /// it sees what reducers before it have changed.
    ///
    /// - Parameter environment: What effects and channels are made with; asked for each time.
    @inlinable
    public func reducer(
        environment: @autoclosure @escaping () -> Environment
    ) -> BehaviorReducer<Action, State> {
        BehaviorReducer(self, environment)
    }
}

extension Behavior where Environment == Void {
    /// This behavior in a tree of reducers.
    @inlinable
    public func reducer() -> BehaviorReducer<Action, State> { BehaviorReducer(self, {}) }
}

extension Reducer {
    /// The same as a behavior, for any environment.
    @inlinable
    public func asBehavior<Environment>() -> Behavior<Action, State, Environment> {
        Behavior(reducer: self)
    }
}

extension BehaviorRun {
    @inlinable
    static func reducing<R: Reducer>(_ reducer: R) -> BehaviorRun
    where R.State == State, R.Action == Action {
        let reduction = reducer.resolved()
        let action = InHand<Action?>(nil)
        let effect = InHand(Effect<Action>.none)
        return BehaviorRun(
            decide: { next, _ in
                action.value = next
                return [.changes, .produces]
            },
            change: { state in
                guard let next = action.value else { return }
                action.value = nil
                withUnsafeTemporaryAllocation(of: Effect<Action>.self, capacity: 1) { memory in
                    guard let address = memory.baseAddress else { return }
                    let slot = EffectSlot(address)
                    reduction(&state, next, slot)
                    effect.value = slot.take()
                }
            },
            produce: { _, slot in
                slot.fill(effect.value)
                effect.value = .none
            },
            supervision: reducer.channels(SupervisionPath()))
    }
}

/// A behavior as a reducer; made by ``Behavior/reducer(environment:)``.
public struct BehaviorReducer<Action, State>: Reducer {
    @usableFromInline let build: (InHand<UnsafeRawPointer?>) -> BehaviorRun<Action, State>

    @inlinable
    init<Environment>(
        _ behavior: Behavior<Action, State, Environment>,
        _ environment: @escaping () -> Environment
    ) {
        build = { address in
            let window = StateWindow { body in
                if let state = address.value { body(state) }
            }
            let site = BehaviorSite(
                environment: environment, window: { window }, phase: BehaviorPhase())
            let run = behavior.resolved(at: site)
            return BehaviorRun(
                decide: { action, source in
                    site.phase.number &+= 1
                    let decision = run.decide(action, source)
                    site.phase.number &+= 1
                    return decision
                },
                change: run.change, produce: run.produce, supervision: run.supervision)
        }
    }

    /// Goes through the phases of the behavior. Builds it anew: a store uses ``resolved()`` instead.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        erased().reduce(into: &state, action: action)
    }

    /// The phases of the behavior, built once.
    @inlinable
    public func resolved() -> Reduction<State, Action> {
        let address = InHand<UnsafeRawPointer?>(nil)
        let run = build(address)
        return { state, action, effect in
            withUnsafeMutablePointer(to: &state) { pointer in
                address.value = UnsafeRawPointer(pointer)
                let decision = run.decide(action, .unknown)
                if decision.contains(.changes) { run.change(&pointer.pointee) }
                if decision.contains(.produces) {
                    run.produce(.unknown, effect)
                } else {
                    effect.fill(.none)
                }
                address.value = nil
            }
        }
    }

    /// The channels of the behavior.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<State, Action>? {
        build(InHand(nil)).supervision
    }

    /// A behavior may.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool { true }
}
