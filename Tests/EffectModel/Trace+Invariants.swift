extension Trace {
    /// What no program may do, in whichever order things come: empty for a good trace.
    ///
    /// Each run that starts ends exactly once, or lives as one of the store's effects; it is cancelled at
    /// most once, before it ends; nothing that it sends afterwards is reduced. It is never there longer
    /// than its feature. A watched task finishes
    /// once. A store without nodes has nothing in flight, and at the end nothing is left.
    package var violations: [String] {
        var found: [String] = []
        var (live, cancelled, ended) = (Set<Int>(), Set<Int>(), Set<Int>())
        var finished = Set<Int>()
        for entry in entries {
            var isGood = true
            switch entry.event {
            case .runStarts(let run):
                isGood = !ended.contains(run) && live.insert(run).inserted
            case .runIsCancelled(let run):
                isGood = live.contains(run) && cancelled.insert(run).inserted
            case .runEnds(let run):
                isGood = live.remove(run) != nil && ended.insert(run).inserted
            case .runSendsAfterItsEnd, .runOutlivesItsFeature: isGood = false
            case .taskFinished(let task): isGood = finished.insert(task).inserted
            case .answers(let answers):
                isGood =
                    live.count <= answers.effects
                    && (!answers.isEmpty || answers.effects == 0)
                    && (answers.effects > 0 || answers.inFlight.isEmpty)
                    && finished.isDisjoint(with: answers.unfinishedTasks)
            case .released, .armedTimers(0): isGood = live.isEmpty
            case .armedTimers: isGood = false
            case .action, .report: break
            }
            if !isGood { found.append("\(entry)") }
        }
        return found
    }
}
