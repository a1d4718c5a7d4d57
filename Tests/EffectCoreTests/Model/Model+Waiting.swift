import EffectCore

/// Timers, and what decides when an effect starts.
extension Model {
    /// Arms a node's timer, or postpones it, as a new registration.
    func arm(_ node: Node, after delay: Int, limit: Int? = nil) {
        let timer = node.timer ?? Timer(node)
        node.timer = timer
        if timer.limit == nil, let limit { timer.limit = (now + limit, nextSequence) }
        (timer.deadline, timer.sequence) = (now + max(0, delay), nextSequence)
        if let limit = timer.limit, limit.deadline <= timer.deadline {
            (timer.deadline, timer.sequence) = limit
        }
        nextSequence += 1
        if !timers.contains(where: { $0 === timer }) { timers.append(timer) }
    }

    func fire(_ node: Node) {
        switch node.kind {
        case .after: sendLast(node)
        case .sleep: finish(node)
        case .timer:
            if node.ticksLeft != 1 { rearm(node) }
            tick(node)
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
        case .task, .group, .chain, .wrapper, .run: break
        }
        settle()
    }

    private func sendLast(_ node: Node) {
        receive(node.action, of: node.task)
        if node.isAlive { finish(node) }
    }

    /// A repeating timer keeps its registration; one without a period begins anew in each turn.
    private func rearm(_ node: Node) {
        guard let timer = node.timer else { return }
        if node.period == 0 { return arm(node, after: 0) }
        timer.deadline += node.period
        timers.append(timer)
    }

    func tick(_ node: Node) {
        node.ticksLeft = node.ticksLeft.map { $0 - 1 }
        receive(node.action, of: node.task)
        if node.isAlive, node.ticksLeft == 0 { finish(node) }
    }

    /// A waiting node becomes a place around its effect, which starts.
    private func begin(_ node: Node) {
        if let timer = node.timer { timers.removeAll { $0 === timer } }
        if node.kind == .debounce, let id = node.id { windows[id]?.burstStart = nil }
        if node.kind == .throttle, let id = node.id {
            if !node.isShared { displace(id, exceptAbove: node) }
            windows[id, default: Window()].start = now
            windows[id, default: Window()].end = now + node.period
        }
        guard node.isAlive, let effect = node.held else { return }
        (node.kind, node.timer, node.live) = (.wrapper, nil, 1)
        arrivals.append((node, .start(effect)))
    }

    private func waiting(_ kind: Node.Kind, under id: Int) -> Node? {
        nodes.first { $0.id == id && $0.kind == kind }
    }

    func debounce(_ effect: Sketch, under parent: Node) {
        guard
            case .debounce(let inner, let id, let length, let leading, let trailing, let maxWait) =
                effect
        else { return }
        if isDropped(id, under: parent) { return endPart(of: parent) }
        let interval = max(0, length)
        var leads = false
        if leading {
            var window = windows[id] ?? Window()
            leads = now >= window.quietUntil && waiting(.debounce, under: id) == nil
            if leads { window.burstStart = now }
            window.quietUntil = now + interval
            windows[id] = window
            if !trailing, !leads { return endPart(of: parent) }
        }
        // A burst keeps its timer, and with it its bound.
        let timer = waiting(.debounce, under: id)?.timer
        var limit = maxWait
        if leading, timer == nil, let maxWait, let start = windows[id]?.burstStart {
            limit = max(0, maxWait - (now - start))
        }
        displace(id, exceptAbove: parent)
        placeArrivals()
        if let other = waiting(.debounce, under: id) { end([other], as: .cancelled) }
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
        if isDropped(id, under: parent) { return endPart(of: parent) }
        let interval = max(0, length)
        if !isOpen(id, for: interval) {
            if trailing == .first, interval > 0, let held = waiting(.throttle, under: id) {
                begin(held)
                guard parent.isAlive else { return }
            } else {
                if share {
                    if let held = waiting(.throttle, under: id) { end([held], as: .cancelled) }
                } else {
                    displace(id, exceptAbove: parent)
                }
                placeArrivals()
                guard parent.isAlive else { return }
                windows[id, default: Window()].start = now
                windows[id, default: Window()].end = now + interval
                return start(inner, under: parent, id: id)
            }
        }
        hold(inner, id, interval, trailing, share, under: parent)
    }

    private func isOpen(_ id: Int, for interval: Int) -> Bool {
        guard let window = windows[id], window.start != .min else { return false }
        return now < window.end && now < window.start + interval
    }

    private func hold(
        _ inner: Sketch, _ id: Int, _ interval: Int, _ trailing: ThrottleTrailing, _ share: Bool,
        under parent: Node
    ) {
        let held = waiting(.throttle, under: id)
        if trailing == .none || trailing == .first && held != nil { return endPart(of: parent) }
        let timer = held?.timer
        if let held { end([held], as: .cancelled) }
        guard parent.isAlive else { return }
        let node = addNode(.throttle, under: parent, id: id)
        (node.held, node.period, node.isShared) = (inner, interval, share)
        let release = (windows[id]?.start ?? now) + interval
        let end = max(windows[id]?.end ?? release, release)
        windows[id, default: Window()].end = end
        if let timer, timer.deadline == release {
            (timer.node, node.timer) = (node, timer)
            timers.append(timer)
        } else {
            arm(node, after: release - now)
        }
    }
}
