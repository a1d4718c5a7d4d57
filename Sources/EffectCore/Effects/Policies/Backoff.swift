/// The delays between attempts, as a value that a feature keeps in its state.
///
/// ```swift
/// case .lost:
///     return .after(state.backoff.next(), .connect)
/// case .connected:
///     state.backoff.reset()
/// ```
///
/// Without chance no delay is shorter than the one before, and none is longer than the cap. A delay is
/// never less than a millisecond, so that nothing becomes a tight loop, and nothing overflows
/// however many attempts there are.
public struct Backoff: Hashable, Sendable {
    /// The shortest delay there is, in nanoseconds.
    private static var shortest: Int64 { 1_000_000 }

    private let first: Int64
    private let cap: Int64
    private let factor: Int64
    private let jitterPercent: Int64
    private var latest: Int64 = 0
    /// How many delays were given since the last reset.
    public private(set) var attempts = 0

    private init(first: Duration, cap: Duration, factor: Int, jitterPercent: Int) {
        self.first = max(Self.shortest, first.roundedNanoseconds)
        self.cap = max(self.first, cap.roundedNanoseconds)
        self.factor = Int64(max(1, factor))
        self.jitterPercent = Int64(min(100, max(0, jitterPercent)))
    }

    /// The same delay each time.
    ///
    /// - Parameters:
    ///   - interval: The delay. Less than a millisecond counts as one.
    ///   - jitterPercent: How much of it chance may take away, from 0 to 100; see ``next(random:)``.
    public static func constant(_ interval: Duration, jitterPercent: Int = 0) -> Backoff {
        Backoff(first: interval, cap: interval, factor: 1, jitterPercent: jitterPercent)
    }

    /// Delays that grow by a factor until they reach a cap.
    ///
    /// - Parameters:
    ///   - first: The first delay. Less than a millisecond counts as one.
    ///   - cap: The longest delay; at least the first one.
    ///   - factor: What each delay is of the one before. Less than 1 counts as 1.
    ///   - jitterPercent: How much of a delay chance may take away, from 0 to 100; see
    ///     ``next(random:)``.
    public static func exponential(
        from first: Duration, upTo cap: Duration, factor: Int = 2, jitterPercent: Int = 0
    ) -> Backoff {
        Backoff(first: first, cap: cap, factor: factor, jitterPercent: jitterPercent)
    }

    /// The next delay, without chance.
    ///
    /// - Complexity: O(1).
    public mutating func next() -> Duration { .nanoseconds(advance().delay) }

    /// The next delay, shortened by chance as far as the back-off allows.
    ///
    /// Many devices that lost the same server at once should not all come back at once. Chance only
    /// takes away, so the cap holds; and before the cap it takes no delay below the one before, so
    /// that delays still grow.
    ///
    /// - Parameter random: Gives 64 random bits: the larger the number, the longer the delay. Zero gives
    ///   the shortest, `.max` the longest. Seeded in a test, it gives the same delays each time.
    /// - Complexity: O(1).
    public mutating func next(random: () -> UInt64) -> Duration {
        let (delay, floor) = advance()
        let spread = delay / 100 * jitterPercent + delay % 100 * jitterPercent / 100
        let least = max(delay - spread, floor)
        guard least < delay else { return .nanoseconds(delay) }
        let choices = UInt64(delay - least) + 1
        return .nanoseconds(least + Int64(random().multipliedFullWidth(by: choices).high))
    }

    /// The next delay, shortened by chance. See ``next(random:)``.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        next(random: { generator.next() })
    }

    /// Begins anew with the first delay: something has succeeded.
    public mutating func reset() {
        latest = 0
        attempts = 0
    }

    /// The next delay without chance, and what chance must not go below.
    private mutating func advance() -> (delay: Int64, floor: Int64) {
        let previous = latest
        latest = previous == 0 ? first : min(cap, previous.multipliedSaturated(by: factor))
        if attempts < .max { attempts += 1 }
        return (latest, latest < cap ? max(previous, Self.shortest) : Self.shortest)
    }
}
