extension Effect {
    /// Starts the effect by a policy.
    ///
    /// ```swift
    /// return upload(report).scheduling(.queued(id: CancelID.upload, limit: 2))
    /// ```
    ///
    /// ``none`` stays as it is, except under ``EffectScheduling/cancelInFlight(id:)``.
    ///
    /// - Complexity: O(1).
    public consuming func scheduling(_ scheduling: EffectScheduling) -> Effect {
        let delay = scheduling.delay
        switch scheduling.policy {
        case .immediately: return delayed(delay)
        case .keyed(let id): return cancellable(id: id).delayed(delay, under: id)
        case .replacing(let id):
            return cancellable(id: id, cancelInFlight: true).delayed(delay, under: id)
        case .debounce(let id, let quiet):
            return debounce(id: id, for: quiet).delayed(delay, under: id)
        case .throttle(let id, let interval):
            return throttle(id: id, for: interval, trailing: .none).delayed(delay, under: id)
        case .cancelInFlight(let id):
            return Effect.cancel(id: id).delayed(delay)
        case .skipIfRunning(let id):
            return modified(by: .skipIfRunning(id)).delayed(delay, under: id)
        case .queued(let id, let limit):
            return modified(by: .queued(id, limit: Int32(clamping: max(1, limit))))
                .delayed(delay, under: id)
        }
    }

    private consuming func delayed(_ wait: Duration?) -> Effect {
        guard let wait else { return self }
        return delay(for: wait)
    }

    private consuming func delayed(_ delay: Duration?, under id: EffectID) -> Effect {
        guard let delay else { return self }
        return modified(by: .keyedDelay(id, delay.roundedNanoseconds))
    }

    /// Sends one action by a policy.
    ///
    /// ```swift
    /// return .just(.save, scheduling: .debounce(id: CancelID.save, delay: .milliseconds(300)))
    /// ```
    public static func just(
        _ action: Action, scheduling: EffectScheduling, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Effect {
        Effect.send(action, fileID: fileID, line: line).scheduling(scheduling)
    }

    /// Sends actions by a policy, in order.
    public static func sequence(
        _ actions: [Action], scheduling: EffectScheduling, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Effect {
        Effect.sequence(actions, fileID: fileID, line: line).scheduling(scheduling)
    }

    /// Runs a callback that sends actions, by a policy.
    public static func run(
        scheduling: EffectScheduling, name: StaticString? = nil,
        priority: EffectPriority = .normal, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (Send<Action>) -> Void
    ) -> Effect {
        Effect.run(name: name, priority: priority, fileID: fileID, line: line, body)
            .scheduling(scheduling)
    }

    /// Runs a callback that sends nothing, by a policy.
    public static func fireAndForget(
        scheduling: EffectScheduling, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping () -> Void
    ) -> Effect {
        Effect.fireAndForget(fileID: fileID, line: line, body).scheduling(scheduling)
    }
}
