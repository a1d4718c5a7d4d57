/// All that one send caused: its effects, the effects of the actions they send, and so on.
///
/// A handle of two numbers; it keeps neither the store nor the work alive.
public struct StoreTask {
    let link: EngineLink?
    let reference: NodeReference

    @usableFromInline
    init(link: EngineLink?, reference: NodeReference) {
        self.link = link
        self.reference = reference
    }

    /// The task of an action that started nothing.
    @inlinable
    static var finished: StoreTask {
        StoreTask(link: nil, reference: NodeReference(node: -1, generation: 0))
    }

    /// What tells the task from every other one of its store.
    package var key: NodeKey { NodeKey(reference) }

    /// Cancels everything the task has running. Actions that are queued are still reduced.
    public func cancel() { link?.engine?.cancelTask(reference) }

    /// Whether nothing of the task runs or is queued any more. True for an action without effects.
    public var isFinished: Bool { link?.engine?.isFinished(reference) ?? true }

    /// Whether the task was cancelled. A finished task remembers it until its slot is used again.
    public var isCancelled: Bool {
        guard reference.node >= 0 else { return false }
        return link?.engine?.isCancelled(reference) ?? false
    }

    /// Calls `action` once when the task has finished; at once if it has already.
    public func onFinish(_ action: @escaping () -> Void) {
        guard let engine = link?.engine, !engine.isFinished(reference) else { return action() }
        engine.taskCallbacks[key, default: []].append(action)
    }
}

/// A record of the engine as a value to compare by: of a task, or of an effect.
package struct NodeKey: Hashable {
    let node: Int32
    let generation: UInt32

    init(_ reference: NodeReference) {
        node = reference.node
        generation = reference.generation
    }
}
