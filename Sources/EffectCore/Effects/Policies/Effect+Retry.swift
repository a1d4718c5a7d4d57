extension Effect {
    /// Runs a callback that may throw, again after each failure as far as the policy goes.
    ///
    /// Each attempt is a run of its own: when it fails, its `send` is dead, its `onTermination` hooks
    /// run and its waits end. After the last one the error goes to `catch`, once and without a further
    /// delay; without `catch` it is reported, naming this line. A cancel in an attempt or in a pause
    /// ends the effect. `EffectCancelled` ends it without a further attempt.
    ///
    /// ```swift
    /// return .run(retry: .constant(.seconds(1), limit: 3)) { send throws(SystemError) in
    ///     send(.opened(try port.open()))
    /// } catch: { error, send in
    ///     send(.failed(error))
    /// }
    /// ```
    ///
    /// The attempts of one run are counted on their own: the same value returned again begins anew.
    ///
    /// - Parameters:
    ///   - policy: How often and after what delays. A delay of zero is the next turn.
    ///   - shouldRetry: Whether another attempt may help; nil for always. Where it answers false, the
    ///     error goes to `catch` at once.
    public static func run<Failure: Error>(
        retry policy: RetryPolicy, if shouldRetry: ((Failure) -> Bool)? = nil,
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>) throws(Failure) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        let label = RunLabel(
            name: name, priority: priority, source: ActionSource(fileID: fileID, line: line))
        return retrying(policy, shouldRetry, label, handler) { send, fail in
            do throws(Failure) {
                try body(send)
            } catch {
                fail(error)
            }
        }
    }

    /// Runs a callback whose failure may come later, through `fail`, again after each failure.
    ///
    /// As the form above. Of each attempt the first failure counts; one that comes after the end of
    /// its attempt is dropped and counted.
    public static func run<Failure: Error>(
        retry policy: RetryPolicy, if shouldRetry: ((Failure) -> Bool)? = nil,
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body:
            @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) throws(Failure) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        let label = RunLabel(
            name: name, priority: priority, source: ActionSource(fileID: fileID, line: line))
        return retrying(policy, shouldRetry, label, handler) { send, fail in
            do throws(Failure) {
                try body(send, fail)
            } catch {
                fail(error)
            }
        }
    }

    /// The form above for bodies that are not marked as throwing.
    @_disfavoredOverload
    public static func run<Failure: Error>(
        retry policy: RetryPolicy, if shouldRetry: ((Failure) -> Bool)? = nil,
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) -> Void,
        catch handler: ((Failure, Send<Action>) -> Void)? = nil
    ) -> Effect {
        let label = RunLabel(
            name: name, priority: priority, source: ActionSource(fileID: fileID, line: line))
        return retrying(policy, shouldRetry, label, handler, body)
    }

    private static func retrying<Failure: Error>(
        _ policy: RetryPolicy, _ shouldRetry: ((Failure) -> Bool)?, _ label: RunLabel,
        _ handler: ((Failure, Send<Action>) -> Void)?,
        _ body: @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) -> Void
    ) -> Effect {
        Effect(
            .series {
                let attempts = Attempts<Failure>(policy, shouldRetry)
                return { attempts.next(label, handler, body) }
            })
    }
}

/// The attempts of one run.
private final class Attempts<Failure: Error> {
    private enum Stage {
        case ready
        case attempting
        case pausing
        case over
    }

    private var stage = Stage.ready
    private var failure: Failure?
    /// Whether another attempt would not help.
    private var isPermanent = false
    private var counter: RetryCounter
    private let shouldRetry: ((Failure) -> Bool)?

    init(_ policy: RetryPolicy, _ shouldRetry: ((Failure) -> Bool)?) {
        counter = policy.counter()
        self.shouldRetry = shouldRetry
    }

    func next<Action>(
        _ label: RunLabel, _ handler: ((Failure, Send<Action>) -> Void)?,
        _ body: @escaping (Send<Action>, _ fail: @escaping (Failure) -> Void) -> Void
    ) -> Effect<Action>? {
        switch stage {
        case .ready, .pausing:
            stage = .attempting
            return Effect(
                .run(
                    .direct { send in
                        body(send) { error in self.attemptFailed(error, send) }
                    }, label))
        case .attempting:
            guard let failure else { return nil }
            self.failure = nil
            if let delay = delay() {
                stage = .pausing
                return Effect(.sleep(delay.roundedNanoseconds, label.source))
            }
            stage = .over
            return Effect(.run(.direct { $0.fail(failure, handler: handler) }, label))
        case .over: return nil
        }
    }

    private func attemptFailed<Action>(_ error: Failure, _ send: Send<Action>) {
        if send.isActive, !isCancellation(error) {
            failure = error
            // Asked here, in the attempt's own surroundings.
            if let shouldRetry { isPermanent = !send.inContext { shouldRetry(error) } }
        }
        // Counted there if the attempt has ended already.
        send.finish()
    }

    private func delay() -> Duration? { isPermanent ? nil : counter.next() }
}
