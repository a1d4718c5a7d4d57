import EffectLoop

extension Sensord {
    /// A crossing of the threshold, in either direction, counts once it has held for a while.
    func judge(_ value: Double, _ state: inout State) -> Effect<Action> {
        switch (state.alarm, value >= threshold(state)) {
        case (.quiet, true):
            state.alarm = .raising
            return hold(state)
        case (.raised, false):
            state.alarm = .clearing
            return hold(state)
        case (.raising, false), (.clearing, true):
            return abandonAlarm(&state)
        case (.quiet, false), (.raising, true), (.raised, true), (.clearing, false):
            return .none
        }
    }

    /// Without samples nothing is known to hold.
    func abandonAlarm(_ state: inout State) -> Effect<Action> {
        switch state.alarm {
        case .quiet, .raised: return .none
        case .raising: state.alarm = .quiet
        case .clearing: state.alarm = .raised
        }
        return .cancel(id: CancelID.alarm)
    }

    func settleAlarm(_ state: inout State) -> Effect<Action> {
        let limit = devices.sampler.text(threshold(state))
        let value = state.sampling.reading.map { devices.sampler.text($0.value) } ?? "unknown"
        let hold = state.settings.hold.text
        switch state.alarm {
        case .quiet, .raised:
            return .none
        case .raising:
            state.alarm = .raised
            return say(
                "ALARM: \(devices.sampler.name) is \(value), at \(limit) or over for \(hold)")
        case .clearing:
            state.alarm = .quiet
            return say(
                "alarm over: \(devices.sampler.name) is \(value), below \(limit) for \(hold)")
        }
    }

    private func hold(_ state: State) -> Effect<Action> {
        .send(.alarmHeld).debounce(id: CancelID.alarm, for: state.settings.hold)
    }

    func threshold(_ state: State) -> Double {
        state.settings.threshold ?? devices.sampler.usualThreshold
    }
}
