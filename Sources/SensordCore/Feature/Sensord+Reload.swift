import EffectLoop

extension Sensord {
    func reload() -> Effect<Action> {
        guard let reload = devices.reload else {
            return say("configuration: no file was given")
        }
        return .attempt(Action.reloaded) { complete in complete(reload()) }
    }

    func adopt(
        _ result: Result<Settings, ConfigurationError>, _ state: inout State
    ) -> Effect<Action> {
        switch result {
        case .success(let settings):
            return adopt(settings, &state)
        case .failure(let error):
            return say("configuration: \(error); keeping the old one")
        }
    }

    /// Waits that are under way keep the duration that they began with.
    func adopt(_ settings: Settings, _ state: inout State) -> Effect<Action> {
        let isNewPeriod = settings.period != state.settings.period
        state.settings = settings
        return .merge(
            say("configuration: \(settings.text)"),
            isNewPeriod && state.mode == .sampling ? sampling(every: settings.period) : .none)
    }
}
