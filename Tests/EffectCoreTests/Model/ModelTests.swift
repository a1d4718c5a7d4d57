import EffectCore
import EffectTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Random programs on a real store, compared step by step with the rules in plain words.
///
/// `EFFECT_MODEL_PROGRAMS` sets how many programs run, `EFFECT_MODEL_SEED` the seed of the first.
@Suite struct ModelTests {
    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    @Test func everyProgramDoesWhatTheModelSays() {
        let first = Self.setting("EFFECT_MODEL_SEED") ?? 1
        let count = Self.setting("EFFECT_MODEL_PROGRAMS") ?? 3_000
        var compared = 0
        for seed in first..<first + count {
            let script = ScriptGenerator.script(seed: seed)
            guard let expected = Model.play(script) else { continue }
            compared += 1
            if ScriptPlayer.play(script) != expected { return report(script, seed) }
        }
        #expect(compared > count / 2)
    }

    private func report(_ script: Script, _ seed: UInt64) {
        let least = script.shrunk { script in
            Model.play(script).map { ScriptPlayer.play(script) != $0 } ?? false
        }
        let expected = Model.play(least)?.entries ?? []
        let actual = ScriptPlayer.play(least).entries
        let same = zip(expected, actual).prefix { $0 == $1 }.count
        Issue.record(
            """
            Seed \(seed), made smaller:
            \(least)
            Both: \(expected.prefix(same).joined(separator: "\n      "))
            Model: \(expected.dropFirst(same).joined(separator: "\n       "))
            Store: \(actual.dropFirst(same).joined(separator: "\n       "))
            """)
    }
}
