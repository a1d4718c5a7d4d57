extension Operation {
    /// Goes on with another operation after a success.
    ///
    /// - Complexity: O(1).
    public func flatMap<NewSuccess>(
        _ transform: @escaping (Success) -> Operation<NewSuccess, Failure>
    ) -> Operation<NewSuccess, Failure> {
        appending { result, context in
            switch result {
            case .success(let value): context.goOn(with: transform(value).steps)
            case .failure(let error):
                context.complete(OperationResult<NewSuccess, Failure>(.failure(error)))
            }
        }
    }

    /// Goes on with another operation after a failure.
    public func flatMapError<NewFailure: Error>(
        _ transform: @escaping (Failure) -> Operation<Success, NewFailure>
    ) -> Operation<Success, NewFailure> {
        appending { result, context in
            switch result {
            case .success(let value):
                context.complete(OperationResult<Success, NewFailure>(.success(value)))
            case .failure(let error): context.goOn(with: transform(error).steps)
            }
        }
    }

    /// Transforms the value of a success.
    public func map<NewSuccess>(
        _ transform: @escaping (Success) -> NewSuccess
    ) -> Operation<NewSuccess, Failure> {
        appending { result, context in context.complete(OperationResult(result.map(transform))) }
    }

    /// Transforms the error of a failure.
    public func mapError<NewFailure: Error>(
        _ transform: @escaping (Failure) -> NewFailure
    ) -> Operation<Success, NewFailure> {
        appending { result, context in
            context.complete(OperationResult(result.mapError(transform)))
        }
    }

    private func appending<NewSuccess, NewFailure: Error>(
        _ step: @escaping (Result<Success, Failure>, OperationContext) -> Void
    ) -> Operation<NewSuccess, NewFailure> {
        Operation<NewSuccess, NewFailure>(
            steps.appending { context, outcome in
                step(outcome.result(as: Operation.self), context)
            })
    }
}
