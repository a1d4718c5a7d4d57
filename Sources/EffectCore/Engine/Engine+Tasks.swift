/// A task is the root node of everything that one send caused, however indirectly.
extension Engine {
    @usableFromInline
    func addTask() -> Int32 {
        addNode(.task, under: -1, label: .unknown)
    }

    @usableFromInline
    func retainTask(_ task: Int32) { nodes[task].live += 1 }

    /// One queued action of the task was reduced, or one of its effects has ended.
    @usableFromInline
    func releaseTask(_ task: NodeReference) {
        guard nodes.isAlive(task) else { return }
        nodes[task.node].live -= 1
        if nodes[task.node].live == 0 { endTask(task.node) }
    }

    func endTask(_ task: Int32) {
        let reference = nodes.reference(to: task)
        nodes[task].endedCancelled = nodes[task].isCancelled
        nodes[task].generation &+= 1
        nodes[task].kind = .dying
        nodes.give(task)
        guard !taskCallbacks.isEmpty else { return }
        let due = taskCallbacks.removeValue(forKey: NodeKey(reference)) ?? []
        for action in due { action() }
    }

    func isFinished(_ task: NodeReference) -> Bool { !nodes.isAlive(task) }

    func isCancelled(_ task: NodeReference) -> Bool {
        if nodes.isAlive(task) { return nodes[task.node].isCancelled }
        // A slot remembers how its last task ended, until the next one ends in it.
        return nodes[task.node].endedCancelled
            && nodes[task.node].generation == task.generation &+ 1
    }
}

extension NodeReference {
    func isSame(as other: NodeReference) -> Bool {
        node == other.node && generation == other.generation
    }
}
