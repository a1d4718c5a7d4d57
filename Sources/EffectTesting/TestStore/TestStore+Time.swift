public import EffectCore

extension TestStore {
    /// Moves the clock on, running what falls due on the way, the end included.
    ///
    /// What effects send meanwhile waits to be received.
    public func advance(
        by duration: Duration, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        begin(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        clock.advance(
            by: duration, fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line),
            column: Int(column))
    }

    /// Moves the clock to an instant, running what falls due on the way, the end included.
    public func advance(
        to instant: Instant, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        begin(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
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
        begin(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        clock.run(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}
