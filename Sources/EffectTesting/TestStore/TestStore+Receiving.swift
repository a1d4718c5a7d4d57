import EffectCore

extension TestStore {
    /// Claims that an effect has sent an action, and what the action changed.
    ///
    /// The action is the first one that was not received yet; another one fails the test and counts as
    /// received. Where the test need not be exhaustive, it is the first one that matches, those before
    /// it are skipped, and without any nothing is consumed. Without `timeout` the clock does not move; see
    /// ``advance(by:fileID:filePath:line:column:)``.
    ///
    /// - Parameters:
    ///   - action: The action, compared by `==`.
    ///   - file: The file whose line must have sent it, as `#fileID` gives it; nil for any.
    ///   - timeout: How long to wait for it: on the test's clock, which is moved on as far as needed,
    ///     or on the loop that the store was made for.
    ///   - assert: As for ``send(_:assert:fileID:filePath:line:column:)``.
    public func receive(
        _ action: Action, from file: String? = nil, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Action: Equatable {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let expectation = Expectation(
            describe: { StateDump.line(action) }, matches: { $0 == action }, whole: action,
            file: file)
        receive(expectation, timeout, site, claim(assert))
    }

    /// Claims that an effect has sent an action that satisfies a condition.
    ///
    /// - Parameter isMatch: Asked about the first action; where the test need not be exhaustive, about
    ///   each until it says yes.
    public func receive(
        where isMatch: @escaping (Action) -> Bool, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let expectation = Expectation<Action>(
            describe: { "an action that satisfies the condition" }, matches: isMatch)
        receive(expectation, timeout, site, claim(assert))
    }

    // MARK: The one rule

    func receive(
        _ expectation: Expectation<Action>, _ timeout: Duration?, _ site: CallSite, _ claim: Claim?
    ) {
        begin(at: site)
        if let timeout {
            wait(for: timeout) {
                exhaustivity == .on
                    ? !journal.received.isEmpty : index(of: expectation) != nil
            }
        }
        guard !journal.received.isEmpty else {
            return failForNothing(expectation, timeout, site)
        }
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
            guard let index = index(of: expectation) else {
                return failForNoMatch(expectation, timeout, site)
            }
            skip(first: index, site)
            compare(journal.received.removeFirst(), "received", site, claim)
        }
    }

    private func index(of expectation: Expectation<Action>) -> Int? {
        journal.received.firstIndex { expectation.accepts($0.action, from: $0.source) }
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

    // MARK: Failures

    private func failForNothing(
        _ expectation: Expectation<Action>, _ timeout: Duration?, _ site: CallSite
    ) {
        let running = effectsToCareFor
        let text = "\(expectation.name) was expected, and no action was sent by an effect"
        guard timeout != nil || !running.isEmpty else {
            let hint =
                pendingEffects > 0
                ? "Effects wait to be run: see runEffects()." : "No effect is in flight."
            return Failure.noAction.record("\(text). \(hint)", at: site.location)
        }
        Failure.receiveTimeout.record(
            "\(text)\(waited(timeout)) (F-NO-ACTION).\(flight(running))", at: site.location)
    }

    private func failForNoMatch(
        _ expectation: Expectation<Action>, _ timeout: Duration?, _ site: CallSite
    ) {
        let running = effectsToCareFor
        let text = "\(expectation.name) was expected, and none of the actions matches"
        guard timeout != nil || !running.isEmpty else {
            return Failure.noAction.record("\(text):\n\n\(journal.list())", at: site.location)
        }
        Failure.receiveTimeout.record(
            """
            \(text)\(waited(timeout)) (F-NO-ACTION):

            \(journal.list())

            \(flight(running).drop { $0 == " " })
            """,
            at: site.location)
    }

    private func waited(_ timeout: Duration?) -> String {
        timeout.map { " within \($0.text)" } ?? ""
    }
}
