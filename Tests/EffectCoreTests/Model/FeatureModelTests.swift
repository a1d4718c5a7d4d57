import EffectModel
import Testing

/// Random programs of features that come and go, compared step by step with the rules in plain words.
@Suite struct FeatureModelTests {
    @Test(arguments: 0..<Programs.parts) func everyProgramDoesWhatTheModelSays(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.seeds)
        var compared = 0
        for seed in seeds {
            let script = ScriptGenerator.script(withFeaturesSeed: seed)
            guard let expected = Model.play(script) else { continue }
            compared += 1
            let trace = ScriptPlayer.play(script)
            #expect(trace.violations == [], "seed \(seed)")
            if trace != expected { return Programs.report(script, seed: seed) }
        }
        #expect(compared > seeds.count / 2)
    }
}
