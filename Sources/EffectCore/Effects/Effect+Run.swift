extension Effect {
    /// Runs a callback that sends actions, now or later.
    ///
    /// The effect is in flight until `send.finish()`, or until the last reference to `send` is gone:
    /// a body that does not keep `send` has finished when it returns. It is a plain callback on the
    /// scheduler's thread: it must not block.
    ///
    /// ```swift
    /// return .run { send in
    ///     let request = sensor.read { value in send.finish(with: .sample(value)) }
    ///     send.onCancel { request.abort() }
    /// }
    /// ```
    @inlinable
    public static func run(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>) -> Void
    ) -> Effect {
        Effect(
            .run(
                .direct(body),
                RunLabel(
                    name: name, priority: priority,
                    source: ActionSource(fileID: fileID, line: line))))
    }

    /// Runs a callback that may throw. Without `catch`, an error is reported once, naming this line.
    ///
    /// Swift infers `any Error` for a closure that throws; write the type where the handler wants it:
    ///
    /// ```swift
    /// return .run { send throws(Failure) in … } catch: { failure, send in … }
    /// ```
    ///
    /// `EffectCancelled`, and any error after a cancel, is swallowed. The handler gets a `send` of its
    /// own; the effect ends when that one is released.
    @inlinable
    public static func run<Failure: Error>(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>) throws(Failure) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        run(name: name, priority: priority, fileID: fileID, line: line) { send in
            do throws(Failure) {
                try body(send)
            } catch {
                send.fail(error, handler: handler)
            }
        }
    }

    /// Runs a callback whose failure may come later, through `fail`.
    ///
    /// A failure ends the effect as a thrown error does: the handler, or one report. Whatever comes
    /// after the first end is dropped and counted.
    @inlinable
    public static func run<Failure: Error>(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body:
            @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) throws(Failure) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        run(name: name, priority: priority, fileID: fileID, line: line) { send in
            do throws(Failure) {
                try body(send) { error in send.fail(error, handler: handler) }
            } catch {
                send.fail(error, handler: handler)
            }
        }
    }

    /// Runs a callback whose failure may come later, through `fail`, and which does not throw.
    ///
    /// The form above for bodies that are not marked as throwing: their `Failure` would be inferred
    /// as `Never`.
    @inlinable
    @_disfavoredOverload
    public static func run<Failure: Error>(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        run(name: name, priority: priority, fileID: fileID, line: line) { send in
            body(send) { error in send.fail(error, handler: handler) }
        }
    }

    /// Runs a one-shot callback whose result becomes exactly one action.
    ///
    /// Only the first completion counts. Releasing `complete` without calling it ends the effect
    /// without an action; a completion after a cancel is dropped. Nothing reports either: see
    /// ``future(name:priority:fileID:line:_:)`` for a callback that does in debug builds.
    @inlinable
    public static func attempt<Success, Failure: Error>(
        _ transform: @escaping (Result<Success, Failure>) -> Action,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (_ complete: @escaping (Result<Success, Failure>) -> Void) -> Void
    ) -> Effect {
        run(fileID: fileID, line: line) { send in
            body { result in
                if send.isActive { send.finish(with: send.inContext { transform(result) }) }
            }
        }
    }

    /// Runs a callback that sends nothing.
    @inlinable
    public static func fireAndForget(
        fileID: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
    ) -> Effect {
        run(fileID: fileID, line: line) { _ in body() }
    }
}
