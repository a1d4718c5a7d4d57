extension Effect {
    /// Opens a channel that no state wants: it stays open until it ends by itself, is cancelled by its
    /// id, or its feature goes.
    ///
    /// If a channel with this id is open in the feature, or settles, it gets the value instead, where that
    /// is another one; if the reset key is another one, that one is closed first. One that the state comes to want
    /// under the same id takes its place: it is closed, and then the state's is opened.
    @inlinable
    public static func open(_ channel: Channel<Action>) -> Effect {
        Effect(
            .mapped {
                let instance = ChannelInstance(channel.facts)
                instance.isImperative = true
                return .boxed(EffectBox(channel.start(instance)))
            })
    }

    /// Sends a value into an open channel of the feature, as an event: each one counts, also an equal one.
    ///
    /// Where no such channel is open, or one still settles, the value is dropped and counted
    /// (``EffectStatistics/droppedBroadcasts``): effects come before the channels of their action open.
    /// A value of another type than the channel takes is reported and dropped.
    @inlinable
    public static func broadcast<Value>(
        _ value: Value, channel id: some Hashable, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Effect {
        let boxed = ChannelValueOf(value, isSame: nil)
        let id = EffectID(id)
        let source = ActionSource(fileID: fileID, line: line)
        let label = RunLabel(name: nil, priority: .normal, source: source)
        return Effect(.run(.direct { send in send.broadcast(boxed, to: id, source) }, label))
    }
}

extension EffectHandle {
    @usableFromInline
    final func broadcast(_ value: ChannelValue, to id: EffectID, _ source: ActionSource) {
        guard let engine = link.engine else { return }
        if engine.channels.find(id, in: scope.index)?.broadcast(value) == true { return }
        engine.statistics.droppedBroadcasts += 1
        #if DEBUG
            engine.channels.missed.append((id, source))
        #endif
    }
}
