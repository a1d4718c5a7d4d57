/// The channels that the state of a store wants, and their instances.
@usableFromInline
final class SupervisedChannels<State, Action> {
    struct Entry {
        var channel: Channel<Action>
        var instance: ChannelInstance
        /// The effect of the instance; gone when the channel has ended.
        var node: NodeReference?
    }

    @usableFromInline let supervision: Supervision<State, Action>
    /// In the order in which the state wants them.
    @exclusivity(unchecked) var entries: [Entry] = []
    /// Kept for its capacity.
    @exclusivity(unchecked) var wanted: [Channel<Action>] = []

    @usableFromInline
    init(_ supervision: Supervision<State, Action>) { self.supervision = supervision }
}

extension StoreCore {
    @usableFromInline
    func supervise(_ supervision: Supervision<State, Action>) {
        supervised = SupervisedChannels(supervision)
        hasHooks = true
        awaitsStart = true
        queue.resumeNextTurn(self)
    }

    /// Brings the channels in line with the state: closes, then opens and tells, in the wanted order.
    ///
    /// - Complexity: O(*n*) comparisons of ids in the wanted channels, without hashing where they are the
    ///   same as before.
    @usableFromInline
    func reconcile(_ source: ActionSource) {
        guard let supervised, !isStopped, !isShutDown else { return }
        var wanted: [Channel<Action>] = []
        swap(&wanted, &supervised.wanted)
        supervised.supervision.collect(UnsafeRawPointer(state), &wanted)
        if supervised.isInLine(with: wanted) {
            tell(wanted, supervised, source)
        } else {
            rearrange(wanted, supervised, source)
        }
        wanted.removeAll(keepingCapacity: true)
        swap(&wanted, &supervised.wanted)
        if !isServing { supervised.entries.removeAll() }
        settle()
    }

    /// The channels are the same, in the same order: their values go on.
    private func tell(
        _ wanted: [Channel<Action>], _ supervised: SupervisedChannels<State, Action>,
        _ source: ActionSource
    ) {
        var hasReset = false
        for index in wanted.indices
        where supervised.entries[index].instance.resetKey != wanted[index].lifetime.resetKey {
            hasReset = true
            close(supervised.entries[index].node)
            guard isServing else { return }
        }
        for index in wanted.indices {
            guard isServing else { return }
            let channel = wanted[index]
            let instance = supervised.entries[index].instance
            if hasReset, instance.resetKey != channel.lifetime.resetKey {
                let opened = open(channel, source)
                // One that opens may stop the store, and then none is wanted any more.
                guard isServing else { return }
                supervised.entries[index] = opened
            } else {
                keep(instance, channel)
            }
        }
    }

    private func rearrange(
        _ wanted: [Channel<Action>], _ supervised: SupervisedChannels<State, Action>,
        _ source: ActionSource
    ) {
        // The last of several with one id counts, in the place of the first.
        var channels: [Channel<Action>] = []
        var places: [ChannelKey: Int] = [:]
        for channel in wanted {
            let key = ChannelKey(id: channel.id, place: channel.place)
            if let place = places[key] {
                noteDuplicate(channels[place], channel)
                channels[place] = channel
            } else {
                places[key] = channels.count
                channels.append(channel)
            }
        }
        let old = supervised.entries
        var known: [ChannelKey: Int] = [:]
        for (index, entry) in old.enumerated() {
            let key = ChannelKey(id: entry.channel.id, place: entry.channel.place)
            if let place = places[key],
                channels[place].lifetime.resetKey == entry.instance.resetKey
            {
                known[key] = index
            }
        }
        // What stays is remembered first: the closing of others may stop the store.
        supervised.entries = []
        for entry in old {
            let key = ChannelKey(id: entry.channel.id, place: entry.channel.place)
            if known[key] == nil { close(entry.node) }
        }
        guard isServing else { return }
        for channel in channels {
            let key = ChannelKey(id: channel.id, place: channel.place)
            if let index = known[key] {
                supervised.entries.append(old[index])
                keep(old[index].instance, channel)
            } else {
                supervised.entries.append(open(channel, source))
            }
            guard isServing else { return }
        }
    }

    private var isServing: Bool { !isStopped && !isShutDown }

    private func keep(_ instance: ChannelInstance, _ channel: Channel<Action>) {
        #if DEBUG
            if instance.delivery != channel.delivery, !instance.isPacingReported {
                instance.isPacingReported = true
                report(
                    .channel,
                    "the delivery of the channel " + channel.id.description
                        + " takes effect when the channel opens anew", channel.source)
            }
        #endif
        instance.offer(channel.value)
    }

    private func open(
        _ channel: Channel<Action>, _ source: ActionSource
    ) -> SupervisedChannels<State, Action>.Entry {
        let instance = ChannelInstance(of: channel)
        noteMissed(channel)
        let effect = channel.start(instance)
        let task = startRoot(effect.body, effect.modifier, of: source, task: -1)
        // One that ended at once has no node any more.
        var node: NodeReference?
        if let task, nodes.isAlive(task), nodes[task.node].firstChild >= 0 {
            node = nodes.reference(to: nodes[task.node].firstChild)
        }
        return SupervisedChannels.Entry(channel: channel, instance: instance, node: node)
    }

    private func close(_ node: NodeReference?) {
        guard let node, nodes.isAlive(node) else { return }
        cancelNode(node.node)
        settle()
    }

    // MARK: Notes

    private func noteDuplicate(_ first: Channel<Action>, _ second: Channel<Action>) {
        #if DEBUG
            let isSameKey = first.lifetime.resetKey == second.lifetime.resetKey
            let isSameValue =
                switch (first.value, second.value) {
                case (nil, nil): true
                case (let first?, let second?): first.isEqual(to: second)
                default: false
                }
            guard !(isSameKey && isSameValue && first.delivery == second.delivery) else { return }
            report(
                .channel,
                "two different channels have the id " + second.id.description
                    + "; the last one counts", second.source)
        #endif
    }

    private func noteMissed(_ channel: Channel<Action>) {
        #if DEBUG
            guard let missed = channels.missed.first(where: { $0.id == channel.id }) else { return }
            report(
                .channel,
                "a value was broadcast to the channel " + channel.id.description
                    + " in the action in which it opens; it was dropped", missed.source)
        #endif
    }
}

extension SupervisedChannels {
    func isInLine(with wanted: [Channel<Action>]) -> Bool {
        guard wanted.count == entries.count else { return false }
        for index in wanted.indices where !wanted[index].isSame(as: entries[index].channel) {
            return false
        }
        return true
    }
}
