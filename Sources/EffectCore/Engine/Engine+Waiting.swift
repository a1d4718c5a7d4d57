/// Debounce, throttle, delay: what decides when an effect starts. See DESIGN of the operators in
/// `Effect.debounce` and `Effect.throttle`.
extension Engine {
    // MARK: Timers

    @usableFromInline
    func arm(_ node: Int32, after delay: Int64) {
        nodes[node].timer = queue.reserveTimer(for: self, token: node)
        queue.schedule(nodes[node].timer, after: delay)
    }

    @usableFromInline
    func startTimer(_ node: Int32, _ period: Int64, _ plan: TimerPlan?, source: ActionSource) {
        if period <= 0 {
            report(
                .clampedParameter, "a timer with a period of zero or less ticks once a turn", source
            )
        }
        nodes[node].period = max(0, period)
        nodes[node].timer = queue.reserveTimer(
            for: self, token: node, clock: plan?.clock ?? .monotonic)
        queue.schedule(nodes[node].timer, after: nodes[node].period)
        guard let plan else { return }
        nodes[node].ticksLeft = plan.count
        nodes[node].missed = plan.missed
        guard plan.leading else { return }
        nodes[node].ticks = 1
        if plan.count > 0 { nodes[node].ticksLeft -= 1 }
        let reference = nodes.reference(to: node)
        let now = Instant(nanoseconds: queue.now(for: nodes[node].timer))
        duties.deliver(self, node, Tick(count: 1, missed: 0, deadline: now))
        if nodes.isAlive(reference), nodes[node].ticksLeft == 0 { finish(node) }
    }

    func wait(_ delay: Int64, of handle: EffectHandle, perform: @escaping () -> Void) {
        checkThread()
        let node = addNode(.wait, under: handle.node, label: nodes[origin: handle.node].label)
        putWait(node, perform, handle)
        arm(node, after: delay)
    }

    func fire(_ node: Int32) {
        switch nodes[node].kind {
        case .after:
            let reference = nodes.reference(to: node)
            freeTimer(node)
            duties.deliver(self, node, nil)
            if nodes.isAlive(reference) { finish(node) }
        case .sleep: finish(node)
        case .timer: tick(node)
        case .wait: performWait(node)
        case .delay, .debounce, .throttle: begin(node, at: queue.turnTime)
        case .timeout:
            let reference = nodes.reference(to: node)
            freeTimer(node)
            cancelChildren(of: node)
            guard nodes.isAlive(reference) else { break }
            duties.deliver(self, node, nil)
            if nodes.isAlive(reference) { finish(node) }
        case .free, .dying, .task, .group, .chain, .wrapper, .run: break
        }
        settle()
        pruneWindows(at: queue.turnTime)
    }

    private func freeTimer(_ node: Int32) {
        queue.releaseTimer(nodes[node].timer)
        nodes[node].timer = -1
    }

    private func performWait(_ node: Int32) {
        guard let (action, handle) = takeWait(node) else { return }
        let run = nodes[node].parent
        unlinkChild(node)
        leaveTables(node)
        conclude(node, .finished)
        let context = enterContext(of: run)
        action()
        leaveContext(context)
        _ = handle
    }

    private func tick(_ node: Int32) {
        let timer = nodes[node].timer
        let period = nodes[node].period
        let due = queue.deadline(of: timer)
        let late = queue.lateness(of: timer)
        var missed: Int64 = 0
        nodes[node].ticks += 1
        if nodes[node].ticksLeft > 0 { nodes[node].ticksLeft -= 1 }
        let isLast = nodes[node].ticksLeft == 0
        if !isLast {
            switch nodes[node].missed {
            case _ where period == 0: queue.schedule(timer, after: 0)
            case .skip:
                missed = late / period
                queue.rearm(
                    timer, at: due.addingSaturated((missed + 1).multipliedSaturated(by: period)))
            case .burst: queue.rearm(timer, at: due.addingSaturated(period))
            case .delay: break
            }
        } else if period > 0, nodes[node].missed == .skip {
            missed = late / period
        }
        let reference = nodes.reference(to: node)
        duties.deliver(
            self, node,
            Tick(
                count: Int(nodes[node].ticks), missed: Int(missed),
                deadline: Instant(nanoseconds: due)))
        guard nodes.isAlive(reference) else { return }
        if isLast {
            finish(node)
        } else if nodes[node].missed == .delay, period > 0 {
            queue.schedule(timer, after: period)
        }
    }

    // MARK: Start gates

    /// A waiting node becomes a wrapper and its effect starts.
    private func begin(_ node: Int32, at now: Int64) {
        let id = nodes[node].id
        let reference = nodes.reference(to: node)
        let isThrottle = nodes[node].kind == .throttle
        freeTimer(node)
        if id >= 0 {
            ids[id].references += 1
            if ids[id].waiting == node {
                ids[id].waiting = -1
                ids[id].quietUntil = .min
            }
            if ids[id].held == node { ids[id].held = -1 }
            if isThrottle {
                if !nodes[node].isShared { displace(id, exceptAbove: node) }
                openWindow(id, from: now, for: nodes[node].period)
            }
            releaseID(id)
        }
        guard nodes.isAlive(reference) else { return }
        nodes[node].kind = .wrapper
        nodes[node].live = 1
        duties.queueHeldEffect(self, node)
        needsSettling = true
    }

    /// A debounced call: the answer is the node to put the effect in, and whether it starts now.
    @usableFromInline
    func debounce(
        _ id: Int32, _ interval: Int64, _ plan: DebouncePlan?, under parent: Int32,
        source: ActionSource
    ) -> GatedStart {
        var timer: Int32 = -1
        let waiting = ids[id].waiting
        if waiting >= 0 {
            // The wait goes over to the new call: it costs one store, and a burst keeps its bound.
            timer = nodes[waiting].timer
            nodes[waiting].timer = -1
        }
        let reference = nodes.reference(to: parent)
        displace(id, exceptAbove: parent)
        guard nodes.isAlive(reference), !isShutDown else {
            if timer >= 0 { queue.releaseTimer(timer) }
            return .dropped
        }
        if let plan, plan.leading {
            let now = queue.now.nanoseconds
            let isQuiet = now < ids[id].quietUntil
            ids[id].quietUntil = now.addingSaturated(interval)
            keepWindow(id, until: ids[id].quietUntil)
            if !isQuiet, timer < 0 { return .starts }
            if !plan.trailing {
                if timer >= 0 { queue.releaseTimer(timer) }
                return .skipped
            }
        }
        let node = addNode(.debounce, under: parent, source: source, id: id)
        ids[id].waiting = node
        if timer >= 0 {
            queue.setToken(node, of: timer)
        } else {
            timer = queue.reserveTimer(for: self, token: node)
        }
        nodes[node].timer = timer
        queue.schedule(timer, after: interval, limit: plan?.maxWait ?? -1)
        return .waits(node)
    }

    /// The one waiting call of an id, if it is all that its send has caused and all that the id holds:
    /// then the next call may take its place in the tables. A storm of inputs is made of such calls.
    @usableFromInline
    func nodeToPostpone(_ id: EffectID) -> Int32 {
        guard droppedSteps.isEmpty, taskCallbacks.isEmpty, contextHook == nil,
            let record = ids.find(id, in: 0)
        else { return -1 }
        let node = ids[record].waiting
        guard node >= 0, ids[record].firstHolder == node, ids[record].lastHolder == node,
            nodes[node].scope == 0
        else { return -1 }
        let task = nodes[node].parent
        return nodes[task].kind == .task && nodes[task].live == 1 ? node : -1
    }

    /// Ends the send of the waiting call, as superseding it would, and begins that of the next one.
    @usableFromInline
    func postpone(
        _ node: Int32, by interval: Int64, origin: ActionSource, source: ActionSource
    ) -> NodeReference {
        let task = nodes[node].parent
        nodes[task].endedCancelled = false
        nodes[task].generation &+= 1
        nodes[node].generation &+= 1
        nodes[node].order = nextOrder
        nextOrder += 1
        nodes[node].startedAt = queue.startTime
        nodes[origin: node].origin = origin
        nodes[origin: node].label.source = source
        queue.schedule(nodes[node].timer, after: interval)
        return nodes.reference(to: task)
    }

    /// A throttled call: starts, waits for the end of the window, or is dropped.
    @usableFromInline
    func throttle(
        _ id: Int32, _ interval: Int64, _ trailing: ThrottleTrailing, share: Bool,
        under parent: Int32, source: ActionSource
    ) -> GatedStart {
        let now = queue.now.nanoseconds
        pruneWindows(at: now)
        let reference = nodes.reference(to: parent)
        if !isWindowOpen(id, at: now, for: interval) {
            // In `.first` mode a held call whose window has ended goes first.
            if trailing == .first, ids[id].held >= 0, interval > 0 {
                begin(ids[id].held, at: now)
                guard nodes.isAlive(reference), !isShutDown else { return .dropped }
            } else {
                if share {
                    if ids[id].held >= 0 { cancelNode(ids[id].held) }
                } else {
                    displace(id, exceptAbove: parent)
                }
                guard nodes.isAlive(reference), !isShutDown else { return .dropped }
                openWindow(id, from: now, for: interval)
                return .starts
            }
        }
        var timer: Int32 = -1
        let held = ids[id].held
        switch trailing {
        case .none: return .skipped
        case .first: if held >= 0 { return .skipped }
        case .latest:
            if held >= 0 {
                timer = nodes[held].timer
                nodes[held].timer = -1
                cancelNode(held)
                guard nodes.isAlive(reference), !isShutDown else {
                    queue.releaseTimer(timer)
                    return .dropped
                }
            }
        }
        let node = addNode(.throttle, under: parent, source: source, id: id)
        ids[id].held = node
        nodes[node].period = interval
        nodes[node].isShared = share
        let release = ids[id].windowStart.addingSaturated(interval)
        if release > ids[id].windowEnd {
            ids[id].windowEnd = release
            keepWindow(id, until: release)
        }
        if timer >= 0 {
            queue.setToken(node, of: timer)
            if queue.deadline(of: timer) != release {
                queue.schedule(timer, after: release.subtractingSaturated(now))
            }
        } else {
            timer = queue.reserveTimer(for: self, token: node)
            queue.schedule(timer, after: release.subtractingSaturated(now))
        }
        nodes[node].timer = timer
        return .waits(node)
    }

    // MARK: Windows

    private func isWindowOpen(_ id: Int32, at now: Int64, for interval: Int64) -> Bool {
        ids[id].windowStart != .min && now < ids[id].windowEnd
            && now < ids[id].windowStart.addingSaturated(interval)
    }

    private func openWindow(_ id: Int32, from now: Int64, for interval: Int64) {
        ids[id].windowStart = now
        ids[id].windowEnd = now.addingSaturated(interval)
        keepWindow(id, until: ids[id].windowEnd)
    }

    /// Keeps the record of an id until the window is over.
    private func keepWindow(_ id: Int32, until end: Int64) {
        if ids[id].window < 0 {
            ids[id].window = windows.reserve(token: id)
            ids[id].references += 1
        } else {
            windows.disarm(ids[id].window)
        }
        windows.arm(
            ids[id].window, deadline: max(end, ids[id].windowEnd, ids[id].quietUntil), sequence: 0)
    }

    /// Forgets the windows that are over. Amortised O(log n) per window.
    func pruneWindows(at now: Int64) {
        while let window = windows.popDue(at: now, registeredBefore: .max) {
            let id = windows.token(of: window)
            windows.release(window)
            ids[id].window = -1
            ids[id].windowStart = .min
            ids[id].windowEnd = .min
            ids[id].quietUntil = .min
            releaseID(id)
        }
    }

    func dropWindows() { pruneWindows(at: .max) }
}

/// What a debounce or a throttle makes of a call.
@usableFromInline
enum GatedStart {
    case starts
    case waits(Int32)
    /// The call is left out; its place ends.
    case skipped
    /// The place of the call is gone.
    case dropped
}
