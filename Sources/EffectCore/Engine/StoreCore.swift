/// The part of a store that knows its types: state, reducer, queue, and the actions of its effects.
@usableFromInline
final class StoreCore<State, Action>: Engine {
    /// Behind a pointer, so that reading and mutating it needs no run-time exclusivity check.
    @usableFromInline let state: UnsafeMutablePointer<State>
    @usableFromInline let reduction: Reduction<State, Action>
    /// Where the reducer puts its effect; empty again before the next action is reduced.
    @usableFromInline let returned: EffectSlot<Action>
    @exclusivity(unchecked) @usableFromInline var slots: UnsafeMutablePointer<Slot<Action>>
    @exclusivity(unchecked) @usableFromInline var slotCount: Int
    @exclusivity(unchecked) @usableFromInline var work: [Work<Action>] = []
    @exclusivity(unchecked) @usableFromInline var queued = ActionQueue<Action>()
    @exclusivity(unchecked) @usableFromInline var isDraining = false
    /// Whether a drain was cut short and goes on in the next turn.
    @exclusivity(unchecked) @usableFromInline var isSuspended = false
    @exclusivity(unchecked) @usableFromInline var isStopped = false
    @exclusivity(unchecked) @usableFromInline var startsNextTurn = false
    /// What every start begins with, and that of the present one until it has begun.
    @usableFromInline let firstEffect: Effect<Action>
    @exclusivity(unchecked) @usableFromInline var initialEffect: Effect<Action>
    @exclusivity(unchecked) @usableFromInline var transaction: TransactionEntry?
    @exclusivity(unchecked) @usableFromInline var spareSend: Send<Action>?
    @exclusivity(unchecked) @usableFromInline var emit: Emit<Action> = { _, _ in }
    @exclusivity(unchecked) @usableFromInline var runawayLimit = Limits.actionsBeforeRunawayReport
    @exclusivity(unchecked) @usableFromInline var onRunaway: ((RunawayDrain) -> RunawayResponse)?
    /// The behavior that runs instead of the reduction, in a store that has one.
    @exclusivity(unchecked) @usableFromInline var stage: BehaviorStage<State, Action>?
    /// The channels that the state wants, in a store that has any.
    @exclusivity(unchecked) @usableFromInline var supervised: SupervisedChannels<State, Action>?
    /// Whether the initial effect and the first channels are still to start.
    @exclusivity(unchecked) @usableFromInline var awaitsStart: Bool

    /// Whether an action has more to do than its reduction and its effect.
    @exclusivity(unchecked) @usableFromInline var hasHooks = false
    @exclusivity(unchecked) @usableFromInline var hasObservers = false
    @usableFromInline let willHooks = ObserverList<() -> Void>()
    @usableFromInline let didHooks = ObserverList<() -> Void>()
    @usableFromInline let actionHooks = ObserverList<(Action, ActionSource) -> Void>()
    @usableFromInline let observers = ObserverList<(State) -> Void>()
    @exclusivity(unchecked) @usableFromInline var nextToken: UInt64 = 1

    @inlinable
    init(
        state: State, initialEffect: Effect<Action>, queue: RunQueue,
        reduction: @escaping Reduction<State, Action>
    ) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        self.reduction = reduction
        returned = EffectSlot(.allocate(capacity: 1))
        firstEffect = initialEffect
        self.initialEffect = initialEffect
        awaitsStart = !initialEffect.isNone
        slotCount = 16
        slots = .allocate(capacity: 16)
        slots.initialize(repeating: .empty, count: 16)
        super.init(queue: queue)
        // The link is cut before the core goes, and every emission passes the link.
        emit = { [unowned(unsafe) self] action, emission in
            self.receive(
                action, emission.source, emission.transaction,
                task: self.nodes[emission.node].task)
        }
        duties.clearSlot = { _ = Self.of($0).takeSlot($1) }
        duties.deliver = { Self.of($0).deliver($1, tick: $2) }
        duties.queueStep = { Self.of($0).queueStep(of: $1) }
        duties.queueHeldEffect = { Self.of($0).queueHeldEffect(of: $1) }
        duties.startQueued = { Self.of($0).startWork() }
        if !initialEffect.isNone { queue.resumeNextTurn(self) }
    }

    deinit {
        slots.deinitialize(count: slotCount)
        slots.deallocate()
        returned.memory.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    // MARK: Duties of the generic part

    /// An engine's duties are set by the core that it is part of.
    @inlinable
    @inline(__always)
    static func of(_ engine: Engine) -> StoreCore {
        unsafeDowncast(engine, to: StoreCore<State, Action>.self)
    }

    @usableFromInline
    override func slotsGrew(from old: Int, to new: Int) {
        let larger = UnsafeMutablePointer<Slot<Action>>.allocate(capacity: new)
        larger.moveInitialize(from: slots, count: slotCount)
        (larger + slotCount).initialize(repeating: .empty, count: new - slotCount)
        slots.deallocate()
        slots = larger
        slotCount = new
    }

    @inlinable
    func deliver(_ node: Int32, tick: Tick?) {
        guard case .output(let output) = slots[Int(node)] else { return }
        let action: Action
        switch output {
        case .action(let known): action = known
        case .make(let make):
            let context = enterContext(of: node)
            action = make()
            leaveContext(context)
        case .tick(let make):
            guard let tick else { return }
            let context = enterContext(of: node)
            action = make(tick)
            leaveContext(context)
        }
        receive(action, nodeSource(node), nil, task: nodes[node].task)
    }

    @inlinable
    func queueStep(of chain: Int32) -> Bool {
        switch takeSlot(chain) {
        case .steps(var steps):
            guard let step = steps.popLast() else { return false }
            putSlot(chain, .steps(steps))
            queueWork(.start(step), nodes.reference(to: chain))
            return true
        case .source(let next):
            putSlot(chain, .source(next))
            guard !nodes[chain].isOver, let step = next() else {
                nodes[chain].isOver = true
                return false
            }
            queueWork(.start(step), nodes.reference(to: chain))
            return true
        case .empty, .output, .held, .wait: return false
        }
    }

    @inlinable
    func queueHeldEffect(of node: Int32) {
        guard case .held(let body) = takeSlot(node) else { return }
        queueWork(.start(Effect(body)), nodes.reference(to: node))
    }

    @usableFromInline
    override func takeWait(_ node: Int32) -> (() -> Void, EffectHandle)? {
        guard case .wait(let action, let handle) = takeSlot(node) else { return nil }
        return (action, handle)
    }

    @usableFromInline
    override func putWait(
        _ node: Int32, _ action: @escaping () -> Void, _ handle: EffectHandle
    ) {
        putSlot(node, .wait(action, handle))
    }

    @usableFromInline
    override func dropQueuedActions() {
        work.removeAll()
        queuedWork = 0
        workBase = 0
        arrivalsBase = 0
        while !queued.isEmpty { _ = queued.removeFirst() }
    }

    @usableFromInline
    override func dismiss(_ node: Int32, _ source: ActionSource) {
        checkThread()
        beginStep()
        dismiss(from: node, source)
        endStep()
    }

    #if DEBUG
        @usableFromInline
        override func queuedTasks() -> [Int32: Int32] {
            var counts: [Int32: Int32] = [:]
            queued.forEach { if $0.task >= 0 { counts[$0.task, default: 0] += 1 } }
            return counts
        }
    #endif

    @usableFromInline
    override func removeObserver(_ token: UInt64) {
        willHooks.remove(token)
        didHooks.remove(token)
        actionHooks.remove(token)
        observers.remove(token)
        hasObservers = !observers.isEmpty
        hasHooks =
            !(willHooks.isEmpty && didHooks.isEmpty && actionHooks.isEmpty) || stage != nil
            || supervised != nil
    }

    @usableFromInline
    override func turnBegan() {
        guard !isShutDown else { return }
        isSuspended = false
        if startsNextTurn { start() }
        startInitialEffect()
        resumeDrain()
        settle()
    }

    @inlinable
    func queueWork(_ kind: Work<Action>.Kind, _ node: NodeReference) {
        work.append(Work(kind, node))
        queuedWork += 1
    }

    /// Puts what was added last before what waits already: it starts in the order in which it came.
    @inlinable
    @inline(__always)
    func placeArrivals() {
        if queuedWork > arrivalsBase + 1 { reverseArrivals() }
        arrivalsBase = queuedWork
    }

    @usableFromInline
    func reverseArrivals() {
        // By hand: reversing a slice would copy it.
        var first = arrivalsBase
        var last = queuedWork - 1
        while first < last {
            work.swapAt(first, last)
            first += 1
            last -= 1
        }
    }

    @inlinable
    func putSlot(_ node: Int32, _ slot: consuming Slot<Action>) {
        // The slot is empty, and an empty slot holds nothing.
        (slots + Int(node)).initialize(to: slot)
        nodes[node].hasSlot = true
    }

    @inlinable
    func takeSlot(_ node: Int32) -> Slot<Action> {
        nodes[node].hasSlot = false
        let slot = (slots + Int(node)).move()
        (slots + Int(node)).initialize(to: .empty)
        return slot
    }
}
