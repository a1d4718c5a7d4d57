extension Effect {
    /// Sends an action in every turn in which the descriptor can be read without blocking.
    ///
    /// Level-triggered: read what is there, or cancel; at the end of the file, cancel, or the event
    /// comes back every turn. The descriptor is non-blocking while it is watched. A failure of the
    /// descriptor arrives as `.failure` and ends the effect: EPERM for a regular file, EBADF for a
    /// closed one.
    @inlinable
    public static func readable(
        _ fileDescriptor: Int32, on source: some DescriptorSource,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ action: @escaping (Result<DescriptorEvents, SystemError>) -> Action
    ) -> Effect {
        watch(fileDescriptor, for: .readable, on: source, fileID: fileID, line: line, action)
    }

    /// Sends an action in every turn in which the descriptor can be read without blocking.
    ///
    /// At the end of the file, cancel, or the event comes back every turn. The descriptor is
    /// non-blocking while it is watched. A failure of the descriptor is reported and ends the effect.
    @inlinable
    public static func readable(
        _ fileDescriptor: Int32, on source: some DescriptorSource,
        fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Action
    ) -> Effect {
        watch(fileDescriptor, for: .readable, on: source, fileID: fileID, line: line, action)
    }

    /// Sends an action in every turn in which the descriptor can be written without blocking.
    ///
    /// A failure of the descriptor arrives as `.failure` and ends the effect.
    @inlinable
    public static func writable(
        _ fileDescriptor: Int32, on source: some DescriptorSource,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ action: @escaping (Result<DescriptorEvents, SystemError>) -> Action
    ) -> Effect {
        watch(fileDescriptor, for: .writable, on: source, fileID: fileID, line: line, action)
    }

    /// Sends an action in every turn in which the descriptor can be written without blocking.
    ///
    /// A failure of the descriptor is reported and ends the effect.
    @inlinable
    public static func writable(
        _ fileDescriptor: Int32, on source: some DescriptorSource,
        fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Action
    ) -> Effect {
        watch(fileDescriptor, for: .writable, on: source, fileID: fileID, line: line, action)
    }

    /// Sends an action for each event of a descriptor, until a failure ends the effect.
    @inlinable
    public static func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents, on source: some DescriptorSource,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ action: @escaping (Result<DescriptorEvents, SystemError>) -> Action
    ) -> Effect {
        run(name: "descriptor", fileID: fileID, line: line) { send in
            do throws(SystemError) {
                let token = try source.watch(fileDescriptor, for: interest) { result in
                    switch result {
                    case .success:
                        send(send.inContext { action(result) }, fileID: fileID, line: line)
                    case .failure:
                        send.finish(
                            with: send.inContext { action(result) }, fileID: fileID, line: line)
                    }
                }
                send.onTermination { token.cancel() }
            } catch {
                send.finish(with: action(.failure(error)), fileID: fileID, line: line)
            }
        }
    }

    @inlinable
    static func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents, on source: some DescriptorSource,
        fileID: StaticString, line: UInt, _ action: @escaping () -> Action
    ) -> Effect {
        run(name: "descriptor", fileID: fileID, line: line) { send in
            do throws(SystemError) {
                let token = try source.watch(fileDescriptor, for: interest) { result in
                    switch result {
                    case .success:
                        send(send.inContext { action() }, fileID: fileID, line: line)
                    case .failure(let error): send.endWithSystemError(error)
                    }
                }
                send.onTermination { token.cancel() }
            } catch {
                send.endWithSystemError(error)
            }
        }
    }

    /// Sends an action each time the process gets the signal. Equal signals coalesce (POSIX).
    ///
    /// When the last watch of a signal ends, the signal has its default action again, which for most
    /// ends the process. So a daemon that ends by SIGTERM keeps this effect until it has ended,
    /// under an id of its own or none: cancelled with the rest, it would leave a second SIGTERM to
    /// kill the process in the middle of what the first one asked for.
    ///
    /// ```swift
    /// case .start:
    ///     return .merge(.signal(SIGTERM, on: signals) { .terminate }, life.cancellable(id: ID.life))
    /// case .terminate:
    ///     return .concatenate(.cancel(id: ID.life), .blocking(on: disk, save) { .saved($0) })
    /// ```
    ///
    /// A signal that cannot be watched is reported and ends the effect.
    @inlinable
    public static func signal(
        _ number: Int32, on source: some SignalSource,
        fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Action
    ) -> Effect {
        run(name: "signal", fileID: fileID, line: line) { send in
            do throws(SystemError) {
                let token = try source.watch(signal: number) {
                    send(send.inContext { action() }, fileID: fileID, line: line)
                }
                send.onTermination { token.cancel() }
            } catch {
                send.endWithSystemError(error)
            }
        }
    }
}

extension Send {
    @usableFromInline
    func endWithSystemError(_ error: SystemError) {
        guard isActive else { return }
        link.engine?.report(.systemError, error.description, label.source, origin: origin)
        finish()
    }
}
