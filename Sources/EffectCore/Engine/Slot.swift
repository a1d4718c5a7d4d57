/// What a store keeps next to a node: all of a running effect that depends on the action type.
@usableFromInline
enum Slot<Action> {
    case empty
    /// The action of a timer, an `after`, a timeout.
    case output(Output<Action>)
    /// The steps of a chain that have not started, last first.
    case steps([Effect<Action>])
    /// What makes the next step of a series.
    case source(StepSource<Action>)
    /// The effect that waits for a delay, a quiet period or the end of a window.
    case held(Effect<Action>.Body)
    /// A `send.after`, and the handle it keeps in flight.
    case wait(() -> Void, EffectHandle)
}

/// An effect to start, or a time limit to arm after what is above it has started.
@usableFromInline
struct Work<Action> {
    @usableFromInline
    enum Kind {
        case start(Effect<Action>)
        case armTimeout(Int64)
    }

    @usableFromInline var kind: Kind
    @usableFromInline var node: NodeReference

    @inlinable
    init(_ kind: Kind, _ node: NodeReference) {
        self.kind = kind
        self.node = node
    }
}
