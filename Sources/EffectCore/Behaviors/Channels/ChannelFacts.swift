/// What there is to know about a channel, but for its actions.
@usableFromInline
struct ChannelFacts {
    @usableFromInline let id: EffectID
    /// The features that it is in, outermost first.
    @usableFromInline let place: ChannelPlace?
    @usableFromInline let lifetime: ChannelLifetime
    @usableFromInline let value: ChannelValue?
    @usableFromInline let delivery: ChannelDelivery
    @usableFromInline let source: ActionSource

    @inlinable
    init(
        _ id: EffectID, _ place: ChannelPlace?, _ lifetime: ChannelLifetime,
        _ value: ChannelValue?, _ delivery: ChannelDelivery, _ source: ActionSource
    ) {
        self.id = id
        self.place = place
        self.lifetime = lifetime
        self.value = value
        self.delivery = delivery
        self.source = source
    }

    /// A scope without ids of its own adds nothing to a channel of the feature itself. It tells apart the
    /// features in it: two of them may be the same but for the way to them.
    @inlinable
    func embedded(in scope: EffectScope) -> ChannelFacts {
        if scope.isTransparent, place == nil { return self }
        return ChannelFacts(
            id, ChannelPlace(scope.id, place), lifetime, value, delivery, source)
    }
}

/// The features that a channel is in, as a list.
@usableFromInline
final class ChannelPlace {
    @usableFromInline let scope: EffectID
    @usableFromInline let inner: ChannelPlace?

    @inlinable
    init(_ scope: EffectID, _ inner: ChannelPlace?) {
        self.scope = scope
        self.inner = inner
    }

    @inlinable
    static func isSame(_ first: ChannelPlace?, _ second: ChannelPlace?) -> Bool {
        var (first, second) = (first, second)
        while first !== second {
            guard let left = first, let right = second, left.scope == right.scope else {
                return false
            }
            first = left.inner
            second = right.inner
        }
        return true
    }
}

/// What a channel is known by among all channels that a state wants.
struct ChannelKey: Hashable {
    let id: EffectID
    let place: ChannelPlace?

    init(_ facts: ChannelFacts) {
        id = facts.id
        place = facts.place
    }

    init(_ instance: ChannelInstance) {
        id = instance.id
        place = instance.place
    }

    static func == (left: ChannelKey, right: ChannelKey) -> Bool {
        left.id == right.id && ChannelPlace.isSame(left.place, right.place)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        var place = place
        while let outer = place {
            hasher.combine(outer.scope)
            place = outer.inner
        }
    }
}
