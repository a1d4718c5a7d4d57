import EffectCore

/// Timers, and what decides when an effect starts.
extension Model {
    /// Arms a node's timer, or postpones it, as a new registration.
    func arm(_ node: Node, after delay: Int, limit: Int? = nil) {
        let timer = node.timer ?? Timer(node)
        node.timer = timer
        forestall(timer)
        let isFirst = timer.limit == nil
        if timer.limit == nil, let limit { timer.limit = (now + limit, nextSequence) }
        (timer.deadline, timer.sequence) = (now + max(0, delay), nextSequence)
        timer.armedAt = now
        if let limit = timer.limit {
            if !isFirst { compare(limit.deadline, timer.deadline) }
            if limit.deadline <= timer.deadline {
                (timer.deadline, timer.sequence) = limit
                if !isFirst { timer.armedAt = -nextSequence }
            }
        }
        nextSequence += 1
        if !timers.contains(where: { $0 === timer }) { timers.append(timer) }
    }

    func fire(_ node: Node) {
        switch node.kind {
        case .after: sendLast(node)
        case .sleep: finish(node)
        case .timer:
            if node.ticksLeft != 1, node.missed != .delay || node.period == 0 { rearm(node) }
            tick(node)
            if node.isAlive, node.missed == .delay, node.period > 0, let timer = node.timer {
                (timer.deadline, timer.armedAt) = (now + node.period, now)
                timers.append(timer)
            }
        case .wait:
            guard let handle = node.handle else { break }
            end([node], as: .finished)
            handle.holders += 1
            node.onWait?()
            release(handle)
        case .delay, .debounce, .throttle: begin(node)
        case .timeout:
            end(node.children, as: .cancelled, tellsParents: false)
            if node.isAlive { sendLast(node) }
        case .task, .group, .chain, .wrapper, .run, .watch, .work: break
        }
        settle()
    }

    func sendLast(_ node: Node) {
        receive(node.action, of: node.task)
        if node.isAlive { finish(node) }
    }

    /// A repeating timer keeps its registration; one without a period begins anew in each turn.
    private func rearm(_ node: Node) {
        guard let timer = node.timer else { return }
        if node.period == 0 { return arm(node, after: 0) }
        // What was missed is left out, unless it comes in a burst.
        let missed = node.missed == .burst ? 0 : (now - timer.deadline) / node.period
        timer.deadline += (missed + 1) * node.period
        timer.armedAt = now
        timers.append(timer)
    }

    func tick(_ node: Node) {
        node.ticksLeft = node.ticksLeft.map { $0 - 1 }
        receive(node.action, of: node.task)
        if node.isAlive, node.ticksLeft == 0 { finish(node) }
    }

    /// A waiting node becomes a place around its effect, which starts.
    private func begin(_ node: Node) {
        if let timer = node.timer {
            forestall(timer)
            timers.removeAll { $0 === timer }
        }
        if node.kind == .debounce, let key = node.key { windows[key]?.burstStart = nil }
        let isThrottle = node.kind == .throttle
        (node.kind, node.timer, node.live) = (.wrapper, nil, 1)
        if isThrottle, let key = node.key {
            windows[key, default: Window()].start = now
            windows[key, default: Window()].end = now + node.period
            if !node.isShared { displace(key, exceptAbove: node) }
        }
        guard node.isAlive, let effect = node.held else { return }
        arrivals.append((node, .start(effect)))
    }

    private func waiting(_ kind: Node.Kind, under key: Key) -> Node? {
        nodes.first { $0.key == key && $0.kind == kind }
    }

    func debounce(_ effect: Sketch, under parent: Node) {
        guard
            case .debounce(let inner, let id, let length, let leading, let trailing, let maxWait) =
                effect
        else { return }
        let key = parent.key(id)
        if isDropped(key, under: parent) { return endPart(of: parent) }
        let interval = max(0, length)
        var leads = false
        if leading {
            var window = windows[key] ?? Window()
            if window.quietUntil != .min { compare(now, window.quietUntil) }
            leads = now >= window.quietUntil && waiting(.debounce, under: key) == nil
            if leads { window.burstStart = now }
            window.quietUntil = now + interval
            windows[key] = window
            if !trailing, !leads { return endPart(of: parent) }
        }
        // A burst keeps its timer, and with it its bound.
        let timer = waiting(.debounce, under: key)?.timer
        var limit = maxWait
        if leading, timer == nil, let maxWait, let start = windows[key]?.burstStart {
            limit = max(0, maxWait - (now - start))
        }
        displace(key, exceptAbove: parent)
        placeArrivals()
        if let other = waiting(.debounce, under: key) { end([other], as: .cancelled) }
        guard parent.isAlive else { return }
        if leads { return start(inner, under: parent, id: id) }
        let node = addNode(.debounce, under: parent, id: id)
        node.held = inner
        if let timer { (timer.node, node.timer) = (node, timer) }
        arm(node, after: interval, limit: limit)
    }

    func throttle(_ effect: Sketch, under parent: Node) {
        guard case .throttle(let inner, let id, let length, let trailing, let share) = effect
        else { return }
        let key = parent.key(id)
        if isDropped(key, under: parent) { return endPart(of: parent) }
        let interval = max(0, length)
        if !isOpen(key, for: interval) {
            if trailing == .first, interval > 0, let held = waiting(.throttle, under: key) {
                begin(held)
                guard parent.isAlive else { return }
            } else {
                windows[key, default: Window()].start = now
                windows[key, default: Window()].end = now + interval
                if share {
                    if let held = waiting(.throttle, under: key) { end([held], as: .cancelled) }
                } else {
                    displace(key, exceptAbove: parent)
                }
                placeArrivals()
                guard parent.isAlive else { return }
                return start(inner, under: parent, id: id)
            }
        }
        hold(inner, id, interval, trailing, share, under: parent)
    }

    private func isOpen(_ key: Key, for interval: Int) -> Bool {
        guard let window = windows[key], window.start != .min else { return false }
        compare(now, window.end)
        compare(now, window.start + interval)
        return now < window.end && now < window.start + interval
    }

    private func hold(
        _ inner: Sketch, _ id: Int, _ interval: Int, _ trailing: ThrottleTrailing, _ share: Bool,
        under parent: Node
    ) {
        let key = parent.key(id)
        let held = waiting(.throttle, under: key)
        if trailing == .none || trailing == .first && held != nil { return endPart(of: parent) }
        let timer = held?.timer
        if let held { end([held], as: .cancelled) }
        guard parent.isAlive else { return }
        let node = addNode(.throttle, under: parent, id: id)
        (node.held, node.period, node.isShared) = (inner, interval, share)
        let release = (windows[key]?.start ?? now) + interval
        let end = max(windows[key]?.end ?? release, release)
        windows[key, default: Window()].end = end
        if let timer, timer.deadline == release {
            (timer.node, node.timer) = (node, timer)
            timers.append(timer)
        } else {
            arm(node, after: release - now)
            // Counted from the beginning of the window, not from now.
            node.timer?.armedAt = -nextSequence
        }
    }
}
