/// One opening of a channel: from the moment it is wanted until it is closed.
@usableFromInline
final class ChannelInstance {
    @usableFromInline let id: EffectID
    let place: ChannelPlace?
    let source: ActionSource
    let delivery: ChannelDelivery
    let resetKey: EffectID?
    /// The newest value of the state, and the last one that the handler got.
    @exclusivity(unchecked) private(set) var wanted: ChannelValue?
    @exclusivity(unchecked) private var delivered: ChannelValue?
    /// The effect while the channel is open.
    @exclusivity(unchecked) private(set) var handle: EffectHandle?
    @exclusivity(unchecked) private var receive: ((ChannelValue) -> Bool)?
    /// The id's name space.
    @exclusivity(unchecked) private(set) var scope: Int32 = 0
    @exclusivity(unchecked) private(set) var hasEnded = false
    /// Whether it was open and ended by itself.
    @exclusivity(unchecked) @usableFromInline private(set) var hasFinished = false
    /// Whether no state wants it: it gives way to one that is open already.
    @exclusivity(unchecked) @usableFromInline var isImperative = false
    /// The place in the order in which channels opened.
    @exclusivity(unchecked) var serial: UInt64 = 0
    /// While it settles: when it opens, in nanoseconds.
    @exclusivity(unchecked) private(set) var opening: Int64?

    // MARK: Pacing

    /// What waits: a value of the state, and one that was broadcast after it.
    @exclusivity(unchecked) private var pending: ChannelValue?
    @exclusivity(unchecked) private var pendingEvent: ChannelValue?
    @exclusivity(unchecked) private var windowEnd = Int64.min
    @exclusivity(unchecked) private var due = Int64.min
    @exclusivity(unchecked) private var isArmed = false
    @exclusivity(unchecked) var isPacingReported = false

    @usableFromInline
    init(_ facts: ChannelFacts) {
        id = facts.id
        place = facts.place
        source = facts.source
        delivery = facts.delivery
        resetKey = facts.lifetime.resetKey
        wanted = facts.value
    }

    // MARK: Opening and closing

    /// Takes the place of another instance, and then runs the channel's own code: at once, or when the
    /// wait to settle is over. What comes under the id meanwhile finds this instance.
    @usableFromInline
    func prepare(_ handle: EffectHandle, settle: Int64, open: @escaping () -> Void) {
        guard let engine = handle.link.engine else { return }
        if let present = engine.channels.find(id, in: handle.scope.index) {
            if isImperative, present.resetKey == resetKey {
                present.offer(wanted)
                engine.channels.isDisturbed = true
                handle.finish()
                return
            }
            present.close()
            guard handle.isActive else { return }
        }
        self.handle = handle
        scope = handle.scope.index
        engine.channels.add(self)
        handle.onTermination { self.end() }
        guard settle >= 0 else { return open() }
        opening = engine.queue.now.nanoseconds.addingSaturated(settle)
        handle.after(.nanoseconds(settle)) {
            self.opening = nil
            self.handle?.link.engine?.channels.add(self)
            open()
        }
    }

    /// Takes the handler that the channel answered, which may have ended meanwhile.
    @usableFromInline
    func begin<Value>(_ handle: EffectHandle, _ handler: ChannelHandler<Value>) {
        handle.onCancel(handler.cancel)
        guard handle.isActive else { return }
        receive = { boxed in
            guard let value = boxed.unwrapped(as: Value.self) else { return false }
            handler.receive(value)
            return true
        }
        if let wanted { deliver(wanted, isState: true) }
    }

    private func end() {
        let engine = handle?.link.engine
        hasFinished = handle?.state == .finished
        hasEnded = true
        handle = nil
        receive = nil
        pending = nil
        pendingEvent = nil
        engine?.channels.remove(self)
    }

    /// Ends the effect, with the handler's `cancel`.
    private func close() {
        guard let handle, handle.isActive, let engine = handle.link.engine else { return }
        engine.cancelNode(handle.node)
        engine.settle()
    }

    // MARK: Values

    /// Whether it is an instance of a wanted channel.
    func isOf(_ facts: UnsafePointer<ChannelFacts>) -> Bool {
        id == facts.pointee.id && ChannelPlace.isSame(place, facts.pointee.place)
    }

    /// Takes a value of the state. One that is not open yet gets the last of them when it is.
    func offer(_ value: ChannelValue?) {
        guard let value else { return }
        if let wanted, wanted === value || wanted.isEqual(to: value) { return }
        wanted = value
        guard receive != nil else { return }
        pace(value, isState: true)
    }

    /// Takes a value that is broadcast; answers whether the channel is open.
    func broadcast(_ value: ChannelValue) -> Bool {
        guard receive != nil, let handle, handle.isActive else { return false }
        pace(value, isState: false)
        return true
    }

    private func pace(_ value: ChannelValue, isState: Bool) {
        // It takes the place of one that waits, also where it need not wait itself.
        if isState { pending = nil }
        if delivery.pace != .immediate, isState, isDelivered(value) { return }
        switch delivery.pace {
        case .immediate: deliver(value, isState: isState)
        case .throttle:
            guard now < windowEnd else { return deliver(value, isState: isState) }
            guard isState else { return }
            pending = value
            arm(until: windowEnd)
        case .debounce:
            // An event is not what the state wants: a value of the state waits on beside it.
            pendingEvent = isState ? nil : value
            if isState { pending = value }
            due = now.addingSaturated(delivery.interval)
            arm(until: due)
        }
    }

    private func isDelivered(_ value: ChannelValue) -> Bool {
        delivered.map { $0 === value || $0.isEqual(to: value) } ?? false
    }

    private var now: Int64 { handle?.link.engine?.queue.now.nanoseconds ?? .min }

    /// One wait at a time; one that is over too early goes on.
    private func arm(until time: Int64) {
        guard !isArmed, let handle else { return }
        isArmed = true
        let wait = Duration.nanoseconds(time.subtractingSaturated(now))
        handle.after(wait) { self.fire() }
    }

    private func fire() {
        isArmed = false
        let (value, event) = (pending, pendingEvent)
        guard value != nil || event != nil else { return }
        let end = delivery.pace == .throttle ? windowEnd : due
        guard now >= end else { return arm(until: end) }
        pending = nil
        pendingEvent = nil
        if let value { deliver(value, isState: true) }
        if let event { deliver(event, isState: false) }
    }

    private func deliver(_ value: ChannelValue, isState: Bool) {
        guard let handle, handle.isActive, let receive, let engine = handle.link.engine else {
            return
        }
        if isState { delivered = value }
        if delivery.pace == .throttle { windowEnd = now.addingSaturated(delivery.interval) }
        guard !handle.inContext({ receive(value) }) else { return }
        engine.report(
            .channel,
            "a value of another type than the channel " + id.description + " takes was dropped",
            source)
    }
}
