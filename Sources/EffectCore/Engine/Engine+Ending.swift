/// How effects end: by themselves, or by being cancelled. Nothing here recurses with the size of a
/// tree or the length of a chain, and no user code runs while tables disagree with each other:
/// first a subtree leaves every table and its handles close, then its hooks run and its captures go.
extension Engine {
    // MARK: By itself

    /// Ends a node that has nothing more to do.
    @usableFromInline
    func finish(_ node: Int32) { finish(node, hooks: []) }

    /// Ends a node whose handle is gone and has left its hooks behind.
    func finish(_ node: Int32, hooks: [EffectHandle.Hook]) {
        let parent = nodes.reference(to: nodes[node].parent)
        if nodes[node].firstChild < 0 {
            unlinkChild(node)
            leaveTables(node)
            conclude(node, .finished, hooks: hooks)
        } else {
            var dying = takeScratch()
            detach(node, into: &dying, as: .finished)
            for dead in dying { conclude(dead, .finished, hooks: dead == node ? hooks : []) }
            giveScratch(&dying)
        }
        if nodes.isAlive(parent) { childEnded(of: parent.node) }
    }

    /// Tells a node that one child has ended, and its parents as far as that ends them.
    @usableFromInline
    func childEnded(of first: Int32) {
        var node = first
        while true {
            nodes[node].live -= 1
            switch nodes[node].kind {
            case .task:
                if nodes[node].live == 0 { endTask(node) }
                return
            case .group:
                if nodes[node].live > 0 { return }
            case .chain:
                if nodes[node].remaining > 0 {
                    nodes[node].live += 1
                    nodes[node].remaining -= 1
                    duties.queueStep(self, node)
                    needsSettling = true
                    return
                }
            case .wrapper, .timeout: break
            case .free, .dying, .run, .wait, .after, .sleep, .timer, .delay, .debounce, .throttle:
                return
            }
            let parent = nodes.reference(to: nodes[node].parent)
            unlinkChild(node)
            leaveTables(node)
            conclude(node, .finished)
            guard nodes.isAlive(parent) else { return }
            node = parent.node
        }
    }

    /// From outside the engine's own loops: a handle's `finish`.
    func finishFromOutside(_ node: Int32) {
        checkThread()
        finish(node)
        settle()
    }

    /// The last reference to a `Send` is gone. The handle is in its deinit: it is left out of the node.
    func handleReleased(_ handle: EffectHandle) {
        let node = handle.node
        let hooks = handle.close(.finished)
        nodes[node].send = nil
        if isQuiet {
            if !hooks.isEmpty { abandonedHooks[node] = hooks }
            deferredFinishes.append(nodes.reference(to: node))
            needsSettling = true
            return
        }
        finish(node, hooks: hooks)
        settle()
    }

    /// Moves a run on to a fresh handle; the old one has failed.
    func handOver(from old: EffectHandle, to fresh: EffectHandle) {
        let node = old.node
        let hooks = old.close(.failed)
        attach(fresh, to: node)
        fresh.hooks = hooks
    }

    @usableFromInline
    func attach(_ handle: EffectHandle, to node: Int32) {
        handle.node = node
        handle.state = .active
        handle.label = nodes[origin: node].label
        handle.origin = nodes[origin: node].origin
        // Not a plain scope, which may be gone while the ids it shares are there.
        let scope = scopes.namespace(of: nodes[node].scope)
        handle.scope = scope == 0 ? .root : scopes.reference(to: scope)
        nodes[node].send = Unmanaged.passUnretained(handle)
    }

    // MARK: By being cancelled

    /// Cancels what runs under an id in a scope and below it.
    @usableFromInline
    func cancel(_ id: EffectID, in scope: ScopeReference, includingWaiting: Bool = false) {
        checkThread()
        guard scopes.isAlive(scope), !isShutDown else { return }
        let top = scopes.namespace(of: scope.index)
        if includingWaiting { dropWaitingSteps(id, in: top) }
        guard scopes.hasChildren(top) else {
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
        var current = top
        while current >= 0 {
            if !scopes.isTransparent(current), let record = ids.find(id, in: current) {
                holders += self.holders(of: record)
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
            if !isAncestor(only, of: node) { cancelNode(only) }
            return
        }
        cancelAll(holders(of: record).filter { !isAncestor($0, of: node) })
    }

    /// Cancels all work in a scope and below; what the canceller is part of stays.
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
            case .group, .chain, .wrapper, .timeout, .run, .after, .sleep, .timer, .delay,
                .debounce, .throttle:
                break
            }
            guard !ancestors.contains(candidate), scopes.isWithin(nodes[candidate].scope, top)
            else { continue }
            let parent = nodes[candidate].parent
            if nodes[parent].kind == .task || ancestors.contains(parent)
                || !scopes.isWithin(nodes[parent].scope, top)
            {
                tops.append(candidate)
            }
        }
        tops.sort { nodes[$0].order < nodes[$1].order }
        cancelAll(tops)
        settle()
    }

    /// Cancels everything that one send caused.
    func cancelTask(_ task: NodeReference) {
        checkThread()
        guard nodes.isAlive(task), !nodes[task.node].isCancelled else { return }
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
    }

    // MARK: Parts

    private func holders(of record: Int32) -> [Int32] {
        var found: [Int32] = []
        var holder = ids[record].firstHolder
        while holder >= 0 {
            found.append(holder)
            holder = nodes[holder].nextHolder
        }
        return found
    }

    private func isAncestor(_ candidate: Int32, of node: Int32) -> Bool {
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
    private func cancelAll(_ tops: [Int32]) {
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

    /// Takes a node and all below it out of every table, parents first, and closes their handles.
    func detach(_ top: Int32, into dying: inout [Int32], as ending: EffectHandle.State) {
        unlinkChild(top)
        var node = top
        while true {
            leaveTables(node)
            seal(node, ending)
            dying.append(node)
            if nodes[node].firstChild >= 0 {
                node = nodes[node].firstChild
                continue
            }
            while node != top, nodes[node].next < 0 { node = nodes[node].parent }
            if node == top { return }
            node = nodes[node].next
        }
    }

    /// Closes a handle ahead of its node's end, so that the hook of one effect can neither send
    /// through, finish nor release another one that ends together with it. Its hooks stay in it.
    private func seal(_ node: Int32, _ ending: EffectHandle.State) {
        guard let send = nodes[node].send else { return }
        let handle = send.retain().takeUnretainedValue()
        handle.state = ending
        handle.node = -1
    }

    /// A walk through a tree finds a later step of an early branch first.
    private func sortByStart(_ dying: inout [Int32]) {
        for index in dying.indices.dropFirst()
        where nodes[dying[index]].order < nodes[dying[index - 1]].order {
            dying.sort { nodes[$0].order < nodes[$1].order }
            return
        }
    }

    func leaveTables(_ node: Int32) {
        letGo(node)
        if nodes[node].timer >= 0 {
            queue.releaseTimer(nodes[node].timer)
            nodes[node].timer = -1
        }
        if nodes[node].hasDroppedSteps { forgetDroppedSteps(of: node) }
        nodes[node].kind = .dying
        nodes[node].generation &+= 1
    }

    /// The last of a node: its handle closes, its captures go, its hooks run.
    func conclude(
        _ node: Int32, _ ending: EffectHandle.State, hooks abandoned: [EffectHandle.Hook] = []
    ) {
        let send = nodes[node].send
        nodes[node].send = nil
        let handle = send?.takeUnretainedValue()
        if let handle, handle.node < 0 { send?.release() }
        var hooks = handle?.close(ending) ?? abandoned
        if handle == nil, !abandonedHooks.isEmpty {
            hooks += abandonedHooks.removeValue(forKey: node) ?? []
        }
        let scope = nodes[node].scope
        var context: EnteredContext?
        if !hooks.isEmpty {
            context = enterContext(of: node)
            // A handle that went by itself has finished, whatever ends the node now.
            run(hooks, handle == nil ? .finished : ending)
            leaveContext(context)
        }
        if Int(node) < contexts.count { contexts[Int(node)] = nil }
        if nodes[node].hasSlot { duties.clearSlot(self, node) }
        scopes.release(scope)
        nodes.give(node)
    }

    func run(_ hooks: [EffectHandle.Hook], _ ending: EffectHandle.State) {
        if ending == .cancelled {
            for hook in hooks where hook.onlyOnCancel { hook.action() }
        }
        for hook in hooks where !hook.onlyOnCancel { hook.action() }
    }

    private func takeScratch() -> [Int32] {
        var taken: [Int32] = []
        swap(&taken, &scratch)
        return taken
    }

    private func giveScratch(_ used: inout [Int32]) {
        used.removeAll(keepingCapacity: true)
        if used.capacity > scratch.capacity { swap(&used, &scratch) }
    }
}
