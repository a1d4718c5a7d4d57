import EffectCore

extension TestStore {
    /// Claims that an effect has sent an action, and what the action changed.
    ///
    /// The action is the first one that was not received yet; another one fails the test and counts as
    /// received. Where the test need not be exhaustive, it is the first one that matches, those before
    /// it are skipped, and without any nothing is consumed. The clock does not move; see
    /// ``advance(by:fileID:filePath:line:column:)``.
    ///
    /// - Parameters:
    ///   - action: The action, compared by `==`.
    ///   - file: The file whose line must have sent it, as `#fileID` gives it; nil for any.
    ///   - assert: As for ``send(_:assert:fileID:filePath:line:column:)``.
    public func receive(
        _ action: Action, from file: String? = nil,
        assert: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Action: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let expectation = Expectation(
            describe: { StateDump.line(action) }, matches: { $0 == action }, whole: action,
            file: file)
        receive(expectation, site, assert.map { assert in { state, _ in try assert(&state) } })
    }

    /// Claims that an effect has sent an action that satisfies a condition.
    ///
    /// - Parameter isMatch: Asked about the first action; where the test need not be exhaustive, about
    ///   each until it says yes.
    public func receive(
        where isMatch: @escaping (Action) -> Bool, assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let expectation = Expectation<Action>(
            describe: { "an action that satisfies the condition" }, matches: isMatch)
        receive(expectation, site, assert.map { assert in { state, _ in try assert(&state) } })
    }

    // MARK: The one rule

    func receive(_ expectation: Expectation<Action>, _ site: CallSite, _ claim: Claim?) {
        begin(at: site)
        guard !journal.received.isEmpty else { return failForNothing(expectation, site) }
        switch exhaustivity {
        case .on:
            let entry = journal.received.removeFirst()
            guard expectation.accepts(entry.action, from: entry.source) else {
                Failure.wrongAction.record(
                    expectation.mismatch(with: entry.action, from: entry.source),
                    at: site.location)
                return adopt(entry)
            }
            compare(entry, "received", site, claim)
        case .off:
            let match = journal.received.firstIndex {
                expectation.accepts($0.action, from: $0.source)
            }
            guard let index = match else { return failForNoMatch(expectation, site) }
            skip(first: index, site)
            compare(journal.received.removeFirst(), "received", site, claim)
        }
    }

    /// Lets the first actions that wait pass without a claim.
    func skip(first count: Int, _ site: CallSite) {
        guard count > 0 else { return }
        let skipped = journal.received.prefix(count)
        if exhaustivity.showsSkipped {
            let names = skipped.map { "  " + StateDump.line($0.action) }.joined(separator: "\n")
            Failure.note(
                "\(Array(skipped).counted("received action")) skipped:\n\n\(names)",
                at: site.location)
        }
        let last = skipped.last
        journal.received.removeFirst(count)
        if let last { adopt(last) }
    }

    private func failForNothing(_ expectation: Expectation<Action>, _ site: CallSite) {
        let running = effectsToCareFor
        guard !running.isEmpty else {
            let hint =
                pendingEffects > 0
                ? " Effects wait to be run: see runEffects()." : " No effect is in flight."
            return Failure.noAction.record(
                "\(expectation.name) was expected, and no action was sent by an effect." + hint,
                at: site.location)
        }
        Failure.receiveTimeout.record(
            """
            \(expectation.name) was expected, and no action was sent by an effect (F-NO-ACTION). \
            In flight, at \(now):

            \(list(running))

            \(hint(running))
            """, at: site.location)
    }

    private func failForNoMatch(_ expectation: Expectation<Action>, _ site: CallSite) {
        let running = effectsToCareFor
        let flight =
            running.isEmpty
            ? "" : "\n\nIn flight, at \(now):\n\n\(list(running))\n\n\(hint(running))"
        let failure: Failure = running.isEmpty ? .noAction : .receiveTimeout
        let name = running.isEmpty ? "" : " (F-NO-ACTION)"
        failure.record(
            """
            \(expectation.name) was expected, and none of the actions matches\(name):

            \(journal.list())\(flight)
            """, at: site.location)
    }
}
