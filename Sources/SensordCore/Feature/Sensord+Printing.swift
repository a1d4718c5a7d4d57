import EffectLoop

extension Sensord {
    /// Says how things are, when something has changed; not more often than is asked for.
    func status(_ state: inout State) -> Effect<Action> {
        state.isStatusPending = true
        return .send(.statusDue).throttle(
            id: CancelID.status, for: state.settings.status, latest: true)
    }

    func printStatus(_ state: inout State) -> Effect<Action> {
        .merge(sayStatus(&state), deliverAll(&state))
    }

    /// A status that a throttle holds back is said when there is no time left to wait.
    func flushStatus(_ state: inout State) -> Effect<Action> {
        state.isStatusPending ? sayStatus(&state) : .none
    }

    private func sayStatus(_ state: inout State) -> Effect<Action> {
        state.isStatusPending = false
        let line = statusLine(of: state)
        offer(line, &state)
        return print("status", with: devices.printer.status, [line])
    }

    /// Says what happened.
    func say(_ text: String) -> Effect<Action> {
        print("event", with: devices.printer.event, [text])
    }

    /// Says the last word.
    func finish(_ text: String) -> Effect<Action> {
        print("finish", with: devices.printer.finish, [text])
    }

    /// Prints a picture of this moment: what runs when the effect starts.
    func report(_ state: State) -> Effect<Action> {
        let figures = figures(of: state)
        let clients = state.control.clients.map(\.number)
        return .run(name: "report") { [devices] _ throws(SystemError) in
            try devices.printer.event("report: \(figures)")
            let table = Self.table(of: devices.effects(), clients, at: devices.now())
            for line in devices.vitals().lines + table { try devices.printer.event(line) }
        } catch: { error, send in
            send(.outputFailed(error))
        }
    }

    private func print(
        _ name: StaticString, with printer: @escaping (String) throws(SystemError) -> Void,
        _ lines: [String]
    ) -> Effect<Action> {
        .run(name: name) { _ throws(SystemError) in
            for line in lines { try printer(line) }
        } catch: { error, send in
            send(.outputFailed(error))
        }
    }
}
