import EffectModel
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many random programs run, and from which seed on.
///
/// `EFFECT_MODEL_PROGRAMS` sets how many there are of all kinds but laws, of which each gets a
/// twentieth, and `EFFECT_MODEL_SEED` the seed of the first. A failure names its seed.
enum Programs {
    /// As many as there are cores at best: what runs side by side is split by seeds.
    static let parts = 4

    static let count = setting("EFFECT_MODEL_PROGRAMS") ?? 3_000
    static let first = setting("EFFECT_MODEL_SEED") ?? 1

    /// The seeds of all programs.
    static var seeds: Range<UInt64> { first..<first + count }

    /// The seeds for one law of many.
    static var lawSeeds: Range<UInt64> { first..<first + max(1_000, count / 20) }

    /// One part of the seeds.
    static func seeds(ofPart part: Int, of seeds: Range<UInt64>) -> Range<UInt64> {
        func bound(_ part: Int) -> UInt64 {
            seeds.lowerBound + UInt64(seeds.count) * UInt64(part) / UInt64(parts)
        }
        return bound(part)..<bound(part + 1)
    }

    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    /// Makes a script smaller on which model and store disagree, and records how.
    static func report(_ script: Script, seed: UInt64) {
        let least = script.shrunk { script in
            Model.play(script).map { ScriptPlayer.play(script) != $0 } ?? false
        }
        report(least, seed: seed, ("Model", Model.play(least)), ("Store", ScriptPlayer.play(least)))
    }

    /// Records what two traces of a script differ in.
    static func report(
        _ script: Script, seed: UInt64, _ expected: (name: String, trace: Trace?),
        _ actual: (name: String, trace: Trace?)
    ) {
        let (first, second) = (expected.trace?.entries ?? [], actual.trace?.entries ?? [])
        let same = zip(first, second).prefix { $0 == $1 }.count
        func lines(_ entries: some Sequence<Trace.Entry>) -> String {
            entries.map(\.description).joined(separator: "\n    ")
        }
        Issue.record(
            """
            Seed \(seed), made smaller:
            \(script)
            Both:
                \(lines(first.prefix(same)))
            \(expected.name):
                \(lines(first.dropFirst(same)))
            \(actual.name):
                \(lines(second.dropFirst(same)))
            """)
    }
}
