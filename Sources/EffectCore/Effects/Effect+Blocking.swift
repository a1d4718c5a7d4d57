extension Effect {
    /// Runs work that may block on a lane, off the loop, and sends an action with what it returns.
    ///
    /// The work is the only code of a feature that runs on another thread, and so the only closure
    /// that has to be `@Sendable`; `action` runs on the loop. The effect is in flight until the
    /// result has been sent.
    ///
    /// Cancelled while it waits in line, the work never runs. Cancelled while it runs, it runs on,
    /// and its result is dropped: no action comes. What it captures is kept until it returns.
    ///
    /// ```swift
    /// return .blocking(on: disk, { [setpoint] in writeSetpoint(setpoint) }) { _ in .saved }
    /// ```
    ///
    /// A lane refuses work when the system has no thread for it, or when its loop is closed. That is
    /// reported, and the effect ends without an action, unless `refused` makes one of it:
    ///
    /// ```swift
    /// return .blocking(on: disk, { readSetpoint() }) { .restored($0) } refused: { .failed($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - lane: Where the work runs; a serial lane runs one piece of work after the other.
    ///   - name: What the effect is called in lists of what runs.
    ///   - work: Runs on a thread of the lane, once.
    ///   - action: Makes the action from what the work returned.
    ///   - refused: Makes the action that is sent when the lane does not take the work.
    @inlinable
    public static func blocking<Value>(
        on lane: any BlockingLane, name: StaticString = "blocking",
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable () -> sending Value, _ action: @escaping (Value) -> Action,
        refused: ((SystemError) -> Action)? = nil
    ) -> Effect {
        run(name: name, fileID: fileID, line: line) { send in
            let result = WorkResult<Value>()
            do throws(SystemError) {
                let token = try lane.submit({ result.put(work()) }) {
                    guard let value = result.take() else { return }
                    send.finish(
                        with: send.inContext { action(value) }, fileID: fileID, line: line)
                }
                send.onTermination { token.cancel() }
            } catch {
                send.end(with: error, refused, fileID: fileID, line: line)
            }
        }
    }

    /// Runs work that may block, and may fail, on a lane; sends an action with its result.
    ///
    /// As the form above, for work that throws. Swift infers `any Error` for a closure that throws;
    /// write the type where the result is to have it:
    ///
    /// ```swift
    /// return .blocking(on: disk, { [setpoint] () throws(SystemError) in try write(setpoint) }) {
    ///     .written($0)
    /// }
    /// ```
    ///
    /// A closure that does not look at the result, `{ _ in .saved }`, ignores a failure: nothing
    /// reports it then.
    @inlinable
    @_disfavoredOverload
    public static func blocking<Success, Failure: Error>(
        on lane: any BlockingLane, name: StaticString = "blocking",
        fileID: StaticString = #fileID, line: UInt = #line,
        _ work: @escaping @Sendable () throws(Failure) -> sending Success,
        _ action: @escaping (Result<Success, Failure>) -> Action,
        refused: ((SystemError) -> Action)? = nil
    ) -> Effect {
        run(name: name, fileID: fileID, line: line) { send in
            let result = WorkResult<Result<Success, Failure>>()
            do throws(SystemError) {
                let token = try lane.submit({
                    do throws(Failure) {
                        result.put(.success(try work()))
                    } catch {
                        result.put(.failure(error))
                    }
                }) {
                    guard let value = result.take() else { return }
                    send.finish(
                        with: send.inContext { action(value) }, fileID: fileID, line: line)
                }
                send.onTermination { token.cancel() }
            } catch {
                send.end(with: error, refused, fileID: fileID, line: line)
            }
        }
    }
}

extension Send {
    @usableFromInline
    func end(
        with error: SystemError, _ refused: ((SystemError) -> Action)?, fileID: StaticString,
        line: UInt
    ) {
        guard let refused else { return endWithSystemError(error) }
        finish(with: refused(error), fileID: fileID, line: line)
    }
}
