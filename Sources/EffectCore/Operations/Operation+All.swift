extension Operation {
    /// Runs operations side by side and succeeds with all values, in the order of the operations.
    ///
    /// The first failure cancels the others and is the result. An empty list succeeds at once.
    ///
    /// - Parameters:
    ///   - operations: Started in order.
    ///   - limit: How many run at a time; nil for all. Less than 1 counts as 1.
    /// - Complexity: O(n).
    public static func all<Value>(
        _ operations: [Operation<Value, Failure>], limit: Int? = nil
    ) -> Operation where Success == [Value] {
        let parts = operations.map { $0.steps }
        let limit = max(1, limit ?? .max)
        return Operation(
            OperationSteps(of: parts) { context, parts in
                OperationGroup(context, parts, limit: limit) { outcome in
                    switch outcome.result(as: Operation<Value, Failure>.self) {
                    case .success: nil
                    case .failure(let error): OperationResult<[Value], Failure>(.failure(error))
                    }
                } whole: { outcomes in
                    OperationResult<[Value], Failure>(
                        .success(
                            outcomes.compactMap { outcome in
                                try? outcome?.result(as: Operation<Value, Failure>.self).get()
                            }))
                }.start()
            })
    }

    /// Runs two operations side by side and succeeds with both values.
    ///
    /// The first failure cancels the other one and is the result.
    public static func zip<First, Second>(
        _ first: Operation<First, Failure>, _ second: Operation<Second, Failure>
    ) -> Operation where Success == (First, Second) {
        let parts: [Operation<Pair<First, Second>, Failure>] = [
            first.map { .first($0) }, second.map { .second($0) },
        ]
        return Operation<[Pair<First, Second>], Failure>.all(parts).flatMap { values in
            guard case .first(let first) = values[0], case .second(let second) = values[1] else {
                preconditionFailure("Operation.zip: a part has another place")
            }
            return .success((first, second))
        }
    }

    /// Runs this operation and another one side by side and succeeds with both values.
    ///
    /// The first failure cancels the other one and is the result.
    public func zip<Other>(
        with other: Operation<Other, Failure>
    ) -> Operation<(Success, Other), Failure> {
        .zip(self, other)
    }
}

private enum Pair<First, Second> {
    case first(First)
    case second(Second)
}
