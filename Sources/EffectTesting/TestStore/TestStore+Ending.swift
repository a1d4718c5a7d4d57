public import EffectCore
import Testing

extension TestStore {
    /// Claims that all is over: no effect runs, no channel is open, and every action was received.
    ///
    /// Without `timeout` the clock does not move. The same is checked when the store is released; here the failures are
    /// at this line, and an effect that runs or a channel that is open fails also a test that need not be
    /// exhaustive.
    ///
    /// - Parameter timeout: How long to wait for the effects: on the test's clock, which is moved on as
    ///   far as needed, or on the loop that the store was made for.
    public func finish(
        timeout: Duration? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        if let timeout { wait(for: timeout) { effectsToCareFor.isEmpty } }
        endWasCheckedAt = journal.count
        let running = effectsToCareFor.filter { $0.channel == nil }
        if !running.isEmpty {
            Failure.finishTimeout.record(
                """
                \(running.counted("effect")) in flight, at \(now):

                \(list(running))

                \(hint(running))
                """, at: site.location)
        }
        checkChannels(at: site.location)
        if exhaustivity == .on { checkActions(at: site.location) }
    }

    /// Claims that everything one send caused is over.
    ///
    /// - Parameters:
    ///   - task: What the send has answered.
    ///   - timeout: How long to wait for it.
    public func finish(
        _ task: StoreTask, timeout: Duration? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        if let timeout { wait(for: timeout) { task.isFinished } }
        guard !task.isFinished else { return }
        let sent = sends.first { $0.task.key == task.key }
        let name = sent.map { StateDump.line($0.action) } ?? "the action"
        let running = store.effects.filter { $0.task == task.key }
        Failure.taskTimeout.record(
            """
            what \(name) has caused is not over. In flight, at \(now):

            \(list(running))

            \(hint(running))
            """, at: site.location)
    }

    // MARK: Skipping

    /// Lets the actions that were not received pass without a claim. The state is the present one then.
    ///
    /// - Parameter strict: Whether it fails the test when there is nothing to skip.
    public func skipReceivedActions(
        strict: Bool = true, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        if strict, journal.received.isEmpty {
            Failure.nothingToSkip.record("there are no received actions", at: site.location)
        }
        skipAll(site)
    }

    /// Cancels the effects in flight, and closes the channels, so that they are not there at the end.
    ///
    /// A channel that the state wants stays closed until the state stops wanting it, or wants it with
    /// another reset key.
    ///
    /// TCA's test store lets them go on instead, and what they send has to be received; that is
    /// `cancel: false`.
    ///
    /// - Parameters:
    ///   - strict: Whether it fails the test when there is nothing to skip.
    ///   - cancel: Whether the effects are cancelled, or only not missed at the end.
    public func skipInFlightEffects(
        strict: Bool = true, cancel: Bool = true, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        begin(at: site)
        let running = effectsToCareFor
        if strict, running.isEmpty {
            Failure.nothingToSkip.record("there are no effects in flight", at: site.location)
        }
        if exhaustivity.showsSkipped, !running.isEmpty {
            Failure.note(
                "\(running.counted("effect")) skipped:\n\n\(list(running))", at: site.location)
        }
        guard cancel else { return ignored.formUnion(running.map(\.key)) }
        // Not by the tasks: what came through a projection or an inbox has none here.
        guard !isStopped else { return }
        store.cancelEverything()
    }

    func skipAll(_ site: CallSite) { skip(first: journal.received.count, site) }

    // MARK: The end

    /// Effects in flight that the test did not skip, in the order they started.
    var effectsToCareFor: [RunningEffect] {
        let running = store.effects
        guard !ignored.isEmpty else { return running }
        return running.filter { !ignored.contains($0.key) }
    }

    func checkEnd(at location: SourceLocation) {
        checkActions(at: location)
        checkChannels(at: location)
        for effect in effectsToCareFor where effect.channel == nil {
            let site = cause(of: effect)
            Failure.inFlightAtEnd.record(
                """
                the test is over, and an effect still runs, at \(now):

                \(list([effect]))

                Cancel it by an action, let it finish, or skip it: skipInFlightEffects().
                """, at: site?.location ?? location)
        }
        if pendingEffects > 0 {
            Failure.pendingAtEnd.record(
                """
                the effects of \(pendingEffects == 1 ? "1 action" : "\(pendingEffects) actions") were \
                never run
                """, at: location)
        }
    }

    private func checkChannels(at location: SourceLocation) {
        let open = effectsToCareFor.filter { $0.channel != nil }
        guard !open.isEmpty else { return }
        Failure.openChannel.record(
            """
            the test is over, and \(open.counted("channel")) open, at \(now):

            \(list(open))

            Close it by a state that does not want it, cancel it by its id, or skip it: \
            skipInFlightEffects().
            """, at: location)
    }

    private func checkActions(at location: SourceLocation) {
        guard !journal.received.isEmpty else { return }
        Failure.unreceivedAtEnd.record(
            """
            the test is over, and \(journal.received.counted("action")) not received:

            \(journal.list())

            """, at: location)
    }

    /// The send of the test that caused an effect, however indirectly.
    private func cause(of effect: RunningEffect) -> CallSite? {
        let sent =
            sends.last { $0.site.source == effect.origin }
            ?? sends.first { $0.task.key == effect.task }
        return sent?.site ?? lines[effect.origin]
    }
}
