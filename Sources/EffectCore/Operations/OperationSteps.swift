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
enum OperationStep {
    case plain((OperationContext, OperationOutcome) -> Void)
    /// One that runs operations as parts of it. They are not captured, so that a deep nesting can be
    /// released in a loop.
    case composed([OperationSteps], (OperationContext, [OperationSteps]) -> Void)

    func callAsFunction(_ context: OperationContext, _ outcome: OperationOutcome) {
        switch self {
        case .plain(let body): body(context, outcome)
        case .composed(let parts, let body): body(context, parts)
        }
    }

    var parts: [OperationSteps] {
        switch self {
        case .plain: []
        case .composed(let parts, _): parts
        }
    }
}

/// The steps of an operation, one after another.
///
/// A view of the first steps of a buffer. Appending to the longest view writes into the shared buffer,
/// so that a chain built one by one stays flat and costs amortised O(1) a link; other views do not see
/// the new step. Operations stay in one region, so nobody reads meanwhile.
struct OperationSteps {
    private final class Buffer {
        var steps: [OperationStep]

        init(_ steps: [OperationStep]) { self.steps = steps }

        deinit { OperationSteps.takeApart(takeParts()) }

        /// The operations in the steps, which are dropped.
        func takeParts() -> [OperationSteps] {
            let parts = steps.flatMap { $0.parts }
            steps = []
            return parts
        }
    }

    private var buffer: Buffer
    let count: Int

    init(_ body: @escaping (OperationContext, OperationOutcome) -> Void) {
        self.init(Buffer([.plain(body)]))
    }

    /// A step that runs other operations.
    init(
        of parts: [OperationSteps],
        _ body: @escaping (OperationContext, [OperationSteps]) -> Void
    ) {
        self.init(Buffer([.composed(parts, body)]))
    }

    private init(_ buffer: Buffer) {
        self.buffer = buffer
        count = buffer.steps.count
    }

    subscript(_ index: Int) -> OperationStep { buffer.steps[index] }

    func appending(
        _ body: @escaping (OperationContext, OperationOutcome) -> Void
    ) -> OperationSteps {
        if buffer.steps.count == count {
            buffer.steps.append(.plain(body))
            return OperationSteps(buffer)
        }
        return OperationSteps(Buffer(Array(buffer.steps[..<count]) + [.plain(body)]))
    }

    /// Releases operations that nobody else holds, from the outside inwards. Left to themselves they
    /// would do so in a recursion, once a level.
    private static func takeApart(_ parts: consuming [OperationSteps]) {
        var pending = parts
        while var next = pending.popLast() {
            if isKnownUniquelyReferenced(&next.buffer) { pending += next.buffer.takeParts() }
        }
    }
}
