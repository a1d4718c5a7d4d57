import EffectLoop

/// One client: its lines are answered one after the other, and no faster than it reads.
extension Sensord {
    /// - Parameter index: Where the client is in the state.
    func serve(
        _ index: Int, _ action: ControlAction, at socket: ControlSocket, _ state: inout State
    ) -> Effect<Action> {
        switch action {
        case .listen, .knock, .accepted:
            return .none
        case .readable(_, .success):
            return read(state.control.clients[index], at: socket)
        case .received(_, let received):
            return take(received, index, at: socket, &state)
        case .answered(_, let lines):
            state.control.clients[index].isAnswering = false
            state.control.clients[index].output.answer(lines)
            return .merge(deliver(index, at: socket, &state), goOn(index, at: socket, &state))
        case .writable(let number, .success):
            guard state.control.clients[index].delivery == .waiting else { return .none }
            state.control.clients[index].delivery = .idle
            return .concatenate(
                .cancel(id: ClientID.output(number)), deliver(index, at: socket, &state))
        case .written(_, .bytes(let count)):
            return delivered(count, index, at: socket, &state)
        case .readable(_, .failure), .writable(_, .failure), .written(_, .failed):
            return drop(index, at: socket, &state)
        }
    }

    func watchInput(of client: ControlClient) -> Effect<Action> {
        let number = client.number
        return .readable(client.fileDescriptor, on: devices.descriptors) {
            .control(.readable(number, $0))
        }
        .cancellable(id: ClientID.input(number))
        .cancellable(id: ClientID.all(number))
    }

    /// The watch tells again as long as there is something: what does not suit now can wait.
    private func read(_ client: ControlClient, at socket: ControlSocket) -> Effect<Action> {
        guard client.intake == .watched, !client.isAnswering else { return .none }
        return .run(name: "read") { send in
            let received = socket.read(client.fileDescriptor)
            send(.control(.received(client.number, received)))
        }
    }

    private func take(
        _ received: ControlSocket.Received, _ index: Int, at socket: ControlSocket,
        _ state: inout State
    ) -> Effect<Action> {
        switch received {
        case .bytes(let bytes):
            state.control.clients[index].input.append(bytes)
            return goOn(index, at: socket, &state)
        case .nothing:
            return .none
        case .end:
            let number = state.control.clients[index].number
            state.control.clients[index].intake = .ended
            state.control.clients[index].followsStatus = false
            state.control.clients[index].input.end()
            return .concatenate(
                .cancel(id: ClientID.input(number)), goOn(index, at: socket, &state))
        case .failed:
            return drop(index, at: socket, &state)
        }
    }

    /// Answers the next line, or sees to it that one can come, or has done with the client.
    func goOn(
        _ index: Int, at socket: ControlSocket, _ state: inout State
    ) -> Effect<Action> {
        let client = state.control.clients[index]
        if client.isAnswering { return .none }
        if client.output.isFull {
            guard client.intake == .watched else { return .none }
            state.control.clients[index].intake = .paused
            return .cancel(id: ClientID.input(client.number))
        }
        if let line = state.control.clients[index].nextLine() {
            state.control.clients[index].isAnswering = true
            return answer(line, of: index, &state)
        }
        switch client.intake {
        case .watched:
            return .none
        case .paused:
            state.control.clients[index].intake = .watched
            return watchInput(of: client)
        case .ended:
            return client.output.isEmpty ? drop(index, at: socket, &state) : .none
        }
    }

    func drop(_ index: Int, at socket: ControlSocket, _ state: inout State) -> Effect<Action> {
        let client = state.control.clients.remove(at: index)
        return .concatenate(
            .cancel(id: ClientID.all(client.number)),
            .run(name: "close") { _ in socket.close(client.fileDescriptor) })
    }
}
