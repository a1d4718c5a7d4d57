/// What one step hands to the next: the result of an operation, without its types.
class OperationOutcome {}

final class OperationResult<Success, Failure: Error>: OperationOutcome {
    let result: Result<Success, Failure>

    init(_ result: Result<Success, Failure>) { self.result = result }
}

extension OperationOutcome {
    /// The result in it. The steps of an operation are put together with types that fit.
    final func result<Success, Failure: Error>(
        as type: Operation<Success, Failure>.Type
    ) -> Result<Success, Failure> {
        unsafeDowncast(self, to: OperationResult<Success, Failure>.self).result
    }
}

/// Takes what the step before has handed on and completes its context, now or later.
typealias OperationStep = (OperationContext, OperationOutcome) -> Void

/// The steps of an operation, one after another.
///
/// A view of the first steps of a buffer. Appending to the longest view writes into the shared buffer,
/// so that a chain built one by one stays flat and costs amortised O(1) a link; other views do not see
/// the new step. Operations stay in one region, so nobody reads meanwhile.
struct OperationSteps {
    private final class Buffer {
        var steps: [OperationStep]

        init(_ steps: [OperationStep]) { self.steps = steps }
    }

    private let buffer: Buffer
    let count: Int

    init(_ step: @escaping OperationStep) {
        buffer = Buffer([step])
        count = 1
    }

    private init(_ buffer: Buffer) {
        self.buffer = buffer
        count = buffer.steps.count
    }

    subscript(_ index: Int) -> OperationStep { buffer.steps[index] }

    func appending(_ step: @escaping OperationStep) -> OperationSteps {
        if buffer.steps.count == count {
            buffer.steps.append(step)
            return OperationSteps(buffer)
        }
        return OperationSteps(Buffer(Array(buffer.steps[..<count]) + [step]))
    }
}
