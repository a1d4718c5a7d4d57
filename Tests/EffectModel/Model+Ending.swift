/// How effects end.
extension Model {
    /// A node that has nothing more to do.
    func finish(_ node: Node) {
        end([node], as: .finished)
    }

    /// Ends nodes and all below them: first nothing of it is there any more, then the hooks run in the
    /// order in which the effects started, then those around them hear of it.
    func end(
        _ tops: [Node], as ending: Handle.State, reversed: Bool = false, tellsParents: Bool = true
    ) {
        var dying: [Node] = []
        var parents: [Node] = []
        for top in tops where top.isAlive {
            if let parent = top.parent { parents.append(parent) }
            dying += detach(top)
        }
        dying.sort { reversed ? $0.order > $1.order : $0.order < $1.order }
        for node in dying where node.kind == .run {
            if let handle = node.handle, handle.state == .active { handle.state = ending }
        }
        for node in dying { conclude(node) }
        guard tellsParents else { return }
        for parent in parents where parent.isAlive { childEnded(of: parent) }
    }

    private func detach(_ node: Node) -> [Node] {
        node.isAlive = false
        node.parent?.children.removeAll { $0 === node }
        nodes.removeAll { $0 === node }
        if let timer = node.timer {
            forestall(timer)
            timers.removeAll { $0 === timer }
        }
        if node.kind == .work { waitingWork[node.source]?.removeAll { $0 === node } }
        if let key = node.key, node.kind == .debounce { windows[key]?.burstStart = nil }
        return [node] + node.children.flatMap { detach($0) }
    }

    private func conclude(_ node: Node) {
        guard let handle = node.handle else { return }
        if node.kind == .wait {
            handle.holders -= 1
        } else if node.kind == .run {
            handle.node = nil
            runHooks(of: handle)
        }
    }

    func runHooks(of handle: Handle) {
        let hooks = handle.hooks
        handle.hooks = []
        if handle.state == .cancelled {
            for hook in hooks where hook.onlyOnCancel { hook.action() }
        }
        for hook in hooks where !hook.onlyOnCancel { hook.action() }
    }

    /// One part of a node has ended.
    func childEnded(of node: Node) {
        node.live -= 1
        switch node.kind {
        case .task:
            if node.live == 0 { endTask(node) }
            return
        case .group:
            if node.live > 0 { return }
        case .chain:
            if !node.steps.isEmpty {
                node.live += 1
                return queueStep(of: node)
            }
        case .wrapper, .timeout: break
        case .run, .wait, .after, .sleep, .timer, .delay, .debounce, .throttle, .watch, .work:
            return
        }
        finish(node)
    }

    func queueStep(of chain: Node) {
        let step = chain.steps.removeFirst()
        chain.dropped = step.dropped
        arrivals.append((chain, .start(step.effect)))
    }

    private func endTask(_ task: Node) {
        task.isAlive = false
        nodes.removeAll { $0 === task }
        for action in task.onFinish { action() }
    }

    // MARK: Cancelling

    /// What runs under an id in a namespace, or also in those below it.
    func holders(of key: Key, andBelow: Bool) -> [Node] {
        nodes.filter { node in
            node.id == key.id
                && (node.namespace == key.namespace
                    || andBelow && node.namespace.starts(with: key.namespace))
        }.sorted { $0.order < $1.order }
    }

    func cancel(_ key: Key, includingWaiting: Bool = false) {
        guard !isStopped else { return }
        if includingWaiting { dropWaitingSteps(under: key) }
        end(holders(of: key, andBelow: true), as: .cancelled)
        settle()
    }

    func displace(_ key: Key, exceptAbove node: Node) {
        end(
            holders(of: key, andBelow: false).filter { !$0.isAtOrAbove(node) }, as: .cancelled)
    }

    private func dropWaitingSteps(under key: Key) {
        for chain in nodes where chain.kind == .chain {
            for index in chain.steps.indices { chain.steps[index].dropped.insert(key) }
            // A step that is about to start, but has not yet, waits as well.
            if chain.children.isEmpty { chain.dropped.insert(key) }
        }
    }

    func isDropped(_ key: Key, under node: Node) -> Bool {
        node.dropped.contains {
            $0.id == key.id && key.namespace.starts(with: $0.namespace)
        } || node.parent.map { isDropped(key, under: $0) } ?? false
    }

    /// What the canceller is part of stays, and what is still to start: a merge that has such parts only
    /// loses those that run.
    func cancelAll(from node: Node) {
        func isOutside(_ other: Node) -> Bool {
            other.kind == .task || other.isAtOrAbove(node)
                || !other.path.starts(with: node.namespace)
        }
        let tops = nodes.filter { candidate in
            guard !isOutside(candidate), !candidate.isPartlyStarted else { return false }
            var around = candidate.parent
            while let merge = around, merge.isPartlyStarted, !isOutside(merge) {
                around = merge.parent
            }
            return around.map(isOutside) ?? false
        }
        end(tops.sorted { $0.order < $1.order }, as: .cancelled)
        settle()
    }

    func cancel(task: Node) {
        guard task.isAlive, !task.isCancelled else { return }
        task.isCancelled = true
        end(task.children, as: .cancelled)
        settle()
    }

    func cancelEverything() {
        let tasks = nodes.filter { $0.kind == .task }.sorted { $0.order > $1.order }
        queue = []
        work = []
        arrivals = []
        let tops = tasks.flatMap(\.children)
        end(tops, as: .cancelled, reversed: true, tellsParents: false)
        for task in tasks where task.isAlive { endTask(task) }
    }
}
