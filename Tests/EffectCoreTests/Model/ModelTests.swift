import EffectModel
import Testing

/// Random programs on a real store, compared step by step with the rules in plain words.
@Suite struct ModelTests {
    @Test(arguments: 0..<Programs.parts) func everyProgramDoesWhatTheModelSays(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.seeds)
        var compared = 0
        for seed in seeds {
            let script = ScriptGenerator.script(seed: seed)
            guard let expected = Model.play(script) else { continue }
            compared += 1
            if ScriptPlayer.play(script) != expected { return Programs.report(script, seed: seed) }
        }
        #expect(compared > seeds.count / 2)
    }
}
