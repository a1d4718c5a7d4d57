import EffectModel
import Testing

/// The laws of reducers: however three of them are put together, their effects are a merge in order,
/// and a reducer that does nothing changes nothing.
@Suite struct ReducerLawTests {
    @Test(arguments: 0..<Programs.parts) func everyShapeCombinesAsTheMergeInOrder(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.lawSeeds)
        var compared = 0
        for seed in seeds {
            let script = ScriptGenerator.script(inLayersWithSeed: seed)
            guard let expected = Model.play(script) else { continue }
            compared += 1
            for shape in Shape.allCases where shape.isLawful && !shape.hasBehaviors {
                if ScriptPlayer.play(script, shape: shape) != expected {
                    return report(script, shape, seed)
                }
            }
        }
        #expect(compared > seeds.count / 2)
    }

    @Test func theWrongOrderIsFoundOut() {
        let seed = Programs.lawSeeds.first {
            differs(ScriptGenerator.script(inLayersWithSeed: $0), .reversed)
        }
        #expect(seed != nil)
    }

    private func differs(_ script: Script, _ shape: Shape) -> Bool {
        Model.play(script).map { ScriptPlayer.play(script, shape: shape) != $0 } ?? false
    }

    private func report(_ script: Script, _ shape: Shape, _ seed: UInt64) {
        let least = script.shrunk { differs($0, shape) }
        Programs.report(
            least, seed: seed, ("Model of the merge", Model.play(least)),
            ("\(shape)", ScriptPlayer.play(least, shape: shape)))
    }
}
