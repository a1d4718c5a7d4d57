import EffectCore

extension TestStore {
    typealias Claim = (inout State, Action) throws -> Void

    func claim(_ assert: ((inout State) throws -> Void)?) -> Claim? {
        assert.map { assert in { state, _ in try assert(&state) } }
    }

    /// Compares what an action did with what the test claims, and takes the state over.
    func compare(
        _ entry: ActionJournal<State, Action>.Entry, _ verb: String, _ site: CallSite,
        _ claim: Claim?
    ) {
        state = entry.before
        defer { adopt(entry) }
        // Where not all has to be claimed, what is not is as it is.
        var expected = exhaustivity == .on ? entry.before : entry.after
        if let claim {
            do {
                try dependencies.yield { try claim(&expected, entry.action) }
            } catch {
                Failure.closure.record(
                    """
                    the claim about \(StateDump.line(entry.action)) threw \
                    \(StateDump.line(error)): \(error)
                    """, at: site.location)
                return
            }
        }
        var name: String { StateDump.line(entry.action) }
        guard expected == entry.after else {
            let diff = LineDiff(expected: expected, actual: entry.after)
            if claim == nil {
                Failure.changed.record(
                    """
                    \(name) was \(verb) and changed the state, and no change was claimed:

                    \(diff)
                    """, at: site.location)
            } else {
                Failure.mismatch.record(
                    "\(name) was \(verb), and the state is not the one claimed:\n\n\(diff)",
                    at: site.location)
            }
            return
        }
        switch exhaustivity {
        case .on:
            if claim != nil, mode == .eager, entry.before == entry.after {
                Failure.same.record(
                    """
                    \(name) was \(verb), and the claim changes nothing. Leave it out where no \
                    change is expected.
                    """, at: site.location)
            }
        case .off(let showsSkipped):
            if showsSkipped, entry.before != entry.after {
                noteChange(entry, isClaimed: claim != nil, site)
            }
        }
    }

    /// Makes the state after an action the one that the test sees.
    func adopt(_ entry: ActionJournal<State, Action>.Entry) {
        state = journal.received.isEmpty ? journal.present : entry.after
    }

    private func noteChange(
        _ entry: ActionJournal<State, Action>.Entry, isClaimed: Bool, _ site: CallSite
    ) {
        let rest = isClaimed ? "of which a part is claimed at most" : "and nothing is claimed"
        Failure.note(
            """
            \(StateDump.line(entry.action)) changed the state, \(rest):

            \(LineDiff(expected: entry.before, actual: entry.after))
            """, at: site.location)
    }

    /// Claims something about the state between actions. Not exhaustive: `assert` gets the present
    /// state, and must leave it equal to what it is.
    public func assert(
        _ assert: (inout State) throws -> Void, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        var expected = state
        do {
            try dependencies.yield { try assert(&expected) }
        } catch {
            return Failure.closure.record("the claim threw \(error)", at: site.location)
        }
        guard expected != state else { return }
        Failure.mismatch.record(
            "the state is not the one claimed:\n\n\(LineDiff(expected: expected, actual: state))",
            at: site.location)
    }
}
