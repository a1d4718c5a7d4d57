/// A long-lived effect that the state wants: a socket, a watch, a timer, told apart by its id.
///
/// A behavior or a reducer says with `supervise` which channels the state wants. After each action
/// that changed something the store closes what is not wanted any more, and then opens what is new, in
/// the order of the list. A channel that stays gets the values it broadcasts, and nothing is asked of
/// one for which nothing has changed.
///
/// ```swift
/// Channel(id: "uart", lifetime: .ephemeral(resetKey: state.baud), broadcasting: .onChange(state.mode)) { dispatch in
///     let port = environment.open(state.baud) { dispatch(.received($0)) }
///     return ChannelHandler(receive: { mode in port.set(mode) }, cancel: { port.close() })
/// }
/// ```
///
/// A channel that ends by itself, by `dispatch.finish()`, stays closed until the state stops wanting it,
/// or wants it with another reset key; so does one that was cancelled by its id. One that fails to open
/// is therefore not opened again and again.
///
/// Channels have ids of their own beside those of other effects. ``Effect/cancel(id:includingWaiting:)``
/// reaches both; `cancelInFlight`, debounce and throttle never touch a channel.
public struct Channel<Action> {
    /// First, so that a list of channels can be looked through without knowing its actions.
    @usableFromInline let facts: ChannelFacts
    /// The effect that opens an instance.
    @usableFromInline let start: (ChannelInstance) -> Effect<Action>

    @inlinable
    init(
        _ id: EffectID, _ place: ChannelPlace?, _ lifetime: ChannelLifetime,
        _ value: ChannelValue?, _ delivery: ChannelDelivery, _ source: ActionSource,
        _ start: @escaping (ChannelInstance) -> Effect<Action>
    ) {
        self.init(ChannelFacts(id, place, lifetime, value, delivery, source), start)
    }

    @inlinable
    init(_ facts: ChannelFacts, _ start: @escaping (ChannelInstance) -> Effect<Action>) {
        self.facts = facts
        self.start = start
    }

    @inlinable
    init<Value>(
        _ id: EffectID, _ lifetime: ChannelLifetime, _ value: ChannelValue?,
        _ delivery: ChannelDelivery, _ onEnd: Action?, _ source: ActionSource,
        _ open: @escaping (Send<Action>) -> ChannelHandler<Value>
    ) {
        let label = RunLabel(name: nil, priority: .normal, source: source)
        self.init(id, nil, lifetime, value, delivery, source) { instance in
            let opening = Effect<Action>(
                .run(
                    .direct { send in
                        instance.prepare(send, settle: lifetime.settle) {
                            instance.begin(send, open(send))
                        }
                    }, label))
            var effect = opening
            if let onEnd {
                effect = effect.concatenate(
                    with: Effect(.mapped { instance.hasFinished ? .send(onEnd, source) : .none }))
            }
            // Innermost: the id is one of the feature that the channel belongs to.
            return effect.modified(by: .cancellable(id.ofChannel, cancelInFlight: false))
        }
    }

    /// Creates a channel that is told of a value.
    ///
    /// - Parameters:
    ///   - id: What tells it from the other channels of its feature.
    ///   - lifetime: Whether it is replaced while it is wanted.
    ///   - value: What it is told, when it opens and whenever it changes.
    ///   - delivery: How fast values follow each other; decided when the channel opens.
    ///   - onEnd: Sent when the channel ends by itself.
    ///   - open: Opens it, and answers what takes values and what closes it. `dispatch` sends actions, and
    ///     ends the channel by `finish()`.
    @inlinable
    public init<ID: Hashable, Value: Equatable>(
        id: ID, lifetime: ChannelLifetime = .permanent, broadcasting value: Broadcasting<Value>,
        delivery: ChannelDelivery = .immediate, onEnd: Action? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        open: @escaping (_ dispatch: Send<Action>) -> ChannelHandler<Value>
    ) {
        self.init(
            EffectID(id), lifetime, value.boxed, delivery, onEnd,
            ActionSource(fileID: fileID, line: line), open)
    }

    /// Creates a channel that is told nothing by the state, only by
    /// ``Effect/broadcast(_:channel:fileID:line:)``.
    @inlinable
    public init<ID: Hashable, Value>(
        id: ID, lifetime: ChannelLifetime = .permanent, delivery: ChannelDelivery = .immediate,
        onEnd: Action? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        open: @escaping (_ dispatch: Send<Action>) -> ChannelHandler<Value>
    ) {
        self.init(
            EffectID(id), lifetime, nil, delivery, onEnd,
            ActionSource(fileID: fileID, line: line), open)
    }

    /// Creates a channel that is told nothing at all.
    @inlinable
    public init<ID: Hashable>(
        id: ID, lifetime: ChannelLifetime = .permanent,
        broadcasting value: Broadcasting<Never> = .nothing,
        delivery: ChannelDelivery = .immediate, onEnd: Action? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        open: @escaping (_ dispatch: Send<Action>) -> ChannelHandler<Never>
    ) {
        self.init(
            EffectID(id), lifetime, nil, delivery, onEnd,
            ActionSource(fileID: fileID, line: line), open)
    }

    /// The same channel with its actions transformed.
    @inlinable
    public func map<Other>(_ transform: @escaping (Action) -> Other) -> Channel<Other> {
        let start = start
        return Channel<Other>(facts) { start($0).map(transform) }
    }

    /// The channel of a child, in the terms of its parent.
    @inlinable
    func embedded<Parent>(
        in scope: EffectScope, _ dismissal: Parent?, _ embed: @escaping (Action) -> Parent
    ) -> Channel<Parent> {
        let start = start
        return Channel<Parent>(facts.embedded(in: scope)) {
            start($0).map(embed).inFeature(scope, dismissal: dismissal)
        }
    }
}
