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
    package init(
        _ surroundings: AnyObject, swap: @escaping (_ surroundings: AnyObject?) -> AnyObject?
    ) {
        self.surroundings = surroundings
        self.swap = swap
    }
}

extension Effect {
    /// The same effect in surroundings that follow it. The innermost ones count.
    package func inContext(_ context: EffectContext) -> Effect {
        modified(by: .context(context))
    }
}

/// What to put back when a callback has returned.
@usableFromInline
struct EnteredContext {
    var context: EffectContext
    var previous: AnyObject?
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

    @inlinable
    @inline(__always)
    func enterContext(of node: Int32) -> EnteredContext? {
        hasContexts ? swapContext(of: node) : nil
    }

    @usableFromInline
    func swapContext(of node: Int32) -> EnteredContext? {
        guard node >= 0, Int(node) < contexts.count, let context = contexts[Int(node)] else {
            return nil
        }
        return EnteredContext(context: context, previous: context.swap(context.surroundings))
    }

    @inlinable
    @inline(__always)
    func leaveContext(_ entered: EnteredContext?) {
        if let entered { restoreContext(entered) }
    }

    @usableFromInline
    func restoreContext(_ entered: EnteredContext) {
        _ = entered.context.swap(entered.previous)
    }
}

extension EffectHandle {
    /// Runs a callback of the effect that does not come from the engine, in the effect's context.
    @inlinable
    final func inContext<Value>(_ body: () -> Value) -> Value {
        guard let engine = link.engine, engine.hasContexts else { return body() }
        let entered = engine.swapContext(of: node)
        let value = body()
        engine.leaveContext(entered)
        return value
    }
}
