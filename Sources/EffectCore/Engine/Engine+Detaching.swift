/// The two steps of every end. First a subtree leaves every table and its handles close; then its hooks
/// run and its captures go. So no code of the user's runs while tables disagree with each other.
extension Engine {
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
    func seal(_ node: Int32, _ ending: EffectHandle.State) {
        guard let send = nodes[node].send else { return }
        let handle = send.retain().takeUnretainedValue()
        handle.state = ending
        handle.node = -1
    }

    /// A walk through a tree finds a later step of an early branch first.
    func sortByStart(_ dying: inout [Int32]) {
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
        var ending = ending
        if handle == nil, !abandonedHooks.isEmpty {
            if let abandoned = abandonedHooks.removeValue(forKey: node) {
                hooks = abandoned.hooks
                // A handle that went by itself has finished, whatever ends the node now.
                if abandoned.hasFinished { ending = .finished }
            }
        }
        let scope = nodes[node].scope
        var context: EnteredContext?
        if !hooks.isEmpty {
            context = enterContext(of: node)
            run(hooks, ending)
            leaveContext(context)
        }
        if hasContexts, Int(node) < contexts.count { contexts[Int(node)] = nil }
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

    func takeScratch() -> [Int32] {
        var taken: [Int32] = []
        swap(&taken, &scratch)
        return taken
    }

    func giveScratch(_ used: inout [Int32]) {
        used.removeAll(keepingCapacity: true)
        if used.capacity > scratch.capacity { swap(&used, &scratch) }
    }
}
