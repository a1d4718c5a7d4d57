/// Steps under an id that waited in a chain when they were cancelled: they will be passed over.
struct DroppedStep {
    var chain: Int32
    var id: EffectID
    var scope: Int32
    /// How many steps were waiting; steps that started before that are not concerned.
    var remaining: Int32
}

extension Engine {
    /// Notes for every chain that its waiting steps under the id are to be passed over.
    func dropWaitingSteps(_ id: EffectID, in scope: Int32) {
        for node in 0..<Int32(nodes.used) where nodes[node].kind == .chain {
            // A step that is about to start, but has not yet, waits like those behind it.
            let waiting = nodes[node].remaining + (nodes[node].firstChild < 0 ? 1 : 0)
            guard waiting > 0, !isNoted(id, scope, node) else { continue }
            nodes[node].hasDroppedSteps = true
            scopes.retain(scope)
            droppedSteps.append(
                DroppedStep(chain: node, id: id, scope: scope, remaining: waiting))
        }
    }

    /// An earlier note covers all that a later one would.
    private func isNoted(_ id: EffectID, _ scope: Int32, _ chain: Int32) -> Bool {
        nodes[chain].hasDroppedSteps
            && droppedSteps.contains { $0.chain == chain && $0.scope == scope && $0.id == id }
    }

    /// Forgets the notes about a chain that has ended.
    func forgetDroppedSteps(of chain: Int32) {
        for index in droppedSteps.indices.reversed() where droppedSteps[index].chain == chain {
            scopes.release(droppedSteps[index].scope)
            droppedSteps.remove(at: index)
        }
    }

    /// Whether an effect under an id starts in a step that was cancelled while it waited.
    @usableFromInline
    func isDropped(_ id: Int32, under parent: Int32) -> Bool {
        guard !droppedSteps.isEmpty else { return false }
        let wanted = ids[id].id
        let scope = ids[id].scope
        var node = parent
        while node >= 0 {
            if nodes[node].hasDroppedSteps {
                for dropped in droppedSteps
                where dropped.chain == node && nodes[node].remaining < dropped.remaining
                    && dropped.id == wanted && scopes.isWithin(scope, dropped.scope)
                {
                    return true
                }
            }
            node = nodes[node].parent
        }
        return false
    }
}
