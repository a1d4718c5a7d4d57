import EffectModel
import Testing

/// The laws of effects: a program does the same whichever way a law lets it be written. Both sides run
/// on real stores; the model only tells which programs end.
@Suite struct LawTests {
    // MRG-03, MRG-04, CAT-02, EFF-14
    @Test(arguments: Law.allCases.filter(\.isTrue)) func holds(law: Law) {
        var compared = 0
        for seed in Programs.lawSeeds {
            let script = ScriptGenerator.script(seed: seed, about: law)
            guard let differs = differs(script) else { continue }
            compared += 1
            if differs { return report(script, seed) }
        }
        #expect(compared > Programs.lawSeeds.count / 2)
    }

    @Test(arguments: Law.allCases.filter { !$0.isTrue }) func isFoundOut(law: Law) {
        let seed = Programs.lawSeeds.first {
            differs(ScriptGenerator.script(seed: $0, about: law), holds: false) ?? false
        }
        #expect(seed != nil)
    }

    /// Whether the sides do not do the same; nil when the program does not end.
    private func differs(_ script: Script, holds: Bool = true) -> Bool? {
        let (first, second) = script.sides
        guard Model.play(first) != nil else { return nil }
        if !holds, Model.play(second) == nil { return nil }
        return ScriptPlayer.play(first) != ScriptPlayer.play(second)
    }

    private func report(_ script: Script, _ seed: UInt64) {
        let least = script.shrunk { differs($0) ?? false }
        let (first, second) = least.sides
        Programs.report(
            least, seed: seed, ("One way", ScriptPlayer.play(first)),
            ("The other way", ScriptPlayer.play(second)))
    }
}
