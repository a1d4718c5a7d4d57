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
                for finished in deferred where nodes.isAlive(finished) { finish(finished.node) }
            }
            if !roomyIDs.isEmpty { admitFromLines() }
            guard queuedWork > workBase else { break }
            duties.startQueued(self)
        }
        needsSettling = false
    }
}
