/// Surroundings of a layer above the core that follow an effect into each of its callbacks.
///
/// The layer puts one around the effects that were returned in them, by ``Effect/inContext(_:)``; the
/// engine swaps them in around every callback of those effects, and out again. It knows nothing
/// of what is in them.
@usableFromInline
package final class EffectContext {
    let surroundings: AnyObject
    let swap: (AnyObject?) -> AnyObject?

    /// Creates a context.
    ///
    /// - Parameter swap: Puts surroundings, or none, in place, and answers what was there.
    @usableFromInline
    package init(
        _ surroundings: AnyObject, swap: @escaping (_ surroundings: AnyObject?) -> AnyObject?
    ) {
        self.surroundings = surroundings
        self.swap = swap
    }
}

extension Effect {
    /// The same effect in surroundings that follow it. The innermost ones count.
    ///
    /// An effect that calls nobody back is left as it is.
    @inlinable
    package consuming func inContext(_ context: EffectContext) -> Effect {
        if case .context = modifier { return self }
        return body.callsBack ? modified(by: .context(context)) : self
    }
}

extension Effect.Body {
    /// Whether the effect, or a part of it, runs code of the user's.
    @inlinable
    var callsBack: Bool {
        switch self {
        case .none, .send, .sequence, .sleep, .cancel, .cancelEach, .cancelAll, .dismiss,
            .missingChild, .after(_, .action, _), .timer(_, .action, _),
            .plannedTimer(_, .action, _):
            false
        case .after, .timer, .plannedTimer, .run, .merge, .concatenate, .series, .timeout,
            .dismissible,
            .boxed, .mapped:
            true
        }
    }
}

extension EffectSlot {
    /// Puts the effect in the slot in surroundings that follow it.
    @inlinable
    package func put(in context: EffectContext) {
        if !isNone { fill(take().inContext(context)) }
    }
}

/// How to get back to what was in place before the callbacks of a scheduler entered any context.
@usableFromInline
struct ContextExit {
    var context: EffectContext
    var surroundings: AnyObject?
}

/// What to put back when a callback has returned.
@usableFromInline
struct EnteredContext {
    var context: EffectContext
    var previous: AnyObject?
    var exit: ContextExit?
}

/// What the drain of a store has left, and goes back to.
struct LeftContext {
    var engine: ObjectIdentifier
    var entered: EnteredContext
}

extension Engine {
    /// Gives a node a context of its own; what starts below it inherits it.
    @usableFromInline
    func setContext(_ context: EffectContext, of node: Int32) {
        hasContexts = true
        while contexts.count < nodes.capacity { contexts.append(nil) }
        contexts[Int(node)] = context
    }

    func inheritContext(_ node: Int32, from parent: Int32) {
        guard Int(parent) < contexts.count, let context = contexts[Int(parent)] else { return }
        setContext(context, of: node)
    }

    /// Before a callback of a node: its surroundings, or where it has none those outside of all.
    @inlinable
    @inline(__always)
    func enterContext(of node: Int32) -> EnteredContext? {
        hasContexts || queue.contextExit != nil ? swapContext(of: node) : nil
    }

    /// Before a drain, which reduces actions and calls observers: they are nobody's callbacks, though
    /// one may have sent the action, of another store perhaps.
    @inlinable
    @inline(__always)
    func leaveContexts() {
        if queue.contextExit != nil { leavePresentContexts() }
    }

    /// Behind a drain. It carries nothing about contexts itself: without any, it costs one look.
    @inlinable
    @inline(__always)
    func returnToContexts() {
        if queue.hasLeftContexts { returnToLeftContexts() }
    }

    @usableFromInline
    func leavePresentContexts() {
        guard let entered = swapContext(of: -1) else { return }
        queue.leftContexts.append(LeftContext(engine: ObjectIdentifier(self), entered: entered))
        queue.hasLeftContexts = true
    }

    @usableFromInline
    func returnToLeftContexts() {
        // Drains nest, and of each store there is one at most.
        guard let last = queue.leftContexts.last, last.engine == ObjectIdentifier(self) else {
            return
        }
        queue.leftContexts.removeLast()
        queue.hasLeftContexts = !queue.leftContexts.isEmpty
        restoreContext(last.entered)
    }

    @usableFromInline
    func swapContext(of node: Int32) -> EnteredContext? {
        if node >= 0, Int(node) < contexts.count, let context = contexts[Int(node)] {
            return enter(context)
        }
        guard let exit = queue.contextExit else { return nil }
        queue.contextExit = nil
        return EnteredContext(
            context: exit.context, previous: exit.context.swap(exit.surroundings), exit: exit)
    }

    private func enter(_ context: EffectContext) -> EnteredContext {
        let exit = queue.contextExit
        let previous = context.swap(context.surroundings)
        if exit == nil {
            queue.contextExit = ContextExit(context: context, surroundings: previous)
        }
        return EnteredContext(context: context, previous: previous, exit: exit)
    }

    /// Runs code in a context, or where there is none in that of a node.
    func inContext<Value>(
        _ context: EffectContext?, of node: Int32, _ body: () -> Value
    ) -> Value {
        guard let context else { return inContext(of: node, body) }
        let entered = enter(context)
        defer { restoreContext(entered) }
        return body()
    }

    @inlinable
    @inline(__always)
    func leaveContext(_ entered: EnteredContext?) {
        if let entered { restoreContext(entered) }
    }

    @usableFromInline
    func restoreContext(_ entered: EnteredContext) {
        _ = entered.context.swap(entered.previous)
        queue.contextExit = entered.exit
    }
}

extension EffectHandle {
    /// Runs a callback of the effect that does not come from the engine, in the effect's context.
    @inlinable
    final func inContext<Value>(_ body: () -> Value) -> Value {
        guard let engine = link.engine else { return body() }
        return engine.inContext(of: node, body)
    }
}

extension SendSeat {
    /// Runs a part of the way of an action to its store, in the effect's context.
    @inlinable
    func inContext<Value>(_ body: () -> Value) -> Value {
        guard let engine = link.engine else { return body() }
        return engine.inContext(of: node, body)
    }
}

extension Engine {
    @inlinable
    @inline(__always)
    final func inContext<Value>(of node: Int32, _ body: () -> Value) -> Value {
        let entered = enterContext(of: node)
        let value = body()
        leaveContext(entered)
        return value
    }
}
