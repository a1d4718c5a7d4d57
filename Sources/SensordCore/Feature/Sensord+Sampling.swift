import EffectLoop

extension Sensord {
    /// Starts sampling, or starts it anew with another period.
    func sampling(every period: Duration) -> Effect<Action> {
        .timer(every: period, leading: true, Action.tick)
            .cancellable(id: CancelID.sampling, cancelInFlight: true)
    }

    func sample(on tick: Tick, _ state: inout State) -> Effect<Action> {
        state.sampling.missed += tick.missed
        state.sampling.lag.add(tick.deadline.duration(to: devices.now()))
        return .attempt(Action.sampled) { [devices] complete in complete(devices.sampler.read()) }
    }

    func take(_ result: Result<Reading, FileError>, _ state: inout State) -> Effect<Action> {
        switch result {
        case .success(let reading):
            state.sampling.reading = reading
            state.sampling.failure = nil
            state.sampling.samples += 1
            state.sampling.history.add(reading.value)
            return .merge(judge(reading.value, &state), status(&state))
        case .failure(let error):
            let isKnown = state.sampling.failure == error
            state.sampling.failure = error
            return .merge(
                abandonAlarm(&state),
                isKnown ? .none : say("no sample: \(error)"))
        }
    }

    /// Pauses, or goes on: the timer is an effect in flight or it is not.
    func togglePause(_ state: inout State) -> Effect<Action> {
        switch state.mode {
        case .sampling:
            state.mode = .paused
            return .merge(
                .cancel(id: CancelID.sampling),
                abandonAlarm(&state),
                say("contact: paused"),
                status(&state))
        case .paused:
            state.mode = .sampling
            return .merge(say("contact: resumed"), sampling(every: state.settings.period))
        case .ending:
            return .none
        }
    }
}
