/// The channels of a store that are open or settle, by id.
struct ChannelTable {
    private struct Key: Hashable {
        let id: EffectID
        let scope: Int32
    }

    private var open: [Key: ChannelInstance] = [:]
    private var opened: UInt64 = 0

    /// What was broadcast to nobody in the present action, for a note where its channel opens then.
    var missed: [(id: EffectID, source: ActionSource)] = []

    /// Whether a channel that a state wants was told a value by an effect.
    var isDisturbed = false

    init() {}

    var isEmpty: Bool { open.isEmpty }

    /// Those that are open, in the order in which they opened.
    var instances: [ChannelInstance] {
        open.values.filter { $0.opening == nil }.sorted { $0.serial < $1.serial }
    }

    /// Those that wait to open.
    var settling: [ChannelInstance] { open.values.filter { $0.opening != nil } }

    /// Adds one, as the last that has opened.
    mutating func add(_ instance: ChannelInstance) {
        opened += 1
        instance.serial = opened
        open[Key(id: instance.id, scope: instance.scope)] = instance
    }

    mutating func remove(_ instance: ChannelInstance) {
        let key = Key(id: instance.id, scope: instance.scope)
        if open[key] === instance { open[key] = nil }
    }

    func find(_ id: EffectID, in scope: Int32) -> ChannelInstance? {
        open.isEmpty ? nil : open[Key(id: id, scope: scope)]
    }
}

/// The id of a channel among the ids of effects: a name space of its own.
@usableFromInline
struct ChannelID: Hashable {
    @usableFromInline let id: EffectID

    @inlinable
    init(_ id: EffectID) { self.id = id }
}

#if !hasFeature(Embedded)
    extension ChannelID: CustomStringConvertible {
        @usableFromInline var description: String { "ChannelID(\(id))" }
    }
#endif

extension EffectID {
    @inlinable var ofChannel: EffectID { EffectID(ChannelID(self)) }

    @inlinable var isOfChannel: Bool {
        type == ObjectIdentifier(TypeTag<ChannelID>.self)
    }
}

extension Engine {
    /// Says that an effect runs under the id of a channel: it does not take the channel's place.
    func noteChannel(_ id: EffectID, in scope: Int32, beside node: Int32) {
        guard let record = ids.find(id.ofChannel, in: scope), ids[record].firstHolder >= 0 else {
            return
        }
        let source = nodeSource(node)
        report(
            .channel,
            "an effect runs under the id " + id.description
                + " beside the channel with that id; neither replaces the other",
            source.line == 0 ? currentOrigin : source, origin: currentOrigin)
    }
}
