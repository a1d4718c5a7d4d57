import EffectLoop

/// The state in words.
extension Sensord {
    func statusLine(of state: State) -> String {
        var words = [state.mode.rawValue]
        if state.alarm == .raised { words.append("ALARM") }
        if let reading = state.sampling.reading {
            words.append("\(devices.sampler.name) \(devices.sampler.text(reading.value))")
            if !reading.detail.isEmpty { words.append(reading.detail) }
        }
        if !state.sampling.history.isEmpty {
            words.append(sparkline(state.sampling.history.values))
        }
        words.append("lag \(lag(of: state))")
        return words.joined(separator: "  ")
    }

    /// What the `status` command tells of the state.
    func statusLines(of state: State) -> [String] {
        [
            statusLine(of: state),
            "alarm: \(state.alarm.rawValue), threshold \(devices.sampler.text(threshold(state)))",
            "settings: \(state.settings.text)",
            figures(of: state),
            "clients: \(state.control.clients.count) of \(ControlLimits.clients)",
        ]
    }

    func summary(of state: State) -> String { "ended: \(figures(of: state))" }

    /// The numbers of the whole run so far, and the lag of its last samples.
    func figures(of state: State) -> String {
        let sampling = state.sampling
        return "samples \(sampling.samples), missed \(sampling.missed), lag \(lag(of: state)), "
            + "contact presses \(state.contact.presses), edges \(state.contact.edges)"
    }

    private func lag(of state: State) -> String {
        let window = state.sampling.lag
        guard let median = window.percentile(50), let high = window.percentile(99) else {
            return "unknown"
        }
        return "p50 \(median.text) p99 \(high.text)"
    }
}
