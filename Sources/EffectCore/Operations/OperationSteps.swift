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
/// A list from the last step to the first: appending shares what is there and costs O(1), and a step
/// that captures the operation it is appended to makes no cycle.
struct OperationSteps {
    private final class Link {
        private(set) var step: OperationStep
        private(set) var previous: Link?
        let count: Int

        init(_ step: OperationStep, after previous: Link?) {
            self.step = step
            self.previous = previous
            count = (previous?.count ?? 0) + 1
        }

        deinit { OperationSteps.takeApart(take()) }

        /// What is before the step and within it, none of which is held any more.
        func take() -> [OperationSteps] {
            var taken = step.parts
            if let previous { taken.append(OperationSteps(previous)) }
            step = .plain { _, _ in }
            previous = nil
            return taken
        }
    }

    private var last: Link

    private init(_ last: Link) { self.last = last }

    init(_ body: @escaping (OperationContext, OperationOutcome) -> Void) {
        self.init(Link(.plain(body), after: nil))
    }

    /// A step that runs other operations.
    init(
        of parts: [OperationSteps],
        _ body: @escaping (OperationContext, [OperationSteps]) -> Void
    ) {
        self.init(Link(.composed(parts, body), after: nil))
    }

    func appending(
        _ body: @escaping (OperationContext, OperationOutcome) -> Void
    ) -> OperationSteps {
        OperationSteps(Link(.plain(body), after: last))
    }

    /// From the first to the last. O(n).
    var inOrder: [OperationStep] {
        var steps: [OperationStep] = []
        steps.reserveCapacity(last.count)
        var link: Link? = last
        while let present = link {
            steps.append(present.step)
            link = present.previous
        }
        steps.reverse()
        return steps
    }

    /// Releases steps that nobody else holds, from the outside inwards. Left to themselves they would
    /// do so in a recursion, once a step and once a level.
    private static func takeApart(_ steps: consuming [OperationSteps]) {
        var pending = steps
        while var next = pending.popLast() {
            if isKnownUniquelyReferenced(&next.last) { pending += next.last.take() }
        }
    }
}
