import EffectLoop

/// The control socket: who comes, and who has to go.
extension Sensord {
    /// What happens at the control socket. Clients go by their number.
    package enum ControlAction: Equatable {
        case listen
        case knock(Result<DescriptorEvents, SystemError>)
        case accepted(ControlSocket.Accepted)
        case readable(Int, Result<DescriptorEvents, SystemError>)
        case received(Int, ControlSocket.Received)
        case answered(Int, [String])
        case writable(Int, Result<DescriptorEvents, SystemError>)
        case written(Int, ControlSocket.Written)
    }

    /// The clients, in the order in which they came.
    package struct Control: Equatable {
        package var clients: [ControlClient] = []
        /// How many there have been.
        package var admitted = 0

        package init() {}
    }

    func control(_ action: ControlAction, _ state: inout State) -> Effect<Action> {
        guard let socket = devices.control else { return .none }
        switch action {
        case .listen:
            return listen()
        case .knock(.success):
            return .run(name: "accept") { send in send(.control(.accepted(socket.accept()))) }
        case .knock(.failure(let error)):
            return say("control: \(error); going on without it")
        case .accepted(let outcome):
            return take(outcome, at: socket, &state)
        case .readable(let number, _), .received(let number, _), .answered(let number, _),
            .writable(let number, _), .written(let number, _):
            // What is queued of a client that has been dropped goes by.
            let clients = state.control.clients
            guard let client = clients.firstIndex(where: { $0.number == number }) else {
                return .none
            }
            return serve(client, action, at: socket, &state)
        }
    }

    func listen() -> Effect<Action> {
        guard let socket = devices.control else { return .none }
        return .readable(socket.fileDescriptor, on: devices.descriptors) { .control(.knock($0)) }
            .cancellable(id: CancelID.control)
    }

    private func take(
        _ outcome: ControlSocket.Accepted, at socket: ControlSocket, _ state: inout State
    ) -> Effect<Action> {
        switch outcome {
        case .nothing:
            return .none
        case .failed(let error):
            return .concatenate(
                .cancel(id: CancelID.control),
                say("control: \(error); trying again in \(ControlLimits.acceptPause.text)"),
                .after(ControlLimits.acceptPause, .control(.listen))
                    .cancellable(id: CancelID.control))
        case .client(let descriptor):
            guard state.control.clients.count < ControlLimits.clients else {
                return .run(name: "refuse") { _ in
                    let reason = "error: there are \(ControlLimits.clients) clients already\n"
                    _ = socket.write(descriptor, Array(reason.utf8))
                    socket.close(descriptor)
                }
            }
            state.control.admitted += 1
            let client = ControlClient(
                number: state.control.admitted, fileDescriptor: descriptor)
            state.control.clients.append(client)
            return watchInput(of: client)
        }
    }

    /// Gives the clients what is still to be said, as far as they take it at once, and lets go.
    func dismissClients(with words: String?, _ state: inout State) -> Effect<Action> {
        guard let socket = devices.control, !state.control.clients.isEmpty else { return .none }
        let clients = state.control.clients
        state.control.clients = []
        return .concatenate(
            .cancel(ids: clients.map { ClientID.all($0.number) }),
            .run(name: "dismiss") { _ in
                for var client in clients {
                    if let words, client.followsStatus { client.output.offer(words) }
                    // While a write is under way, nobody knows yet how much of it was taken.
                    if client.delivery != .writing, !client.output.isEmpty {
                        _ = socket.write(client.fileDescriptor, client.output.bytes)
                    }
                    socket.close(client.fileDescriptor)
                }
            })
    }
}
