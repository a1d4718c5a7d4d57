public import EffectCore

extension TestStore {
    /// Moves the clock on, running what falls due on the way, the end included.
    ///
    /// What effects send meanwhile waits to be received. Not for a store on a loop.
    public func advance(
        by duration: Duration, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        beginMoving(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        clock.advance(
            by: duration, fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line),
            column: Int(column))
    }

    /// Moves the clock to an instant, running what falls due on the way, the end included.
    public func advance(
        to instant: Instant, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        beginMoving(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        clock.advance(
            to: instant, fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line),
            column: Int(column))
    }

    /// Moves the clock from deadline to deadline until nothing waits for it. A timer that repeats for
    /// ever fails the test, at ``TestClock/stepLimit``.
    public func run(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        beginMoving(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        clock.run(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }

    private func beginMoving(_ site: CallSite) {
        precondition(
            turn == nil, "TestStore.advance: the store is on a loop, which moves by itself")
        begin(at: site)
    }

    /// Waits, at most for a time, until something is so.
    ///
    /// On the test's clock that is moved from deadline to deadline; on a loop, turn by turn.
    func wait(for timeout: Duration, until isSo: () -> Bool) {
        guard let turn else { return moveClock(by: timeout, until: isSo) }
        // What ends the wait also wakes the loop.
        let alarm = Store(
            initialState: false, initialEffect: .after(timeout, true), on: scheduler,
            reducer: {
                Reduce<Bool, Bool> {
                    $0 = $1; return .none
                }
            }, withDependencies: nil)
        while !isSo(), !alarm.state { turn() }
    }

    private func moveClock(by timeout: Duration, until isSo: () -> Bool) {
        let end = clock.now.advanced(by: timeout)
        while !isSo() {
            guard let next = clock.runQueue.nextDeadline, next <= end else {
                return clock.advance(to: end)
            }
            clock.advance(to: next)
        }
    }
}
