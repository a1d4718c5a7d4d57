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
        if let plan, plan.tolerance > 0 {
            // Later than half-way to the next tick, a tick would count as missed.
            queue.setTolerance(
                min(plan.tolerance, nodes[node].period / 2), of: nodes[node].timer)
        }
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

    @discardableResult
    func wait(
        _ delay: Int64, of handle: EffectHandle, perform: @escaping () -> Void
    ) -> NodeReference {
        checkThread()
        let node = addNode(.wait, under: handle.node, label: nodes[origin: handle.node].label)
        putWait(node, perform, handle)
        arm(node, after: delay)
        return nodes.reference(to: node)
    }

    /// Ends a wait before its time; does nothing if it is over.
    func endWait(_ wait: NodeReference) {
        guard nodes.isAlive(wait), let (action, handle) = takeWait(wait.node) else { return }
        beginStep()
        unlinkChild(wait.node)
        leaveTables(wait.node)
        conclude(wait.node, .cancelled)
        endStep()
        // What they capture goes last: that may run code of the user's.
        _ = (action, handle)
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
        case .delay, .debounce, .throttle: begin(node)
        case .timeout:
            let reference = nodes.reference(to: node)
            freeTimer(node)
            cancelChildren(of: node)
            guard nodes.isAlive(reference) else { break }
            duties.deliver(self, node, nil)
            if nodes.isAlive(reference) { finish(node) }
        case .free, .dying, .task, .group, .chain, .series, .wrapper, .run, .queued: break
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
        var missed: Int64 = 0
        nodes[node].ticks += 1
        if nodes[node].ticksLeft > 0 { nodes[node].ticksLeft -= 1 }
        let isLast = nodes[node].ticksLeft == 0
        if !isLast {
            switch nodes[node].missed {
            case _ where period == 0: queue.schedule(timer, after: 0)
            case .skip:
                missed = queue.lateness(of: timer) / period
                queue.rearm(
                    timer, at: due.addingSaturated((missed + 1).multipliedSaturated(by: period)))
            case .burst: queue.rearm(timer, at: due.addingSaturated(period))
            case .delay: break
            }
        } else if period > 0, nodes[node].missed == .skip {
            missed = queue.lateness(of: timer) / period
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
            queue.rearm(timer, at: queue.now(for: timer).addingSaturated(period))
        }
    }

    // MARK: Start gates

    /// A waiting node becomes a wrapper and its effect starts.
    private func begin(_ node: Int32) {
        let id = nodes[node].id
        let reference = nodes.reference(to: node)
        let isThrottle = nodes[node].kind == .throttle
        freeTimer(node)
        if id >= 0 {
            ids[id].references += 1
            if ids[id].waiting == node {
                ids[id].waiting = -1
                ids[id].burstStart = .min
            }
            if ids[id].held == node { ids[id].held = -1 }
            if isThrottle {
                // Open before the hooks of what is displaced run: they may call again.
                openWindow(id, from: queue.now.nanoseconds, for: nodes[node].period)
                if !nodes[node].isShared { displace(id, exceptAbove: node) }
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
        var leads = false
        if let plan, plan.leading {
            leads = beginsBurst(id, interval)
            // A call that is left out for good takes nothing from the one that runs.
            if !plan.trailing, !leads { return .skipped }
        }
        var timer: Int32 = -1
        let waiting = ids[id].waiting
        if waiting >= 0 {
            // The wait goes over to the new call: it costs one store, and a burst keeps its bound.
            timer = nodes[waiting].timer
            nodes[waiting].timer = -1
        }
        var limit: Int64 = -1
        if let plan { limit = timer < 0 ? bound(of: id, plan) : plan.maxWait }
        let reference = nodes.reference(to: parent)
        displace(id, exceptAbove: parent)
        // A hook of what was displaced may have made a call of its own.
        if ids[id].waiting >= 0, nodes.isAlive(reference) { cancelNode(ids[id].waiting) }
        guard nodes.isAlive(reference), !isShutDown else {
            if timer >= 0 { queue.releaseTimer(timer) }
            return .dropped
        }
        if leads { return .starts }
        let node = addNode(.debounce, under: parent, source: source, id: id)
        ids[id].waiting = node
        if timer >= 0 {
            queue.setToken(node, of: timer)
        } else {
            timer = queue.reserveTimer(for: self, token: node)
        }
        nodes[node].timer = timer
        queue.schedule(timer, after: interval, limit: limit)
        return .waits(node)
    }

    /// Restarts the quiet time of an id with a leading start; whether there was quiet before.
    private func beginsBurst(_ id: Int32, _ interval: Int64) -> Bool {
        let now = queue.now.nanoseconds
        let begins = now >= ids[id].quietUntil && ids[id].waiting < 0
        if begins { ids[id].burstStart = now }
        ids[id].quietUntil = now.addingSaturated(interval)
        keepWindow(id, until: ids[id].quietUntil)
        return begins
    }

    /// How long a call may wait that is the first one to be held back, or negative for no bound.
    private func bound(of id: Int32, _ plan: DebouncePlan) -> Int64 {
        guard plan.leading, plan.maxWait >= 0, ids[id].burstStart != .min else {
            return plan.maxWait
        }
        let elapsed = queue.now.nanoseconds.subtractingSaturated(ids[id].burstStart)
        return max(0, plan.maxWait.subtractingSaturated(elapsed))
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
                begin(ids[id].held)
                guard nodes.isAlive(reference), !isShutDown else { return .dropped }
            } else {
                openWindow(id, from: now, for: interval)
                if share {
                    if ids[id].held >= 0 { cancelNode(ids[id].held) }
                } else {
                    displace(id, exceptAbove: parent)
                }
                return nodes.isAlive(reference) && !isShutDown ? .starts : .dropped
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
                // Who waited for the end of the held call's task may have made a call of its own.
                if ids[id].held >= 0 { cancelNode(ids[id].held) }
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
                queue.schedule(timer, at: release)
            }
        } else {
            timer = queue.reserveTimer(for: self, token: node)
            queue.schedule(timer, at: release)
        }
        nodes[node].timer = timer
        return .waits(node)
    }
}
