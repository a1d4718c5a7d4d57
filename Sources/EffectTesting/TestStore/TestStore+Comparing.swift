import EffectCore
import EffectDependencies

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
        let shared = ledger.makeClaim(entry.shared, later: journal.received.flatMap(\.shared))
        // Where not all has to be claimed, what is not is as it is.
        let isExhaustive = exhaustivity == .on
        var expected = isExhaustive ? entry.before : entry.after
        do {
            try shared.run(from: isExhaustive ? .before : .after) {
                try dependencies.yield { try claim?(&expected, entry.action) }
            }
        } catch {
            Failure.closure.record(
                """
                the claim about \(StateDump.line(entry.action)) threw \
                \(StateDump.line(error)): \(error)
                """, at: site.location)
            return
        }
        let isSame = entry.before == entry.after && !shared.hasChanges
        guard expected == entry.after, shared.isTrue else {
            return failForClaim(entry, verb, site, expected, shared, isClaimed: claim != nil)
        }
        switch exhaustivity {
        case .on:
            if claim != nil, mode == .eager, isSame {
                Failure.same.record(
                    """
                    \(StateDump.line(entry.action)) was \(verb), and the claim changes nothing. \
                    Leave it out where no change is expected.
                    """, at: site.location)
            }
        case .off(let showsSkipped):
            if showsSkipped, !isSame { noteChange(entry, shared, isClaimed: claim != nil, site) }
        }
    }

    private func failForClaim(
        _ entry: ActionJournal<State, Action>.Entry, _ verb: String, _ site: CallSite,
        _ expected: State, _ shared: SharedClaim, isClaimed: Bool
    ) {
        let name = StateDump.line(entry.action)
        let diff = LineDiff(
            expected: shared.showing(.claimed) { StateDump(expected) },
            actual: shared.showing(.after) { StateDump(entry.after) })
        if isClaimed {
            Failure.mismatch.record(
                "\(name) was \(verb), and the state is not the one claimed:\n\n\(diff)",
                at: site.location)
        } else {
            Failure.changed.record(
                """
                \(name) was \(verb) and changed the state, and no change was claimed:

                \(diff)
                """, at: site.location)
        }
    }

    /// Makes the state after an action the one that the test sees.
    func adopt(_ entry: ActionJournal<State, Action>.Entry) {
        state = journal.received.isEmpty ? journal.present : entry.after
    }

    private func noteChange(
        _ entry: ActionJournal<State, Action>.Entry, _ shared: SharedClaim, isClaimed: Bool,
        _ site: CallSite
    ) {
        let diff = LineDiff(
            expected: shared.showing(.before) { StateDump(entry.before) },
            actual: shared.showing(.after) { StateDump(entry.after) })
        let rest = isClaimed ? "of which a part is claimed at most" : "and nothing is claimed"
        Failure.note(
            """
            \(StateDump.line(entry.action)) changed the state, \(rest):

            \(diff)
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
        let shared = ledger.makeClaim([], later: journal.received.flatMap(\.shared))
        do {
            try shared.run(from: .before) { try dependencies.yield { try assert(&expected) } }
        } catch {
            return Failure.closure.record("the claim threw \(error)", at: site.location)
        }
        guard expected != state || !shared.isTrue else { return }
        let diff = LineDiff(
            expected: shared.showing(.claimed) { StateDump(expected) },
            actual: shared.showing(.after) { StateDump(state) })
        Failure.mismatch.record(
            "the state is not the one claimed:\n\n\(diff)", at: site.location)
    }
}
