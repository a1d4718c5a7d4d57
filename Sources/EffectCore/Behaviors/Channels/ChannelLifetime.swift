/// How long one instance of a channel lives while the state wants the channel.
public struct ChannelLifetime {
    /// Nil for a channel that is never replaced.
    @usableFromInline let resetKey: EffectID?
    /// Nanoseconds, or negative for none.
    @usableFromInline let settle: Int64

    @inlinable
    init(resetKey: EffectID?, settle: Int64) {
        self.resetKey = resetKey
        self.settle = settle
    }

    /// One instance for as long as the channel is wanted.
    @inlinable
    public static var permanent: ChannelLifetime {
        ChannelLifetime(resetKey: nil, settle: -1)
    }

    /// Another instance whenever the key is another one: the old one is closed at once.
    ///
    /// - Parameters:
    ///   - resetKey: What the instance was opened for.
    ///   - settle: How long the key must stay the same before an instance opens; nil to open at once.
    ///     Values that change meanwhile do not prolong the wait.
    @inlinable
    public static func ephemeral<Key: Hashable>(
        resetKey: Key, settle: Duration? = nil
    ) -> ChannelLifetime {
        ChannelLifetime(
            resetKey: EffectID(resetKey), settle: settle?.roundedNanoseconds ?? -1)
    }
}

/// What a channel is told by the state.
public struct Broadcasting<Value: Equatable> {
    @usableFromInline let boxed: ChannelValue?

    @inlinable
    init(_ boxed: ChannelValue?) { self.boxed = boxed }

    /// Nothing.
    @inlinable
    public static var nothing: Broadcasting { Broadcasting(nil) }

    /// A value: when the channel opens, and then whenever it is not equal to the one before.
    @inlinable
    public static func onChange(_ value: Value) -> Broadcasting {
        Broadcasting(
            ChannelValueOf(value, isSame: { ChannelValueOf<Value>.areEqual($0, $1) }))
    }
}

/// How fast the values that a channel is told may follow each other.
public struct ChannelDelivery: Hashable, Sendable {
    @usableFromInline
    enum Pace: Sendable { case immediate, throttle, debounce }

    @usableFromInline let pace: Pace
    @usableFromInline let interval: Int64

    @inlinable
    init(_ pace: Pace, _ interval: Int64) {
        self.pace = pace
        self.interval = interval
    }

    /// At once.
    @inlinable
    public static var immediate: ChannelDelivery { ChannelDelivery(.immediate, 0) }

    /// At most one in each interval. The last value of the state comes at the end of it; what is
    /// broadcast within one is dropped, since events are not repeated later.
    @inlinable
    public static func throttle(_ interval: Duration) -> ChannelDelivery {
        ChannelDelivery(.throttle, max(0, interval.roundedNanoseconds))
    }

    /// The last one, when there was no other for the time of the interval. What a channel is told when it
    /// opens comes at once. The last value of the state comes also where something was broadcast after it,
    /// right before that.
    @inlinable
    public static func debounce(_ interval: Duration) -> ChannelDelivery {
        ChannelDelivery(.debounce, max(0, interval.roundedNanoseconds))
    }
}

/// What an open channel does with values, and how it is closed.
public struct ChannelHandler<Value> {
    @usableFromInline let receive: (Value) -> Void
    @usableFromInline let cancel: () -> Void

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - receive: Takes a value that the channel is told.
    ///   - cancel: Closes the channel; called once, unless the channel ends by itself.
    @inlinable
    public init(receive: @escaping (Value) -> Void, cancel: @escaping () -> Void) {
        self.receive = receive
        self.cancel = cancel
    }

    /// A handler of a channel that is told nothing.
    @inlinable
    public static func cancelOnly(_ cancel: @escaping () -> Void) -> ChannelHandler {
        ChannelHandler(receive: { _ in }, cancel: cancel)
    }
}
