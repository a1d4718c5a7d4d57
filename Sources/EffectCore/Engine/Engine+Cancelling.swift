/// How effects end by being cancelled: by id, by scope, by task, or all of them.
extension Engine {
    /// Cancels what runs under an id in a scope and below it.
    @usableFromInline
    func cancel(_ id: EffectID, in scope: ScopeReference, includingWaiting: Bool = false) {
        checkThread()
        guard scopes.isAlive(scope), !isShutDown else { return }
        beginStep()
        defer { endStep() }
        let top = scopes.namespace(of: scope.index)
        if includingWaiting { dropWaitingSteps(id, in: top) }
        guard scopes.hasChildren(top) || hasChannels else {
            if let record = ids.find(id, in: top) {
                let only = ids[record].firstHolder
                if only >= 0, only == ids[record].lastHolder {
                    cancelNode(only)
                } else {
                    cancelAll(holders(of: record))
                }
            }
            settle()
            return
        }
        var holders: [Int32] = []
        let channel = hasChannels ? id.ofChannel : nil
        var current = top
        while current >= 0 {
            if !scopes.isTransparent(current) {
                if let record = ids.find(id, in: current) { holders += self.holders(of: record) }
                if let channel, let record = ids.find(channel, in: current) {
                    holders += self.holders(of: record)
                }
            }
            current = scopes.next(after: current, within: top)
        }
        holders.sort { nodes[$0].order < nodes[$1].order }
        cancelAll(holders)
        settle()
    }

    @usableFromInline
    func cancel(_ id: EffectID, from node: Int32, includingWaiting: Bool) {
        cancel(
            id, in: scopes.reference(to: nodes[node].scope), includingWaiting: includingWaiting)
    }

    /// Cancels what runs under an id in its own scope, except what the new effect is part of.
    @usableFromInline
    func displace(_ record: Int32, exceptAbove node: Int32) {
        let only = ids[record].firstHolder
        guard only >= 0 else { return }
        if only == ids[record].lastHolder {
            if isDisplaceable(only, by: node) { cancelNode(only) }
            return
        }
        cancelAll(holders(of: record).filter { isDisplaceable($0, by: node) })
    }

    /// Not what the new effect is part of, nor what has yet to come to its own policy.
    private func isDisplaceable(_ holder: Int32, by node: Int32) -> Bool {
        nodes[holder].kind != .delay && !isAncestor(holder, of: node)
    }

    /// Cancels all work in a scope and below; what the canceller is part of stays, and so does what is
    /// still to start.
    @usableFromInline
    func cancelScope(from node: Int32) {
        let top = scopes.namespace(of: nodes[node].scope)
        var ancestors: Set<Int32> = []
        var current = node
        while current >= 0 {
            ancestors.insert(current)
            current = nodes[current].parent
        }
        var tops: [Int32] = []
        for candidate in 0..<Int32(nodes.used) {
            switch nodes[candidate].kind {
            case .free, .dying, .task, .wait: continue
            case .group, .chain, .series, .wrapper, .timeout, .run, .after, .sleep, .timer, .delay,
                .debounce, .throttle, .queued:
                break
            }
            guard !ancestors.contains(candidate), scopes.isWithin(nodes[candidate].scope, top)
            else { continue }
            var around = nodes[candidate].parent
            while isPartlyStarted(around), !ancestors.contains(around),
                scopes.isWithin(nodes[around].scope, top)
            {
                around = nodes[around].parent
            }
            let isTop =
                nodes[around].kind == .task || ancestors.contains(around)
                || !scopes.isWithin(nodes[around].scope, top)
            if isTop, !isPartlyStarted(candidate) { tops.append(candidate) }
        }
        tops.sort { nodes[$0].order < nodes[$1].order }
        cancelAll(tops)
        settle()
    }

    /// Whether a merge has parts that are still to start. What cancels all in a scope cancels those of its
    /// parts that run, as if they stood in the merge around: a merge in a merge is the same as one.
    private func isPartlyStarted(_ node: Int32) -> Bool {
        guard nodes[node].kind == .group, nodes[node].id < 0 else { return false }
        var started: Int32 = 0
        var child = nodes[node].firstChild
        while child >= 0 {
            started += 1
            child = nodes[child].next
        }
        return nodes[node].live > started
    }

    /// Cancels everything that one send caused.
    func cancelTask(_ task: NodeReference) {
        checkThread()
        guard nodes.isAlive(task), !nodes[task.node].isCancelled else { return }
        beginStep()
        defer { endStep() }
        nodes[task.node].isCancelled = true
        var tops: [Int32] = []
        var child = nodes[task.node].firstChild
        while child >= 0 {
            tops.append(child)
            child = nodes[child].next
        }
        cancelAll(tops)
        settle()
    }

    /// Cancels everything and runs the teardowns in reverse order of start.
    @usableFromInline
    func cancelEverything() {
        var dying: [Int32] = []
        var tasks: [Int32] = []
        for node in 0..<Int32(nodes.used) where nodes[node].kind == .task { tasks.append(node) }
        for task in tasks {
            var child = nodes[task].firstChild
            while child >= 0 {
                let next = nodes[child].next
                detach(child, into: &dying, as: .cancelled)
                child = next
            }
        }
        dropQueuedActions()
        dying.sort { nodes[$0].order > nodes[$1].order }
        for node in dying { conclude(node, .cancelled) }
        tasks.sort { nodes[$0].order > nodes[$1].order }
        for task in tasks where nodes[task].kind == .task {
            nodes[task].isCancelled = true
            endTask(task)
        }
        // What had room is gone, so this only forgets it.
        admitFromLines()
    }

    // MARK: Parts

    func holders(of record: Int32) -> [Int32] {
        var found: [Int32] = []
        var holder = ids[record].firstHolder
        while holder >= 0 {
            found.append(holder)
            holder = nodes[holder].nextHolder
        }
        return found
    }

    func isAncestor(_ candidate: Int32, of node: Int32) -> Bool {
        var current = node
        while current >= 0 {
            if current == candidate { return true }
            current = nodes[current].parent
        }
        return false
    }

    func cancelNode(_ node: Int32) {
        let parent = nodes.reference(to: nodes[node].parent)
        if nodes[node].firstChild < 0 {
            unlinkChild(node)
            leaveTables(node)
            conclude(node, .cancelled)
        } else {
            var dying = takeScratch()
            detach(node, into: &dying, as: .cancelled)
            sortByStart(&dying)
            for dead in dying { conclude(dead, .cancelled) }
            giveScratch(&dying)
        }
        if nodes.isAlive(parent) { childEnded(of: parent.node) }
    }

    /// Cancels several nodes in the order given; one may be below another.
    func cancelAll(_ tops: [Int32]) {
        guard !tops.isEmpty else { return }
        var dying = takeScratch()
        var parents: [NodeReference] = []
        for top in tops where nodes[top].kind != .dying {
            parents.append(nodes.reference(to: nodes[top].parent))
            detach(top, into: &dying, as: .cancelled)
        }
        sortByStart(&dying)
        for dead in dying { conclude(dead, .cancelled) }
        giveScratch(&dying)
        for parent in parents where nodes.isAlive(parent) { childEnded(of: parent.node) }
    }

    /// Cancels what is below a node; the node stays.
    func cancelChildren(of node: Int32) {
        var dying = takeScratch()
        while nodes[node].firstChild >= 0 {
            detach(nodes[node].firstChild, into: &dying, as: .cancelled)
        }
        nodes[node].live = 0
        sortByStart(&dying)
        for dead in dying { conclude(dead, .cancelled) }
        giveScratch(&dying)
    }
}
