import EffectCore

/// The engine's rules in plain words: a tree of objects, lists that are searched from end to end, and
/// one list of timers. It is slow, and its faults would not be those of the engine.
package final class Model {
    /// An id in its namespace.
    struct Key: Hashable {
        var namespace: [Place]
        var id: Int
    }

    /// A part of the running tree.
    final class Node {
        enum Kind {
            case task, group, chain, wrapper, timeout, run, wait, after, sleep, timer, delay
            case debounce, throttle, watch, work
        }

        var kind: Kind
        let parent: Node?
        var order: Int
        var isAlive = true
        var children: [Node] = []
        /// What it still counts: children, also those yet to start, and queued actions of a task.
        var live = 0
        var id: Int?
        /// The scopes it is in.
        var path: [Place]
        /// Whether it is the way into a scope, and the action by which what is there is dismissed.
        var isEntrance = false
        var dismissal: Int?
        var timer: Timer?
        /// The steps of a chain that have not started, and the ids that were cancelled in them.
        var steps: [(effect: Sketch, dropped: Set<Key>)] = []
        /// The ids that were cancelled in the present step while it waited.
        var dropped: Set<Key> = []
        var held: Sketch?
        var action = 0
        var source = 0
        var period = 0
        var missed = MissedTicks.skip
        var ticksLeft: Int?
        var isShared = false
        var isCancelled = false
        var handle: Handle?
        var onWait: (() -> Void)?
        var onFinish: [() -> Void] = []

        init(_ kind: Kind, under parent: Node?, order: Int) {
            self.kind = kind
            self.parent = parent
            self.order = order
            path = parent?.path ?? []
        }

        /// The scopes whose ids it sees: a plain one shares those around it.
        var namespace: [Place] {
            var path = path
            while let last = path.last, last.isTransparent { path.removeLast() }
            return path
        }

        func key(_ id: Int) -> Key { Key(namespace: namespace, id: id) }

        var key: Key? { id.map { key($0) } }

        var task: Node { parent?.task ?? self }

        /// Whether it is a merge without an id that has parts which are still to start.
        var isPartlyStarted: Bool { kind == .group && id == nil && live > children.count }

        /// Whether a store counts it among its effects.
        var isEffect: Bool {
            switch kind {
            case .run, .after, .sleep, .timer, .delay, .debounce, .throttle, .watch, .work: true
            case .task, .group, .chain, .wrapper, .timeout, .wait: false
            }
        }

        func isAtOrAbove(_ node: Node) -> Bool {
            self === node || node.parent.map { isAtOrAbove($0) } ?? false
        }
    }

    /// The `Send` of a run, with a count of who holds it.
    final class Handle {
        enum State { case active, finished, failed, cancelled }

        var state = State.active
        var node: Node?
        var holders = 0
        /// What is done to the actions it sends.
        var mapping = Mapping.identity
        var hooks: [(onlyOnCancel: Bool, action: () -> Void)] = []
    }

    final class Timer {
        var deadline = 0
        var sequence = 0
        /// The latest deadline over all postponements, and its own sequence.
        var limit: (deadline: Int, sequence: Int)?
        var node: Node
        /// Equal for timers whose deadlines are counted from the same moment.
        var armedAt = 0

        init(_ node: Node) { self.node = node }
    }

    struct Window {
        var start = Int.min
        var end = Int.min
        var quietUntil = Int.min
        var burstStart: Int?
    }

    struct Queued {
        var action: Int
        var task: Node
    }

    let script: Script
    var now = 0
    var trace = Trace()
    var nodes: [Node] = []
    var timers: [Timer] = []
    var windows: [Key: Window] = [:]
    var queue: [Queued] = []
    /// What is to be started in the present context, next first; what came last goes before it.
    var work: [(node: Node, job: Job)] = []
    var arrivals: [(node: Node, job: Job)] = []
    var deferred: [Handle] = []
    var tasks: [Node] = []
    var kept: [Int: Handle] = [:]
    /// Work on lanes, first come first served: also what has no node any more, once it has started.
    var waitingWork: [Int: [Node]] = [:]
    var startedWork: [Int: [Node]] = [:]
    var runs = 0
    var nextOrder = 0
    var nextSequence = 0
    var isDraining = false
    var isReducing = false
    var isStarting = false
    var isStopped = false
    var isReleased = false
    var initial: Sketch
    /// The features that are there, of those that may go away, and those that once were.
    var present: [[Place]]
    var saved: [[Place]]?
    var missingChildren = 0
    var steps = 0
    /// When timers fire and when something is done.
    var moments: Set<Int> = []
    var leeway = Int.max

    enum Job {
        case start(Sketch)
        case arm(Int)
    }

    /// A program that feeds itself without end is of no use.
    static let stepLimit = 400

    var isRunaway: Bool { steps > Self.stepLimit }

    init(_ script: Script) {
        self.script = script
        initial = script.initial.simplified()
        present = []
        for path in script.present { apply(Change(.before, .add(isFull: false), path)) }
    }

    /// What should be seen of the script, or nil when it does not end.
    package static func play(_ script: Script) -> Trace? { Model(script).play() }

    func play() -> Trace? {
        for command in script.commands {
            play(command)
            if isRunaway { return nil }
            noteState()
        }
        play(.stop)
        noteState()
        now += 100
        note(.armedTimers(0))
        return isRunaway ? nil : trace
    }

    /// A unit of time is a millisecond.
    func note(_ event: Trace.Event) { trace.note(event, at: Int64(now) * 1_000_000) }

    private func noteState() {
        if isReleased { return note(.released) }
        let alive = nodes.filter(\.isAlive)
        note(
            .answers(
                Trace.Answers(
                    inFlight: script.ids.filter { id in alive.contains { $0.id == id } },
                    effects: alive.count(where: \.isEffect), isEmpty: alive.isEmpty,
                    unfinishedTasks: tasks.indices.filter { tasks[$0].isAlive },
                    missingChildren: missingChildren)))
    }

    // MARK: Commands

    private func play(_ command: Command) {
        moments.insert(now)
        switch command {
        case .send(let action, let watched):
            guard !isReleased else { return }
            guard let task = send(action) else {
                tasks.append(finishedTask())
                if watched { note(.taskFinished(tasks.count - 1)) }
                return
            }
            let number = tasks.count
            tasks.append(task)
            guard watched else { return }
            let onFinish = { [unowned self] in note(.taskFinished(number)) }
            if task.isAlive { task.onFinish.append(onFinish) } else { onFinish() }
        case .advance(let time): advance(to: now + time)
        case .cancelTask(let number):
            if !tasks.isEmpty { cancel(task: tasks[number % tasks.count]) }
        case .poke(let poke): play(poke)
        case .stall(let time): now += time
        case .approach(let time): advance(to: now + time, inclusive: false)
        case .event(let source): deliver(source)
        case .startWork(let lane):
            if let node = waitingWork[lane]?.first {
                waitingWork[lane]?.removeFirst()
                startedWork[lane, default: []].append(node)
            }
        case .returnWork(let lane): returnWork(of: lane)
        case .stop: stop()
        case .release: release()
        }
    }

    private func finishedTask() -> Node {
        let task = Node(.task, under: nil, order: -1)
        task.isAlive = false
        return task
    }

    func play(_ poke: Poke) {
        switch poke {
        case .perform(let run, let steps):
            guard let handle = kept[run % max(1, runs)] else { return }
            perform(steps, handle, run % max(1, runs))
        case .letGo(let run):
            if let handle = kept.removeValue(forKey: run % max(1, runs)) { release(handle) }
        }
    }

    /// Watches that were made meanwhile hear of the next event only.
    private func deliver(_ source: Int) {
        for node in nodes where node.kind == .watch && node.source == source {
            if node.isAlive { receive(node.action, of: node.task) }
            settle()
        }
    }

    private func returnWork(of lane: Int) {
        guard let node = startedWork[lane]?.first else { return }
        startedWork[lane]?.removeFirst()
        if node.isAlive { sendLast(node) }
        settle()
    }

    private func advance(to target: Int, inclusive: Bool = true) {
        // A clock that stands where it is told to go runs nothing on the way.
        if !inclusive, target <= now { return }
        startInitial()
        while !isRunaway, let next = timers.min(by: Self.isBefore),
            inclusive ? next.deadline <= target : next.deadline < target
        {
            now = max(now, next.deadline)
            steps += 1
            fires(next, onTheWayTo: target)
            timers.removeAll { $0 === next }
            fire(next.node)
        }
        now = max(now, target)
    }

    private static func isBefore(_ first: Timer, _ second: Timer) -> Bool {
        (first.deadline, first.sequence) < (second.deadline, second.sequence)
    }

    func stop() {
        guard !isStopped else { return }
        initial = .none
        isStopped = true
        cancelEverything()
    }

    func release() {
        isReleased = true
        stop()
    }
}
