/// A finish by release that waits until no reducer, hook or observer runs.
struct DeferredFinish {
    var node: NodeReference
    var hooks: [EffectHandle.Hook]
}

extension Engine {
    /// Does what a quiet time held back: finishes by release, next steps of chains.
    ///
    /// Does nothing inside a quiet time, nor inside the loop that starts effects: that one goes on
    /// with what was added.
    @usableFromInline
    func settle() {
        guard !isQuiet, !isStarting else { return }
        while true {
            while !deferredFinishes.isEmpty {
                let deferred = deferredFinishes
                deferredFinishes.removeAll(keepingCapacity: false)
                for finished in deferred {
                    if nodes.isAlive(finished.node) {
                        finish(finished.node.node, hooks: finished.hooks)
                    } else {
                        run(finished.hooks, .finished)
                    }
                }
            }
            guard queuedWork > workBase else { break }
            duties.startQueued(self)
        }
        needsSettling = false
    }
}
