/// Gives a random number generator to code that asks for one.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// let face = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Copies share the generator, so that a captured one goes on where another one left off.
public struct InjectedRandomness {
    /// The generator that the code gets.
    public struct Generator: RandomNumberGenerator {
        fileprivate let draw: () -> UInt64

        /// The next 64 random bits.
        public mutating func next() -> UInt64 { draw() }
    }

    private let draw: () -> UInt64

    /// Creates it from a generator.
    public init(_ generator: some RandomNumberGenerator) {
        var generator = generator
        draw = { generator.next() }
    }

    /// Numbers that are the same in each run with the same seed (SplitMix64). For tests.
    public static func seeded(_ seed: UInt64) -> InjectedRandomness {
        InjectedRandomness(SplitMix64(state: seed))
    }

    /// Runs code with the generator.
    public func callAsFunction<Result, Failure: Error>(
        _ body: (inout Generator) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var generator = Generator(draw: draw)
        return try body(&generator)
    }
}

/// Sebastiano Vigna's SplitMix64.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

private enum RandomnessKey: DependencyKey {
    static var liveValue: InjectedRandomness { InjectedRandomness(SystemRandomNumberGenerator()) }
    static var placeholder: InjectedRandomness? { .seeded(0) }
}

extension DependencyValues {
    /// Random numbers. To be seeded in tests.
    public var withRandomNumberGenerator: InjectedRandomness {
        get { self[RandomnessKey.self] }
        set { self[RandomnessKey.self] = newValue }
    }
}
