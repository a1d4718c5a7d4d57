import EffectLoop

extension Sensord {
    func watchLine() -> Effect<Action> {
        guard devices.line.isConnected else { return .none }
        return .readable(devices.line.fileDescriptor, on: devices.descriptors, Action.lineReady)
            .cancellable(id: CancelID.line)
    }

    /// The watch is level-triggered: it goes on telling until the bytes are read.
    func look(
        _ result: Result<DescriptorEvents, SystemError>, _ state: inout State
    ) -> Effect<Action> {
        switch result {
        case .success:
            return .run(name: "look") { [line = devices.line] send in send(.lineSeen(line.read())) }
        case .failure(let error):
            return goOnWithoutLine(
                "\(devices.line.name) cannot be watched (\(error.reason))", &state)
        }
    }

    func take(_ look: ContactLine.Look, _ state: inout State) -> Effect<Action> {
        switch look {
        case .edge:
            state.contact.edges += 1
            state.contact.isSettling = true
            return .send(.contactSettled)
                .debounce(id: CancelID.contact, for: state.settings.debounce)
        case .nothing:
            return .none
        case .end:
            return goOnWithoutLine("\(devices.line.name) has ended", &state)
        case .failed(let error):
            return goOnWithoutLine("\(error)", &state)
        }
    }

    /// Ends a pause: nothing else could, with the line gone.
    private func goOnWithoutLine(_ reason: String, _ state: inout State) -> Effect<Action> {
        .concatenate(
            .cancel(ids: [CancelID.line, .contact]),
            say("contact line: \(reason); going on without it"),
            flushContact(&state),
            state.mode == .paused ? togglePause(&state) : .none)
    }

    func settleContact(_ state: inout State) -> Effect<Action> {
        guard state.contact.isSettling else { return .none }
        state.contact.isSettling = false
        state.contact.presses += 1
        return togglePause(&state)
    }

    /// Edges that have not settled count when there is nothing left to wait for.
    func flushContact(_ state: inout State) -> Effect<Action> {
        guard state.contact.isSettling else { return .none }
        state.contact.isSettling = false
        state.contact.presses += 1
        return say("contact: pressed at the end")
    }
}
