/// The only interpreter of effects: tree, ids, timers and cancellation, without the action type.
///
/// The generic part (`StoreCore`) carries actions in slots next to the nodes and answers the calls
/// marked as its duty below.
@usableFromInline
class Engine: TurnTarget {
    @usableFromInline final let queue: RunQueue
    @usableFromInline final let link = EngineLink()
    @exclusivity(unchecked) @usableFromInline final var nodes = NodePool()
    @exclusivity(unchecked) final var ids = IDTable()
    @exclusivity(unchecked) final var scopes = ScopeTable()
    /// Ends of open windows. Windows keep nothing alive and wake nobody: they are looked at when
    /// something else happens.
    @exclusivity(unchecked) final var windows = TimerHeap()
    @exclusivity(unchecked) final var nextOrder: UInt64 = 1
    @exclusivity(unchecked) final var scratch: [Int32] = []
    @exclusivity(unchecked) final var droppedSteps: [DroppedStep] = []
    /// What is to finish because its handle was released in a quiet time, and the hooks of that.
    @exclusivity(unchecked) final var deferredFinishes: [NodeReference] = []
    @exclusivity(unchecked) final var abandonedHooks: [Int32: AbandonedHooks] = [:]
    /// Ids with room in their queue for an effect that waits in line.
    @exclusivity(unchecked) final var roomyIDs: [Int32] = []
    @exclusivity(unchecked) final var taskCallbacks: [NodeKey: [() -> Void]] = [:]
    @exclusivity(unchecked) final var statistics = EffectStatistics()
    @exclusivity(unchecked) final var currentOrigin = ActionSource.unknown

    @exclusivity(unchecked) @usableFromInline final var phase = Phase.open
    /// Whether the loop that starts effects runs in this context; it takes what is added.
    @exclusivity(unchecked) @usableFromInline final var isStarting = false
    /// How long the work list is, and where the work of the present context begins.
    @exclusivity(unchecked) @usableFromInline final var queuedWork = 0
    @exclusivity(unchecked) @usableFromInline final var workBase = 0
    /// Where the work begins that was added last, in the order in which it came; below it, what is
    /// next stands last.
    @exclusivity(unchecked) @usableFromInline final var arrivalsBase = 0
    /// Whether something waits for the end of a quiet time.
    @exclusivity(unchecked) @usableFromInline final var needsSettling = false
    @exclusivity(unchecked) @usableFromInline final var isShutDown = false
    /// Whether some scope with effects can go away: then states are looked at after each action.
    @exclusivity(unchecked) @usableFromInline final var hasRemovableScopes = false
    @exclusivity(unchecked) @usableFromInline final var reporter: Reporter
    /// Whether some effect has surroundings, and those of each node.
    @exclusivity(unchecked) @usableFromInline final var hasContexts = false
    @exclusivity(unchecked) final var contexts: [EffectContext?] = []
    /// The channels that are open, and whether there has been any.
    @exclusivity(unchecked) final var channels = ChannelTable()
    @exclusivity(unchecked) final var hasChannels = false
    #if DEBUG
        /// How deep the calls into the engine are nested, and how many steps no check has followed.
        @exclusivity(unchecked) @usableFromInline final var stepDepth = 0
        @exclusivity(unchecked) final var uncheckedSteps = 0
    #endif

    @usableFromInline
    init(queue: RunQueue) {
        self.queue = queue
        reporter = queue.reporter
        super.init()
        link.engine = self
    }

    /// Whose code runs.
    @usableFromInline
    enum Phase: UInt8 {
        /// The engine's or an effect's.
        case open
        case reducing
        /// A hook's or an observer's.
        case notifying
    }

    /// Whether a reducer, a hook or an observer runs: nothing starts meanwhile.
    @inlinable var isQuiet: Bool { phase != .open }

    override final func timerFired(_ node: Int32) {
        beginStep()
        fire(node)
        endStep()
    }

    override final func label(of node: Int32) -> RunLabel {
        guard node >= 0 else {
            return RunLabel(name: nil, priority: .normal, source: currentOrigin)
        }
        return nodes[origin: node].label
    }

    // MARK: Duties of the generic part

    /// The frequent ones, set once; see `Duties`.
    @exclusivity(unchecked) @usableFromInline final var duties = Duties()

    @usableFromInline func slotsGrew(from old: Int, to new: Int) {}
    /// Takes the callback of a wait out of its slot, together with what keeps its run in flight.
    @usableFromInline func takeWait(_ node: Int32) -> (() -> Void, EffectHandle)? { nil }
    @usableFromInline func putWait(
        _ node: Int32, _ action: @escaping () -> Void, _ handle: EffectHandle
    ) {}
    @usableFromInline func removeObserver(_ token: UInt64) {}
    @usableFromInline func dropQueuedActions() {}
    @usableFromInline func dismiss(_ node: Int32, _ source: ActionSource) {}
    #if DEBUG
        /// How many queued actions belong to each task.
        @usableFromInline func queuedTasks() -> [Int32: Int32] { [:] }
    #endif

    // MARK: Nodes

    /// Adds a node below `parent`, which counts it already.
    @usableFromInline
    func addNode(_ kind: NodeKind, under parent: Int32, label: RunLabel) -> Int32 {
        if nodes.needsGrowth {
            let old = nodes.capacity
            nodes.grow()
            slotsGrew(from: old, to: nodes.capacity)
        }
        let node = nodes.take()
        nodes[node].kind = kind
        nodes[node].order = nextOrder
        nextOrder += 1
        nodes[origin: node].label = label
        if parent >= 0 {
            nodes[node].startedAt = queue.startTime
            nodes[node].parent = parent
            nodes[node].task = nodes[parent].task
            nodes[node].scope = nodes[parent].scope
            scopes.retain(nodes[parent].scope)
            nodes[origin: node].origin =
                nodes[parent].kind == .task ? currentOrigin : nodes[origin: parent].origin
            linkChild(node, to: parent)
            if hasContexts { inheritContext(node, from: parent) }
        } else {
            nodes[node].task = node
        }
        return node
    }

    @usableFromInline
    func addNode(
        _ kind: NodeKind, under parent: Int32, source: ActionSource, id: Int32
    ) -> Int32 {
        let node = addNode(
            kind, under: parent, label: RunLabel(name: nil, priority: .normal, source: source))
        if id >= 0 { hold(id, by: node) }
        return node
    }

    private func linkChild(_ node: Int32, to parent: Int32) {
        let last = nodes[parent].lastChild
        nodes[node].previous = last
        if last >= 0 {
            nodes[last].next = node
        } else {
            nodes[parent].firstChild = node
        }
        nodes[parent].lastChild = node
    }

    func unlinkChild(_ node: Int32) {
        let parent = nodes[node].parent
        let previous = nodes[node].previous
        let next = nodes[node].next
        if previous >= 0 {
            nodes[previous].next = next
        } else if parent >= 0 {
            nodes[parent].firstChild = next
        }
        if next >= 0 {
            nodes[next].previous = previous
        } else if parent >= 0 {
            nodes[parent].lastChild = previous
        }
        nodes[node].previous = -1
        nodes[node].next = -1
    }

    // MARK: Ids

    /// The record of an id as seen from a node; to be given back by `releaseID`.
    @usableFromInline
    func retainID(_ id: EffectID, for node: Int32) -> Int32 {
        let scope = scopes.namespace(of: nodes[node].scope)
        if id.isOfChannel {
            hasChannels = true
        } else if hasChannels {
            noteChannel(id, in: scope, beside: node)
        }
        var isNew = false
        let record = ids.retain(id, in: scope, isNew: &isNew)
        if isNew { scopes.retain(scope) }
        return record
    }

    @usableFromInline
    func releaseID(_ record: Int32) {
        let scope = ids[record].scope
        if ids.release(record) { scopes.release(scope) }
    }

    @usableFromInline
    func hold(_ id: Int32, by node: Int32) {
        ids[id].references += 1
        nodes[node].id = id
        let last = ids[id].lastHolder
        nodes[node].previousHolder = last
        if last >= 0 {
            nodes[last].nextHolder = node
        } else {
            ids[id].firstHolder = node
        }
        ids[id].lastHolder = node
    }

    func letGo(_ node: Int32) {
        let id = nodes[node].id
        guard id >= 0 else {
            if nodes[node].isEntrance { leaveScope(node) }
            return
        }
        if ids[id].firstInLine >= 0 || nodes[node].isAdmitted { leaveLine(node, of: id) }
        let previous = nodes[node].previousHolder
        let next = nodes[node].nextHolder
        if previous >= 0 {
            nodes[previous].nextHolder = next
        } else {
            ids[id].firstHolder = next
        }
        if next >= 0 {
            nodes[next].previousHolder = previous
        } else {
            ids[id].lastHolder = previous
        }
        if ids[id].waiting == node {
            ids[id].waiting = -1
            ids[id].burstStart = .min
        }
        if ids[id].held == node { ids[id].held = -1 }
        nodes[node].id = -1
        releaseID(id)
    }

    // MARK: Access for the generic part

    @usableFromInline
    func nodeSource(_ node: Int32) -> ActionSource { nodes[origin: node].label.source }

    @usableFromInline
    func setOrigin(_ source: ActionSource) { currentOrigin = source }

    @usableFromInline
    func isTaskCancelled(_ task: Int32) -> Bool { nodes[task].isCancelled }

    // MARK: Reports

    @usableFromInline
    func report(
        _ kind: Report.Kind, _ message: String, _ source: ActionSource, origin: ActionSource? = nil
    ) {
        reporter(Report(kind: kind, message: message, source: source, origin: origin))
    }

    @usableFromInline
    func countDropped(_ handle: EffectHandle) {
        statistics.countDropped(label: handle.label)
    }

    @inlinable
    @inline(__always)
    func checkThread() {
        #if DEBUG
            queue.threadCheck?()
        #endif
    }
}

/// What the generic part does for the engine at every step.
///
/// Functions and not overridden methods: a store's initializer is inlined where its types are known,
/// so that these are compiled for them; the methods of a generic class are not. They capture nothing,
/// so that a call retains nothing.
@usableFromInline
struct Duties {
    /// Releases what the slot of a node holds.
    @usableFromInline var clearSlot: (Engine, _ node: Int32) -> Void = { _, _ in }
    /// Sends the action in the slot of a node.
    @usableFromInline var deliver: (Engine, _ node: Int32, _ tick: Tick?) -> Void = { _, _, _ in }
    /// Puts the next step of a chain on the work list; whether there is one.
    @usableFromInline var queueStep: (Engine, _ chain: Int32) -> Bool = { _, _ in false }
    /// Puts the effect that a node waited for on the work list.
    @usableFromInline var queueHeldEffect: (Engine, _ node: Int32) -> Void = { _, _ in }
    /// Starts what is on the work list.
    @usableFromInline var startQueued: (Engine) -> Void = { _ in }

    @inlinable
    init() {}
}

/// The way from handles and tokens to their engine, cut when the store goes.
@usableFromInline
final class EngineLink {
    @exclusivity(unchecked) @usableFromInline final var engine: Engine?
    /// Who wants to know when the store goes; few stores have any.
    private var closeHooks: ObserverList<() -> Void>?
    private var nextHook: UInt64 = 1

    init() {}

    func addCloseHook(_ action: @escaping () -> Void) -> UInt64 {
        let hooks = closeHooks ?? ObserverList()
        closeHooks = hooks
        hooks.add(action, token: nextHook)
        defer { nextHook += 1 }
        return nextHook
    }

    func removeCloseHook(_ token: UInt64) { closeHooks?.remove(token) }

    /// Nothing reaches the engine any more, and who asked for it is told.
    func cut() {
        engine = nil
        let hooks = closeHooks
        closeHooks = nil
        hooks?.forEach { $0() }
    }
}
