/// Queues of effects under an id, and what runs under one.
///
/// Whoever waits in line holds the id like those that run, in the order of arrival: a cancel reaches
/// both, and the line needs no list of its own.
extension Engine {
    /// A call of a queue: starts if there is room and nobody waits, and otherwise waits in line.
    @usableFromInline
    func enqueue(
        _ id: Int32, limit: Int32, under parent: Int32, source: ActionSource
    ) -> GatedStart {
        ids[id].room = max(1, limit)
        // It could wait for ever for what it is part of.
        if isPartOfAdmitted(parent, in: id) { return .starts }
        let hasRoom = ids[id].firstInLine < 0 && ids[id].admitted < ids[id].room
        let node = addNode(hasRoom ? .wrapper : .queued, under: parent, source: source, id: id)
        guard hasRoom else {
            if ids[id].firstInLine < 0 { ids[id].firstInLine = node }
            // The limit of this call may be higher than that of those before it.
            if ids[id].admitted < ids[id].room { noteRoom(id) }
            return .waits(node)
        }
        nodes[node].live = 1
        nodes[node].isAdmitted = true
        ids[id].admitted += 1
        return .isAdmitted(node)
    }

    /// A holder goes that waits in line, or that has taken up room.
    func leaveLine(_ node: Int32, of id: Int32) {
        if ids[id].firstInLine == node { ids[id].firstInLine = nextInLine(after: node) }
        if nodes[node].isAdmitted {
            nodes[node].isAdmitted = false
            ids[id].admitted -= 1
        }
        if ids[id].firstInLine >= 0, ids[id].admitted < ids[id].room { noteRoom(id) }
    }

    private func noteRoom(_ id: Int32) {
        guard roomyIDs.last != id else { return }
        roomyIDs.append(id)
        ids[id].references += 1
        needsSettling = true
    }

    /// Starts those that waited, as far as there is room now.
    func admitFromLines() {
        while let id = roomyIDs.popLast() {
            while ids[id].admitted < ids[id].room, ids[id].firstInLine >= 0 {
                let node = ids[id].firstInLine
                ids[id].firstInLine = nextInLine(after: node)
                nodes[node].kind = .wrapper
                nodes[node].live = 1
                nodes[node].isAdmitted = true
                ids[id].admitted += 1
                duties.queueHeldEffect(self, node)
            }
            releaseID(id)
        }
    }

    /// Amortised O(1): the line only moves on.
    private func nextInLine(after node: Int32) -> Int32 {
        var next = nodes[node].nextHolder
        while next >= 0, nodes[next].kind != .queued { next = nodes[next].nextHolder }
        return next
    }

    private func isPartOfAdmitted(_ node: Int32, in id: Int32) -> Bool {
        var current = node
        while current >= 0 {
            if nodes[current].isAdmitted, nodes[current].id == id { return true }
            current = nodes[current].parent
        }
        return false
    }

    /// Whether something is in flight under the id that the new effect is not part of.
    @usableFromInline
    func isRunning(_ id: Int32, besides node: Int32) -> Bool {
        var holder = ids[id].firstHolder
        while holder >= 0 {
            // What is delayed has yet to come to its own policy.
            if nodes[holder].kind != .delay, !isAncestor(holder, of: node) { return true }
            holder = nodes[holder].nextHolder
        }
        return false
    }

    /// An error that nobody handles: the series that the effect is part of go no further.
    @usableFromInline
    func noteFailure(of node: Int32) {
        var current = node
        while current >= 0 {
            if nodes[current].kind == .series { nodes[current].isOver = true }
            current = nodes[current].parent
        }
    }
}
