/// One effect in flight, as a store lists it.
public struct RunningEffect {
    /// What an effect in flight does.
    public enum Kind: Hashable, Sendable {
        /// A callback that holds its `send`.
        case run
        /// An action that comes once.
        case after
        /// A pause.
        case sleep
        /// A repeating timer.
        case timer
        /// An effect that has not started: it waits for a delay.
        case delayed
        /// An effect that has not started: it waits for a quiet period.
        case debounced
        /// An effect that has not started: it waits for the end of a throttle's window.
        case throttled
        /// An effect that has not started: it waits in line for others under its id.
        case queued
    }

    /// What the effect does.
    public var kind: Kind
    /// The name it was given, if any.
    public var name: String?
    /// How urgent it was said to be.
    public var priority: EffectPriority
    /// The line that declared it.
    public var source: ActionSource
    /// Where the action was sent from that started it.
    public var origin: ActionSource
    /// The ids it can be cancelled by, innermost first. Each can be given to
    /// ``Effect/cancel(id:includingWaiting:)`` as it is.
    public var ids: [EffectID]
    /// When it started or began to wait, by the time of that turn.
    public var startedAt: Instant
    /// When its timer is due, if it has one.
    public var deadline: Instant?
    /// The id of the channel that it keeps open, if it is one's and the channel is open.
    package var channel: EffectID?
    /// What tells the effect from every other one of its store.
    package var key: NodeKey
    /// The task it belongs to: that of the send which caused it, however indirectly.
    package var task: NodeKey

    /// Whether one of the ids is this value.
    public func has(id: some Hashable) -> Bool { ids.contains(EffectID(id)) }
}

extension NodeKind {
    var running: RunningEffect.Kind? {
        switch self {
        case .run: .run
        case .after: .after
        case .sleep: .sleep
        case .timer: .timer
        case .delay: .delayed
        case .debounce: .debounced
        case .throttle: .throttled
        case .queued: .queued
        case .free, .dying, .task, .group, .chain, .series, .wrapper, .timeout, .wait: nil
        }
    }
}

extension Engine {
    /// The effects in flight, in the order they started. O(slots).
    @usableFromInline
    func runningEffects() -> [RunningEffect] {
        queue.stamp()
        let running = (0..<Int32(nodes.used)).filter { nodes[$0].kind.running != nil }
            .sorted { nodes[$0].order < nodes[$1].order }
        var open: [Int32: EffectID] = [:]
        for instance in channels.instances {
            if let handle = instance.handle { open[handle.node] = instance.id }
        }
        var opening: [Int32: Int64] = [:]
        for instance in channels.settling {
            if let handle = instance.handle { opening[handle.node] = instance.opening }
        }
        return running.compactMap { node in
            guard var kind = nodes[node].kind.running else { return nil }
            var deadline = opening[node]
            if deadline != nil { kind = .delayed }
            if nodes[node].timer >= 0 { deadline = queue.deadline(of: nodes[node].timer) }
            let origin = nodes[origin: node]
            return RunningEffect(
                kind: kind, name: origin.label.name.isEmpty ? nil : origin.label.name.string,
                priority: origin.label.priority,
                source: origin.label.source, origin: origin.origin, ids: idsHeld(above: node),
                startedAt: Instant(nanoseconds: nodes[node].startedAt),
                deadline: deadline.map { Instant(nanoseconds: $0) },
                channel: open[node], key: NodeKey(nodes.reference(to: node)),
                task: NodeKey(nodes.reference(to: nodes[node].task)))
        }
    }

    private func idsHeld(above node: Int32) -> [EffectID] {
        var found: [EffectID] = []
        var current = node
        while current >= 0 {
            if nodes[current].id >= 0 { found.append(ids[nodes[current].id].id) }
            current = nodes[current].parent
        }
        return found
    }

    /// Whether anything is in flight under the id, in the root's scope or below.
    @usableFromInline
    func isInFlight(_ id: EffectID) -> Bool {
        let channel = hasChannels ? id.ofChannel : nil
        var scope: Int32 = 0
        while scope >= 0 {
            if let record = ids.find(id, in: scope), ids[record].firstHolder >= 0 { return true }
            if let channel, let record = ids.find(channel, in: scope),
                ids[record].firstHolder >= 0
            {
                return true
            }
            scope = scopes.next(after: scope, within: 0)
        }
        return false
    }

    /// How many nodes, ids and windows there are: zero when nothing runs and all windows are over.
    package var tableCounts: (nodes: Int, ids: Int, windows: Int) {
        pruneWindows(at: queue.now.nanoseconds)
        return (nodes.count, ids.count, windows.count)
    }
}
