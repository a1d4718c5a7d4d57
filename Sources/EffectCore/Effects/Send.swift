/// What an emission carries besides its action.
@usableFromInline
struct Emission {
    @usableFromInline var node: Int32
    @usableFromInline var source: ActionSource
    @usableFromInline var transaction: TransactionEntry?

    @inlinable
    init(node: Int32, source: ActionSource, transaction: TransactionEntry?) {
        self.node = node
        self.source = source
        self.transaction = transaction
    }
}

@usableFromInline
typealias Emit<Action> = (Action, Emission) -> Void

/// Where a running effect sits in its engine: what an adapted body needs to make its `Send`.
@usableFromInline
struct SendSeat {
    @usableFromInline let link: EngineLink
    @usableFromInline let node: Int32

    @inlinable
    init(link: EngineLink, node: Int32) {
        self.link = link
        self.node = node
    }
}

/// Sends actions from a running effect into its store.
///
/// Keep it for as long as there is something to send: the effect ends when the last reference is
/// released, or earlier by ``EffectHandle/finish()``. A send after a cancel is dropped silently and
/// counted; a send after the end is dropped and reported.
///
/// Outside a drain, a send has reduced its action, and all that follows from it, when it returns;
/// inside a loop turn, as far as the turn's budget goes (``Limits/actionsPerTurn``).
public final class Send<Action>: EffectHandle {
    @usableFromInline let emit: Emit<Action>

    @inlinable
    init(link: EngineLink, emit: @escaping Emit<Action>) {
        self.emit = emit
        super.init(link: link)
    }

    @inlinable
    convenience init(seat: SendSeat, emit: @escaping Emit<Action>) {
        self.init(link: seat.link, emit: emit)
        seat.link.engine?.attach(self, to: seat.node)
    }

    /// Sends an action.
    @inlinable
    public func callAsFunction(
        _ action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        send(action, nil, fileID, line)
    }

    /// Sends an action with metadata for its observers.
    @inlinable
    public func callAsFunction(
        _ action: Action, transaction: Transaction, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        send(action, transaction.entry, fileID, line)
    }

    /// Sends a last action and ends the effect, dropping all it holds. Only the first end counts.
    @inlinable
    public func finish(
        with action: Action, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        guard isActive else {
            link.engine?.countDropped(self)
            return
        }
        send(action, nil, fileID, line)
        if isActive { finish() }
    }

    @inlinable
    func send(
        _ action: Action, _ transaction: TransactionEntry?, _ fileID: StaticString, _ line: UInt
    ) {
        guard isActive, let engine = link.engine else {
            drop(action, ActionSource(fileID: fileID, line: line))
            return
        }
        engine.checkThread()
        if engine.queue.isMeasuring { engine.queue.noteSender(self) }
        emit(
            action,
            Emission(
                node: node, source: ActionSource(fileID: fileID, line: line),
                transaction: transaction))
    }

    @usableFromInline
    func drop(_ action: Action, _ source: ActionSource) {
        guard let engine = link.engine else { return }
        engine.countDropped(self)
        guard state == .finished else { return }
        #if hasFeature(Embedded)
            let message = "an action was sent after its effect had finished"
        #else
            let message = "\(action) was sent after its effect had finished"
        #endif
        engine.report(.lateSend, message, source, origin: origin)
    }

    /// Ends the body by an error: the handler takes over with a fresh `Send`, or it is reported.
    @usableFromInline
    func fail<Failure: Error>(
        _ error: Failure, handler: ((Failure, Send<Action>) -> Void)?
    ) {
        guard isActive, let engine = link.engine else {
            link.engine?.countDropped(self)
            return
        }
        let node = node
        let fresh = Send(link: link, emit: emit)
        engine.handOver(from: self, to: fresh)
        let context = engine.enterContext(of: node)
        if !isCancellation(error) {
            if let handler {
                handler(error, fresh)
            } else {
                engine.noteFailure(of: node)
                engine.report(.unhandledError, describe(error), label.source, origin: origin)
            }
        }
        engine.leaveContext(context)
    }
}

@usableFromInline
func isCancellation<Failure: Error>(_ error: Failure) -> Bool {
    #if hasFeature(Embedded)
        return ObjectIdentifier(TypeTag<Failure>.self)
            == ObjectIdentifier(TypeTag<EffectCancelled>.self)
    #else
        return error is EffectCancelled
    #endif
}

func describe<Failure: Error>(_ error: Failure) -> String {
    #if hasFeature(Embedded)
        return "an effect failed and has no handler"
    #else
        return "\(error) was thrown by an effect without a handler"
    #endif
}

/// The effect of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
/// The `Send` of a reducer's effects.
public typealias SendOf<R: Reducer> = Send<R.Action>
/// The store of a reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
