/// One firing of a repeating timer.
public struct Tick: Hashable, Sendable {
    /// The number of this tick, from 1; ticks left out do not count.
    public var count: Int
    /// How many ticks were left out between the previous one and this one.
    public var missed: Int
    /// When this tick was due.
    public var deadline: Instant

    /// Creates a tick, for tests of code that handles ticks.
    @inlinable
    public init(count: Int, missed: Int, deadline: Instant) {
        self.count = count
        self.missed = missed
        self.deadline = deadline
    }
}
