/// How effects end by themselves, and what goes on then. Nothing here recurses with the size of a tree
/// or the length of a chain.
extension Engine {
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
                    _ = duties.queueStep(self, node)
                    needsSettling = true
                    return
                }
            case .series:
                if duties.queueStep(self, node) {
                    nodes[node].live += 1
                    needsSettling = true
                    return
                }
            case .wrapper, .timeout: break
            case .free, .dying, .run, .wait, .after, .sleep, .timer, .delay, .debounce, .throttle,
                .queued:
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
        beginStep()
        finish(node)
        settle()
        endStep()
    }

    /// The last reference to a `Send` is gone. The handle is in its deinit: it is left out of the node.
    func handleReleased(_ handle: EffectHandle) {
        let node = handle.node
        let hooks = handle.close(.finished)
        nodes[node].send = nil
        if queue.isClosing {
            abandon(hooks, of: node, hasFinished: false)
            return
        }
        if isQuiet {
            abandon(hooks, of: node, hasFinished: true)
            deferredFinishes.append(nodes.reference(to: node))
            needsSettling = true
            return
        }
        beginStep()
        finish(node, hooks: hooks)
        settle()
        endStep()
    }

    private func abandon(_ hooks: [EffectHandle.Hook], of node: Int32, hasFinished: Bool) {
        guard !hooks.isEmpty else { return }
        abandonedHooks[node] = AbandonedHooks(hooks: hooks, hasFinished: hasFinished)
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
}

/// The hooks of a node whose handle is gone.
struct AbandonedHooks {
    var hooks: [EffectHandle.Hook]
    /// Whether the release of the handle was the end of the effect, which then only waits for its turn.
    var hasFinished: Bool
}
