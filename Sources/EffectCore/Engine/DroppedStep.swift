/// Steps under an id that waited in a chain when they were cancelled: they will be passed over.
struct DroppedStep {
    var chain: Int32
    var id: EffectID
    var scope: Int32
    /// How many steps were waiting; steps that started before that are not concerned.
    var remaining: Int32
}

extension Engine {
    /// Notes for every chain in reach that its waiting steps under the id are to be passed over.
    func dropWaitingSteps(_ id: EffectID, in scope: Int32) {
        for node in 0..<Int32(nodes.used)
        where nodes[node].kind == .chain && nodes[node].remaining > 0 {
            droppedSteps.append(
                DroppedStep(chain: node, id: id, scope: scope, remaining: nodes[node].remaining))
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
            if nodes[node].kind == .chain {
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
