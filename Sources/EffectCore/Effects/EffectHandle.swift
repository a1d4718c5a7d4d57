/// The running effect behind a `Send`: what does not depend on the action type.
public class EffectHandle {
    @usableFromInline
    enum State {
        case idle
        case active
        case finished
        case failed
        case cancelled
    }

    struct Hook {
        var onlyOnCancel: Bool
        var action: () -> Void
    }

    @usableFromInline final let link: EngineLink
    @exclusivity(unchecked) @usableFromInline final var node: Int32 = -1
    @exclusivity(unchecked) @usableFromInline final var state: State = .idle
    @exclusivity(unchecked) final var hooks: [Hook] = []
    @exclusivity(unchecked) final var scope = ScopeReference.root
    @exclusivity(unchecked) final var label = RunLabel.unknown
    @exclusivity(unchecked) final var origin = ActionSource.unknown

    @usableFromInline
    init(link: EngineLink) { self.link = link }

    /// Whether the effect still runs: neither finished nor cancelled.
    @inlinable
    public var isActive: Bool { state == .active }

    /// Ends the effect. Repeating it does nothing.
    public func finish() {
        guard state == .active else {
            link.engine?.countDropped(self)
            return
        }
        link.engine?.finishFromOutside(node)
    }

    /// Calls `perform` after a wait, unless the effect ends before; keeps the effect in flight.
    ///
    /// - Parameter delay: Zero and less mean the next turn.
    public func after(_ delay: Duration, perform: @escaping () -> Void) {
        guard state == .active, let engine = link.engine else { return }
        engine.wait(delay.roundedNanoseconds, of: self, perform: perform)
    }

    /// Calls `action` once if the effect is cancelled; at once if it was cancelled already.
    public func onCancel(_ action: @escaping () -> Void) {
        switch state {
        case .active: hooks.append(Hook(onlyOnCancel: true, action: action))
        case .cancelled: action()
        case .idle, .finished, .failed: break
        }
    }

    /// Calls `action` once when the effect ends, in whatever way; at once if it has ended already.
    public func onTermination(_ action: @escaping () -> Void) {
        switch state {
        case .active: hooks.append(Hook(onlyOnCancel: false, action: action))
        case .cancelled, .finished, .failed: action()
        case .idle: break
        }
    }

    /// Cancels what runs under the id in the effect's feature and its children, itself included.
    public final func cancel(id: some Hashable) {
        link.engine?.cancel(EffectID(id), in: scope)
    }

    /// Ends this handle and gives its hooks away.
    func close(_ ending: State) -> [Hook] {
        state = ending
        node = -1
        let taken = hooks
        if !taken.isEmpty { hooks = [] }
        return taken
    }

    deinit {
        guard state == .active, let engine = link.engine else { return }
        engine.handleReleased(self)
    }
}

extension RunLabel {
    static var unknown: RunLabel {
        RunLabel(name: nil, priority: .normal, source: ActionSource())
    }
}
