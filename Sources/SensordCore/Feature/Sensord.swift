import EffectLoop

/// Samples on a timer, alarms, listens to a contact, to signals and to a control socket, and says how
/// things are.
///
/// The whole program as one feature: it touches the world only through its devices, so that a
/// test can run hours of it at once, on a clock of its own.
package struct Sensord: Reducer {
    package enum Action: Equatable {
        case start
        case tick(Tick)
        case sampled(Result<Reading, FileError>)
        case alarmHeld
        case lineReady(Result<DescriptorEvents, SystemError>)
        case lineSeen(ContactLine.Look)
        case contactSettled
        case statusDue
        case reload
        case reloaded(Result<Settings, ConfigurationError>)
        case report
        case control(ControlAction)
        case stop
        case outputFailed(SystemError)
    }

    package enum CancelID: String, CaseIterable {
        case signals
        case line
        case sampling
        case alarm
        case contact
        case status
        case duration
        case control
    }

    let devices: Devices
    /// After how long it ends by itself.
    let duration: Duration?

    package init(devices: Devices, duration: Duration? = nil) {
        self.devices = devices
        self.duration = duration
    }

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch (state.mode, action) {
        case (_, .outputFailed(let error)): abandon(error, &state)
        // What was queued when the end came starts nothing any more.
        case (.ending, _): .none
        case (_, .start): start(state)
        case (_, .tick(let tick)): sample(on: tick, &state)
        case (_, .sampled(let result)): take(result, &state)
        case (_, .alarmHeld): settleAlarm(&state)
        case (_, .lineReady(let result)): look(result, &state)
        case (_, .lineSeen(let look)): take(look, &state)
        case (_, .contactSettled): settleContact(&state)
        case (_, .statusDue): printStatus(&state)
        case (_, .reload): reload()
        case (_, .reloaded(let result)): adopt(result, &state)
        case (_, .report): report(state)
        case (_, .control(let action)): control(action, &state)
        case (_, .stop): stop(&state)
        }
    }
}
