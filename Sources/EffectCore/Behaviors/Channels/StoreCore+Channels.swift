/// A channel that the state wants, and what is open of it.
struct SupervisedChannel {
    var instance: ChannelInstance
    /// The effect of the instance; gone when the channel has ended.
    var node: NodeReference?
}

/// The channels that the state of a store wants, and their instances.
@usableFromInline
final class SupervisedChannels<State, Action> {
    @usableFromInline let supervision: Supervision<State, Action>
    /// In the order in which the state wants them.
    @exclusivity(unchecked) var entries: [SupervisedChannel] = []
    /// Kept for its capacity.
    @exclusivity(unchecked) var wanted: [Channel<Action>] = []
    /// The list that the channels are in line with, where the next one may be the very same.
    @exclusivity(unchecked) var known: [Channel<Action>] = []

    /// Those of which several were wanted, and that was said.
    @exclusivity(unchecked) var repeated: Set<ChannelKey> = []

    @usableFromInline
    init(_ supervision: Supervision<State, Action>) { self.supervision = supervision }

    func forget() {
        entries.removeAll()
        known = []
        repeated = []
    }
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
    /// - Complexity: O(1) where the state wants the very same list as before; else O(*n*) comparisons of
    ///   ids in the wanted channels, without hashing where they are the same as before.
    @usableFromInline
    func reconcile(_ source: ActionSource) {
        guard let supervised, isServing else { return }
        let repeatsItself = supervised.supervision.repeatsItself
        var wanted: [Channel<Action>] = []
        if !repeatsItself { swap(&wanted, &supervised.wanted) }
        supervised.supervision.collect(UnsafeRawPointer(state), &wanted)
        if repeatsItself, !channels.isDisturbed, supervised.known.isIdentical(to: wanted) { return }
        channels.isDisturbed = false
        let standing = wanted.withUnsafeBufferPointer {
            supervised.entries.standing(toward: ListOfFacts($0))
        }
        switch standing {
        case .same: wanted.withUnsafeBufferPointer { tell(ListOfFacts($0), supervised.entries) }
        case .reset: reset(wanted, supervised, source)
        case .other: rearrange(wanted, supervised, source)
        }
        if repeatsItself {
            supervised.known = wanted
        } else {
            wanted.removeAll(keepingCapacity: true)
            swap(&wanted, &supervised.wanted)
        }
        if !isServing { supervised.forget() }
        settle()
    }

    /// The channels are the same, in the same order, for the same keys: their values go on.
    private func tell(_ wanted: ListOfFacts, _ entries: [SupervisedChannel]) {
        for index in entries.indices {
            keep(entries[index].instance, wanted[index])
            guard isServing else { return }
        }
    }

    /// The channels are the same, in the same order, some of them for other keys.
    private func reset(
        _ wanted: [Channel<Action>], _ supervised: SupervisedChannels<State, Action>,
        _ source: ActionSource
    ) {
        for index in wanted.indices
        where supervised.entries[index].instance.resetKey != wanted[index].facts.lifetime.resetKey {
            close(supervised.entries[index].node)
            guard isServing else { return }
        }
        for index in wanted.indices {
            let channel = wanted[index]
            let instance = supervised.entries[index].instance
            if instance.resetKey != channel.facts.lifetime.resetKey {
                let entry = open(channel, source)
                // Opening it may have stopped the store.
                guard isServing else { return }
                supervised.entries[index] = entry
            } else {
                withUnsafePointer(to: channel.facts) { keep(instance, $0) }
            }
            guard isServing else { return }
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
            let key = ChannelKey(channel.facts)
            if let place = places[key] {
                noteDuplicate(channels[place].facts, channel.facts, supervised)
                channels[place] = channel
            } else {
                places[key] = channels.count
                channels.append(channel)
            }
        }
        let old = supervised.entries
        var known: [ChannelKey: Int] = [:]
        for (index, entry) in old.enumerated() {
            let key = ChannelKey(entry.instance)
            if let place = places[key],
                channels[place].facts.lifetime.resetKey == entry.instance.resetKey
            {
                known[key] = index
            }
        }
        // What stays is remembered first: the closing of others may stop the store.
        supervised.entries = []
        for entry in old {
            let key = ChannelKey(entry.instance)
            if known[key] == nil { close(entry.node) }
        }
        guard isServing else { return }
        for channel in channels {
            let key = ChannelKey(channel.facts)
            if let index = known[key] {
                supervised.entries.append(old[index])
                withUnsafePointer(to: channel.facts) { keep(old[index].instance, $0) }
            } else {
                supervised.entries.append(open(channel, source))
            }
            guard isServing else { return }
        }
    }

    private var isServing: Bool { !isStopped && !isShutDown }

    private func keep(_ instance: ChannelInstance, _ facts: UnsafePointer<ChannelFacts>) {
        #if DEBUG
            if instance.delivery != facts.pointee.delivery, !instance.isPacingReported {
                instance.isPacingReported = true
                report(
                    .channel,
                    "the delivery of the channel " + facts.pointee.id.description
                        + " takes effect when the channel opens anew", facts.pointee.source)
            }
        #endif
        instance.offer(facts.pointee.value)
    }

    private func open(
        _ channel: Channel<Action>, _ source: ActionSource
    ) -> SupervisedChannel {
        let instance = ChannelInstance(channel.facts)
        noteMissed(channel.facts)
        let effect = channel.start(instance)
        let task = startRoot(effect.body, effect.modifier, of: source, task: -1)
        // One that ended at once has no node any more.
        var node: NodeReference?
        if let task, nodes.isAlive(task), nodes[task.node].firstChild >= 0 {
            node = nodes.reference(to: nodes[task.node].firstChild)
        }
        return SupervisedChannel(instance: instance, node: node)
    }

    private func close(_ node: NodeReference?) {
        guard let node, nodes.isAlive(node) else { return }
        cancelNode(node.node)
        settle()
    }

    // MARK: Notes

    private func noteDuplicate(
        _ first: ChannelFacts, _ second: ChannelFacts,
        _ supervised: SupervisedChannels<State, Action>
    ) {
        #if DEBUG
            let isSameKey = first.lifetime.resetKey == second.lifetime.resetKey
            let isSameValue =
                switch (first.value, second.value) {
                case (nil, nil): true
                case (let first?, let second?): first.isEqual(to: second)
                default: false
                }
            guard !(isSameKey && isSameValue && first.delivery == second.delivery),
                supervised.repeated.insert(ChannelKey(second)).inserted
            else { return }
            report(
                .channel,
                "two different channels have the id " + second.id.description
                    + "; the last one counts", second.source)
        #endif
    }

    #if DEBUG
        /// An action begins: what earlier ones have broadcast is no matter of the channels that it opens.
        @usableFromInline
        func forgetMissedBroadcasts() {
            if !channels.missed.isEmpty { channels.missed.removeAll(keepingCapacity: true) }
        }
    #endif

    private func noteMissed(_ channel: ChannelFacts) {
        #if DEBUG
            guard let missed = channels.missed.first(where: { $0.id == channel.id }) else { return }
            report(
                .channel,
                "a value was broadcast to the channel " + channel.id.description
                    + " in the action in which it opens; it was dropped", missed.source)
        #endif
    }
}
