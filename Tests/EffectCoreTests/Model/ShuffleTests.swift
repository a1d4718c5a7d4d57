import EffectModel
import Testing

/// The order of what comes from outside at one instant is not promised: any order does what the model
/// says of it, and what must hold holds in each.
@Suite struct ShuffleTests {
    @Test(arguments: 0..<Programs.parts) func everyOrderDoesWhatTheModelSays(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.lawSeeds)
        var compared = 0
        for seed in seeds {
            let script = ScriptGenerator.script(crowdedWithSeed: seed)
            for order: UInt64 in 0..<3 {
                let shuffled = script.shuffled(seed: seed &+ order)
                guard let expected = Model.play(shuffled) else { continue }
                compared += 1
                let trace = ScriptPlayer.play(shuffled)
                #expect(trace.violations == [], "seed \(seed), order \(order)")
                if trace != expected { return Programs.report(shuffled, seed: seed) }
            }
        }
        #expect(compared > seeds.count * 3 / 2)
    }

    @Test(arguments: 0..<Programs.parts) func independentScriptsDoNotFeelEachOther(part: Int) {
        let seeds = Programs.seeds(ofPart: part, of: Programs.lawSeeds)
        var compared = 0
        for seed in seeds {
            let scripts = SideBySide(seed: seed)
            guard scripts.alone.allSatisfy({ Model.play($0) != nil }) else { continue }
            compared += 1
            let alone = scripts.alone.map { ScriptPlayer.play($0) }
            for order: UInt64 in 0..<2 {
                let whole = ScriptPlayer.play(scripts.together(seed: seed &+ order))
                #expect(whole.violations == [], "seed \(seed), order \(order)")
                for (number, lone) in alone.enumerated() {
                    #expect(
                        scripts.actions(ofScript: number, in: whole)
                            == scripts.actions(ofScript: number, in: lone),
                        "seed \(seed), order \(order), script \(number)")
                }
                #expect(
                    whole.lastInFlight == alone.flatMap(\.lastInFlight),
                    "seed \(seed), order \(order)")
            }
        }
        #expect(compared > seeds.count / 2)
    }

    @Test func ordersDiffer() {
        let seed = Programs.lawSeeds.first { seed in
            let script = ScriptGenerator.script(crowdedWithSeed: seed)
            let orders = [0, 1].map { script.shuffled(seed: seed &+ $0) }
            guard orders.allSatisfy({ Model.play($0) != nil }) else { return false }
            return ScriptPlayer.play(orders[0]) != ScriptPlayer.play(orders[1])
        }
        #expect(seed != nil)
    }

    @Test func everyViolationIsSeen() {
        let faulty: [[Trace.Event]] = [
            [.runStarts(0), .runEnds(0), .runEnds(0)],
            [.runStarts(0), .runStarts(0)],
            [.runStarts(0), .runEnds(0), .runIsCancelled(0)],
            [.runStarts(0), .runSendsAfterItsEnd(0)],
            [.runStarts(0), .armedTimers(0)],
            [.runStarts(0), .answers(Trace.Answers(effects: 0))],
            [.taskFinished(0), .answers(Trace.Answers(unfinishedTasks: [0]))],
            [.answers(Trace.Answers(inFlight: [1]))],
            [.armedTimers(1)],
        ]
        for events in faulty {
            var trace = Trace()
            for event in events { trace.note(event, at: 0) }
            #expect(trace.violations.count == 1, "\(events)")
        }
    }
}

extension Trace {
    /// What was in flight before the store was stopped at the end.
    fileprivate var lastInFlight: [Int] {
        let answers = entries.compactMap { entry -> [Int]? in
            if case .answers(let answers) = entry.event { answers.inFlight } else { nil }
        }
        return answers.dropLast().last ?? []
    }
}
