/// How often and after what delays something that failed is tried again.
///
/// A policy is a plain value without a counter: each run that is given one counts for itself.
///
/// ```swift
/// let policy = RetryPolicy.exponential(from: .milliseconds(100), upTo: .seconds(30), limit: 5)
/// ```
public struct RetryPolicy {
    /// How many attempts follow the first one, or nil for no limit.
    public var limit: Int?
    /// The delays between attempts; nil for the next turn.
    public var backoff: Backoff?
    /// Gives 64 random bits for what the back-off leaves to chance; nil for no chance.
    public var random: (() -> UInt64)?

    /// Creates a policy.
    public init(limit: Int?, backoff: Backoff?, random: (() -> UInt64)? = nil) {
        self.limit = limit
        self.backoff = backoff
        self.random = random
    }

    /// No further attempt.
    public static var never: RetryPolicy { RetryPolicy(limit: 0, backoff: nil) }

    /// Tries again in the next turn.
    ///
    /// - Parameter limit: How many attempts follow the first one.
    public static func immediately(limit: Int) -> RetryPolicy {
        RetryPolicy(limit: limit, backoff: nil)
    }

    /// Tries again after the same delay each time.
    ///
    /// - Parameters:
    ///   - interval: The delay from a failure to the next attempt. Less than a millisecond counts as
    ///     one.
    ///   - limit: How many attempts follow the first one; nil for no limit.
    public static func constant(_ interval: Duration, limit: Int? = nil) -> RetryPolicy {
        RetryPolicy(limit: limit, backoff: .constant(interval))
    }

    /// Tries again after delays that grow until they reach a cap.
    ///
    /// - Parameters:
    ///   - first: The first delay. Less than a millisecond counts as one.
    ///   - cap: The longest delay.
    ///   - factor: What each delay is of the one before.
    ///   - jitterPercent: How much of a delay chance may take away, from 0 to 100. Needs `random`.
    ///   - limit: How many attempts follow the first one; nil for no limit.
    ///   - random: Gives 64 random bits.
    public static func exponential(
        from first: Duration, upTo cap: Duration, factor: Int = 2, jitterPercent: Int = 0,
        limit: Int? = nil, random: (() -> UInt64)? = nil
    ) -> RetryPolicy {
        RetryPolicy(
            limit: limit,
            backoff: .exponential(
                from: first, upTo: cap, factor: factor, jitterPercent: jitterPercent),
            random: random)
    }

    func counter() -> RetryCounter { RetryCounter(self) }
}

/// Where one run stands in its policy.
struct RetryCounter {
    private var left: Int?
    private var backoff: Backoff?
    private let random: (() -> UInt64)?

    init(_ policy: RetryPolicy) {
        left = policy.limit
        backoff = policy.backoff
        backoff?.reset()
        random = policy.random
    }

    /// The delay until the next attempt, or nil when there is none.
    mutating func next() -> Duration? {
        if let left {
            guard left > 0 else { return nil }
            self.left = left - 1
        }
        guard let random else { return backoff?.next() ?? .zero }
        return backoff?.next(random: random) ?? .zero
    }
}
