public import EffectCore

extension TestStore {
    /// Sends an action, as a user or another part of the program would, and claims what it changes.
    ///
    /// `assert` gets the state before the action and makes of it the state that is expected after it;
    /// without one, no change is expected. ``state`` still is the state before while it runs. It runs
    /// once, with the dependencies of the feature.
    ///
    /// Actions that were not received yet fail the test; the action is sent all the same. Where the
    /// test need not be exhaustive, they count as skipped.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - assert: Makes the expected state. What it throws fails the test.
    /// - Returns: A handle on everything the action causes.
    @discardableResult
    public func send(
        _ action: Action, assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StoreTask {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        lines[site.source] = site
        store.begin()
        if !journal.received.isEmpty { meetUnreceived(beforeSending: action, site) }
        var task: StoreTask?
        let sent = journal.sending { task = store.send(action, fileID: fileID, line: line) }
        guard let task else { preconditionFailure("TestStore.send: nothing was sent") }
        guard let sent else {
            if !isStopped {
                Failure.reentrant.record(
                    """
                    \(StateDump.line(action)) was sent while another action is being dealt with; it \
                    counts as received.
                    """, at: site.location)
            }
            return task
        }
        note(task, of: action, site)
        compare(sent, "sent", site, claim(assert))
        return task
    }

    /// Sends an action. SwiftRex's word for ``send(_:assert:fileID:filePath:line:column:)``.
    @discardableResult
    public func dispatch(
        _ action: Action, assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> StoreTask {
        send(
            action, assert: assert, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    func begin(at site: CallSite) { reports.site = site }

    func note(_ task: StoreTask, of action: Action, _ site: CallSite) {
        sends.removeAll { $0.task.isFinished }
        guard !task.isFinished else { return }
        sends.append(SentAction(action: action, site: site, task: task))
    }

    private func meetUnreceived(beforeSending action: Action, _ site: CallSite) {
        switch exhaustivity {
        case .on:
            Failure.unreceivedAtSend.record(
                """
                \(journal.received.counted("action")) must be received before \
                \(StateDump.line(action)) is sent:

                \(journal.list())

                """, at: site.location)
        case .off:
            skipAll(site)
        }
    }
}

extension Array {
    func counted(_ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
