/// An asynchronous call made of callbacks: a lazy value that can be put together, retried, limited in
/// time and cancelled.
///
/// A protocol with a device is a chain of them, and the chain is one effect:
///
/// ```swift
/// let identify = port.write("*IDN?").flatMap { port.readLine() }
///     .timeout(after: .seconds(1), error: .silent)
///     .retry(.constant(.milliseconds(200), limit: 3))
/// return identify.effect { .identified($0) }.cancellable(id: CancelID.device)
/// ```
///
/// Nothing happens when an operation is made. Each run of it, as an effect or as a part of another
/// operation, begins anew. Everything runs on the scheduler's thread, and closures need not be
/// `Sendable`.
///
/// One step runs at a time and completes once: a second completion is ignored, and a completion that
/// is dropped without being called ends the effect without an action (debug builds report both).
/// A cancel ends the step that runs, by its `onCancel` hooks, and starts no other. A step that is
/// completed from within a reducer or an observer is followed by the next one a turn later.
///
/// The length of a chain and the depth of a nesting are bounded by memory only, and so is a chain that
/// goes on with itself for ever.
public struct Operation<Success, Failure: Error> {
    let steps: OperationSteps

    init(_ steps: OperationSteps) { self.steps = steps }

    /// Creates an operation from a callback with a context for waits and cancels.
    ///
    /// ```swift
    /// Operation<[UInt8], SystemError> { context, complete in
    ///     let request = port.read { complete($0) }
    ///     context.onCancel { request.abort() }
    /// }
    /// ```
    public init(
        _ body:
            @escaping (
                _ context: OperationContext,
                _ complete: @escaping (Result<Success, Failure>) -> Void
            ) -> Void
    ) {
        steps = OperationSteps { context, _ in
            let completion = OperationCompletion<Success, Failure>(context)
            body(context) { completion($0) }
        }
    }

    /// Creates an operation from a callback that answers what cancels it.
    public init(
        _ body:
            @escaping (_ complete: @escaping (Result<Success, Failure>) -> Void) -> (() -> Void)
    ) {
        self.init { context, complete in context.onCancel(body(complete)) }
    }

    /// An operation that completes at once with what a closure answers or throws.
    public init(catching body: @escaping () throws(Failure) -> Success) {
        steps = OperationSteps { context, _ in
            let result: Result<Success, Failure>
            do throws(Failure) {
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
            context.complete(OperationResult(result))
        }
    }

    /// An operation that succeeds at once.
    public static func success(_ value: Success) -> Operation { result(.success(value)) }

    /// An operation that fails at once.
    public static func failure(_ error: Failure) -> Operation { result(.failure(error)) }

    /// An operation that completes at once.
    public static func result(_ result: Result<Success, Failure>) -> Operation {
        Operation(OperationSteps { context, _ in context.complete(OperationResult(result)) })
    }

    /// An operation that succeeds after a wait.
    ///
    /// - Parameter duration: The wait; zero and less mean the next turn.
    public static func sleep(for duration: Duration) -> Operation where Success == Void {
        Operation { context, complete in context.after(duration) { complete(.success(())) } }
    }
}
