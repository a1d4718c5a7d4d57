import EffectCore

// Code of StateDrivenChannels.md.

/// An open connection to a chat room.
struct ChatLine {
    var say: (String) -> Void
    var close: () -> Void
}

enum ChatEvent { case joined, text(String), lost }

/// Rooms that one can join and leave; each is a connection of its own.
enum Chat {
    struct Room: Equatable, Identifiable {
        let id: String
        var isJoined = false
        var attempt = 0
        var lines: [String] = []
    }

    struct State: Equatable { var rooms: IdentifiedArray<String, Room> = [] }

    enum Action: Equatable {
        case join(String), leave(String), say(String, in: String)
        case joined(String), heard(String, in: String), lost(String), reconnect(String)
    }

    struct Environment {
        var connect: (_ room: String, _ onEvent: @escaping (ChatEvent) -> Void) -> ChatLine
    }

    static var behavior: Behavior<Action, State, Environment> {
        .handle { action, _ in
            switch action {
            case .join(let room): .reduce { $0.rooms.append(Room(id: room)) }
            case .leave(let room): .reduce { $0.rooms.remove(id: room) }
            case .say(let text, let room): .produce { _ in .broadcast(text, channel: room) }
            case .joined(let room): .reduce { $0.rooms[id: room]?.isJoined = true }
            case .heard(let text, let room): .reduce { $0.rooms[id: room]?.lines.append(text) }
            case .lost(let room):
                .reduce { $0.rooms[id: room]?.isJoined = false }
                    .produce { _ in .after(.seconds(1), .reconnect(room)) }
            case .reconnect(let room): .reduce { $0.rooms[id: room]?.attempt += 1 }
            }
        }
        .supervise { state, environment in state.rooms.map { channel($0, environment) } }
    }

    private static func channel(_ room: Room, _ environment: Environment) -> Channel<Action> {
        let id = room.id
        return Channel(
            id: id, lifetime: .ephemeral(resetKey: room.attempt), onEnd: .lost(id)
        ) { dispatch in
            let line = environment.connect(id) { event in
                switch event {
                case .joined: dispatch(.joined(id))
                case .text(let text): dispatch(.heard(text, in: id))
                case .lost: dispatch.finish()
                }
            }
            return ChannelHandler<String>(
                receive: { text in line.say(text) }, cancel: { line.close() })
        }
    }
}
