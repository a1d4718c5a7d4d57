/// How a layer above the core makes its surroundings follow effects.
///
/// `capture` is asked once per effect, when it is returned; `swap` puts a context in place around
/// every callback of that effect and gives back what was there.
package struct ContextHook {
    var capture: () -> AnyObject?
    var swap: (AnyObject?) -> AnyObject?

    package init(
        capture: @escaping () -> AnyObject?, swap: @escaping (AnyObject?) -> AnyObject?
    ) {
        self.capture = capture
        self.swap = swap
    }
}

/// What to put back when a callback has returned.
@usableFromInline
struct EnteredContext {
    var previous: AnyObject?
}

extension Engine {
    func captureContext(for node: Int32, under parent: Int32) {
        while contexts.count < nodes.capacity { contexts.append(nil) }
        contexts[Int(node)] =
            nodes[parent].kind == .task ? contextHook?.capture() : contexts[Int(parent)]
    }

    @inlinable
    @inline(__always)
    func enterContext(of node: Int32) -> EnteredContext? {
        hasContextHook ? swapContext(of: node) : nil
    }

    @usableFromInline
    var hasContextHook: Bool { contextHook != nil }

    @usableFromInline
    func swapContext(of node: Int32) -> EnteredContext? {
        guard let contextHook, Int(node) < contexts.count else { return nil }
        return EnteredContext(previous: contextHook.swap(contexts[Int(node)]))
    }

    @usableFromInline
    func leaveContext(_ context: EnteredContext?) {
        guard let context, let contextHook else { return }
        _ = contextHook.swap(context.previous)
    }
}
