/// What a node of the running tree is.
@usableFromInline
enum NodeKind: UInt8 {
    case free
    /// Detached from the tree, about to be freed.
    case dying
    /// The root of all that one send caused; what a `StoreTask` refers to.
    case task
    /// A merge: ends when its children have ended.
    case group
    /// A concatenation: starts the next step when its child ends.
    case chain
    /// A started effect around its only child: keeps an id, a scope or a place.
    case wrapper
    /// A chain whose next step is made when its child ends.
    case series
    /// A wrapper whose child is cancelled at a deadline.
    case timeout
    /// A callback with a `Send`.
    case run
    /// A pending `send.after` of a run.
    case wait
    case after
    case sleep
    case timer
    /// Waits for a time, then becomes a wrapper of its effect.
    case delay
    /// Waits for a quiet period, then becomes a wrapper of its effect.
    case debounce
    /// Waits for the end of a window, then becomes a wrapper of its effect.
    case throttle
    /// Waits in line for room, then becomes a wrapper of its effect.
    case queued
}

/// One record of the running tree; pooled, trivial, linked by index.
@usableFromInline
struct Node {
    @usableFromInline var kind = NodeKind.free
    /// Whether the last task that lived in this slot ended by being cancelled.
    var endedCancelled = false
    var isCancelled = false
    /// Whether the generic part keeps something for the node.
    @usableFromInline var hasSlot = false
    @usableFromInline var generation: UInt32 = 1
    @usableFromInline var parent: Int32 = -1
    @usableFromInline var task: Int32 = -1
    var scope: Int32 = 0
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previous: Int32 = -1
    /// The next sibling; the next free node while free.
    var next: Int32 = -1
    /// Children that have not ended; of a task also the actions that are still queued.
    @usableFromInline var live: Int32 = 0
    /// Steps of a chain that have not started.
    @usableFromInline var remaining: Int32 = 0
    var id: Int32 = -1
    var previousHolder: Int32 = -1
    var nextHolder: Int32 = -1
    @usableFromInline var timer: Int32 = -1
    /// The order in which nodes started.
    var order: UInt64 = 0
    var startedAt: Int64 = 0
    var send: Unmanaged<EffectHandle>?
    /// A repeating timer's period, a throttled call's interval.
    var period: Int64 = 0
    var ticks: Int64 = 0
    var ticksLeft: Int64 = -1
    var missed = MissedTicks.skip
    /// A throttled call that lets the one before it run on.
    var isShared = false
    /// A wrapper that takes up room in the queue of its id.
    var isAdmitted = false
    /// A series that goes no further: it has no more steps, or an error was not handled.
    @usableFromInline var isOver = false
    /// A wrapper through which effects are in its scope.
    var isEntrance = false
    /// A chain some of whose waiting steps were cancelled.
    var hasDroppedSteps = false
}

/// What is only needed to tell people about a node.
@usableFromInline
struct NodeOrigin {
    var label = RunLabel.unknown
    var origin = ActionSource.unknown
}

/// A node that may be gone.
@usableFromInline
struct NodeReference {
    @usableFromInline var node: Int32
    @usableFromInline var generation: UInt32

    @inlinable
    init(node: Int32, generation: UInt32) {
        self.node = node
        self.generation = generation
    }
}
