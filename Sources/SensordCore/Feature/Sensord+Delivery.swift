import EffectLoop

/// What goes out to a client.
extension Sensord {
    /// Puts a status in the output of all who asked for it; who does not read loses it.
    func offer(_ line: String, _ state: inout State) {
        for index in state.control.clients.indices
        where state.control.clients[index].followsStatus {
            state.control.clients[index].output.offer(line)
        }
    }

    /// Writes what waits, to each client that no write is under way to.
    func deliverAll(_ state: inout State) -> Effect<Action> {
        guard let socket = devices.control else { return .none }
        var effects: [Effect<Action>] = []
        for index in state.control.clients.indices {
            effects.append(deliver(index, at: socket, &state))
        }
        return .merge(effects)
    }

    func deliver(
        _ index: Int, at socket: ControlSocket, _ state: inout State
    ) -> Effect<Action> {
        let client = state.control.clients[index]
        guard client.delivery == .idle, !client.output.isEmpty else { return .none }
        state.control.clients[index].delivery = .writing
        return .run(name: "write") { send in
            let written = socket.write(client.fileDescriptor, client.output.bytes)
            send(.control(.written(client.number, written)))
        }
    }

    /// Room is watched only after the kernel has taken nothing.
    func delivered(
        _ count: Int, _ index: Int, at socket: ControlSocket, _ state: inout State
    ) -> Effect<Action> {
        state.control.clients[index].output.remove(count)
        let client = state.control.clients[index]
        guard count == 0 else {
            state.control.clients[index].delivery = .idle
            return .merge(deliver(index, at: socket, &state), goOn(index, at: socket, &state))
        }
        state.control.clients[index].delivery = .waiting
        let number = client.number
        return .writable(client.fileDescriptor, on: devices.descriptors) {
            .control(.writable(number, $0))
        }
        .cancellable(id: ClientID.output(number))
        .cancellable(id: ClientID.all(number))
    }
}
