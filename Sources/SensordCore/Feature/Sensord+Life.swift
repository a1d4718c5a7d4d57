import EffectLoop
import Glibc

/// From the first effect to the last.
extension Sensord {
    /// Signals come first: once the first words are out, every signal is heeded.
    func start(_ state: State) -> Effect<Action> {
        .merge(
            signals,
            say("sampling \(devices.sampler.name): \(state.settings.text)"),
            watchLine(),
            listen(),
            sampling(every: state.settings.period),
            endByItself)
    }

    private var signals: Effect<Action> {
        .merge(
            .signal(SIGTERM, on: devices.signals) { .stop },
            .signal(SIGINT, on: devices.signals) { .stop },
            .signal(SIGHUP, on: devices.signals) { .reload },
            .signal(SIGUSR1, on: devices.signals) { .report }
        )
        .cancellable(id: CancelID.signals)
    }

    private var endByItself: Effect<Action> {
        guard let duration else { return .none }
        return .after(duration, .stop).cancellable(id: CancelID.duration)
    }

    /// Takes no more in, says what is still to be said, and lets go of everything: then nothing
    /// holds the loop, and it returns.
    func stop(_ state: inout State) -> Effect<Action> {
        let flush = [flushContact(&state), flushStatus(&state)]
        state.mode = .ending
        let summary = summary(of: state)
        return .concatenate(
            .cancel(
                ids: [CancelID.sampling, .alarm, .line, .contact, .status, .duration, .control]),
            .merge(flush),
            finish(summary),
            dismissClients(with: summary, &state),
            .cancelAll)
    }

    /// Nobody is left to talk to.
    func abandon(_ error: SystemError, _ state: inout State) -> Effect<Action> {
        guard state.outputFailure == nil else { return .none }
        state.outputFailure = error
        state.mode = .ending
        return .concatenate(.cancelAll, dismissClients(with: nil, &state))
    }
}
