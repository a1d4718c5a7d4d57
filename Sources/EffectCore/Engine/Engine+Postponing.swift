/// The short way of a debounce storm: the next input takes over the record of the one before.
extension Engine {
    /// The one waiting call of an id, if it is all that its send has caused and all that the id holds:
    /// then the next call may take its place in the tables. A storm of inputs is made of such calls.
    /// Right below a task, no call has surroundings: those are around the effects that wait.
    @usableFromInline
    func nodeToPostpone(_ id: EffectID) -> Int32 {
        guard droppedSteps.isEmpty, taskCallbacks.isEmpty, let record = ids.find(id, in: 0)
        else { return -1 }
        let node = ids[record].waiting
        guard node >= 0, ids[record].firstHolder == node, ids[record].lastHolder == node,
            nodes[node].scope == 0
        else { return -1 }
        let task = nodes[node].parent
        return nodes[task].kind == .task && nodes[task].live == 1 ? node : -1
    }

    /// Ends the send of the waiting call, as superseding it would, and begins that of the next one.
    @usableFromInline
    func postpone(
        _ node: Int32, by interval: Int64, origin: ActionSource, source: ActionSource
    ) -> NodeReference {
        let task = nodes[node].parent
        nodes[task].endedCancelled = false
        nodes[task].generation &+= 1
        nodes[node].generation &+= 1
        nodes[task].order = nextOrder
        nodes[node].order = nextOrder + 1
        nextOrder += 2
        nodes[node].startedAt = queue.startTime
        nodes[origin: node].origin = origin
        nodes[origin: node].label.source = source
        queue.schedule(nodes[node].timer, after: interval)
        return nodes.reference(to: task)
    }
}
