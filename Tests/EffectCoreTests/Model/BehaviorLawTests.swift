import EffectModel
import Testing

/// The laws of behaviors: however three of them are put together, or put into reducers, their effects
/// are a merge in order, and the identity changes nothing. Lifts that change nothing put the effects
/// into a scope, and otherwise change nothing.
@Suite struct BehaviorLawTests {
    @Test(arguments: 0..<Programs.parts) func everyShapeCombinesAsTheMergeInOrder(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.lawSeeds)
        var compared = 0
        for seed in seeds {
            let script = ScriptGenerator.script(inLayersWithSeed: seed)
            guard let merged = Model.play(script) else { continue }
            compared += 1
            for shape in shapes(of: seed) {
                let expected = shape.hasLifts ? Model.play(script.lifted(as: shape)) : merged
                if let expected, ScriptPlayer.play(script, shape: shape) != expected {
                    return report(script, shape, seed)
                }
            }
        }
        #expect(compared > seeds.count / 2)
    }

    /// A third of all shapes: each gets a third of the seeds.
    private func shapes(of seed: UInt64) -> [Shape] {
        Shape.allCases.filter { $0.isLawful && $0.hasBehaviors }.enumerated()
            .filter { UInt64($0.offset) % 3 == seed % 3 }.map(\.element)
    }

    @Test func theWrongOrderIsFoundOut() {
        let seed = Programs.lawSeeds.first {
            differs(ScriptGenerator.script(inLayersWithSeed: $0), .behaviorsReversed)
        }
        #expect(seed != nil)
    }

    private func differs(_ script: Script, _ shape: Shape) -> Bool {
        Model.play(script.lifted(as: shape)).map { ScriptPlayer.play(script, shape: shape) != $0 }
            ?? false
    }

    private func report(_ script: Script, _ shape: Shape, _ seed: UInt64) {
        let least = script.shrunk { differs($0, shape) }
        Programs.report(
            least, seed: seed, ("Model of the merge", Model.play(least.lifted(as: shape))),
            ("\(shape)", ScriptPlayer.play(least, shape: shape)))
    }
}
