import EffectCore

/// The state of a played store: which features are there.
struct House {
    struct Leaf {}

    /// A feature that may go away, with another one in it.
    struct Room: Identifiable {
        var id = 0
        var leaf: Leaf?
    }

    enum Mode {
        case idle
        case active(Room)
    }

    var child: Room?
    var named: Room?
    var devices: IdentifiedArray<Int, Room> = []
    var sessions: IdentifiedArray<Int, Room> = []
    var mode = Mode.idle

    static var active: CasePath<Mode, Room> {
        CasePath(Mode.active) { if case .active(let room) = $0 { room } else { nil } }
    }

    /// Whether a feature is there.
    func contains(_ path: [Place]) -> Bool {
        guard let first = path.first, path.contains(where: \.isRemovable) else { return true }
        var room: Room?
        switch (first, path.dropFirst().first) {
        case (.child, _): room = child
        case (.named(let id), _): room = id == nil || named?.id == id ? named : nil
        case (.devices, .element(let id?)): room = devices[id: id]
        case (.sessions, .element(let id?)): room = sessions[id: id]
        case (.mode, _): room = Self.active.extract(mode)
        default: room = nil
        }
        return path.last == .grandchild ? room?.leaf != nil : room != nil
    }

    /// Changes anything.
    mutating func apply(_ kind: Change.Kind, _ path: [Place]) {
        let isInside = path.last == .grandchild
        switch (path.first, path.dropFirst().first) {
        case (.child, _): Self.apply(kind, 0, isInside: isInside, &child)
        case (.named, _): Self.apply(kind, 0, isInside: isInside, &named)
        case (.devices, let place): Self.apply(kind, place, isInside: isInside, &devices)
        case (.sessions, let place): Self.apply(kind, place, isInside: isInside, &sessions)
        case (.mode, _):
            var room = Self.active.extract(mode)
            Self.apply(kind, 0, isInside: isInside, &room)
            mode = room.map { .active($0) } ?? .idle
        default: break
        }
    }

    private static func apply(
        _ kind: Change.Kind, _ place: Place?, isInside: Bool,
        _ rooms: inout IdentifiedArray<Int, Room>
    ) {
        guard case .element(let id?) = place else {
            if kind == .reverse {
                for index in 0..<rooms.count / 2 { rooms.swapAt(index, rooms.count - 1 - index) }
            }
            return
        }
        switch kind {
        case _ where isInside: apply(kind, id, isInside: true, &rooms[id: id])
        case .add(let isFull): rooms.append(Room(id: id, leaf: isFull ? Leaf() : nil))
        case .remove: rooms.remove(id: id)
        case .replace(let other):
            if rooms.remove(id: id) != nil { rooms.append(Room(id: other)) }
        case .readd(let asItWas):
            if let room = rooms.remove(id: id) {
                rooms.insert(Room(id: id, leaf: asItWas ? room.leaf : nil), at: 0)
            }
        case .rename, .reverse, .save, .restore: break
        }
    }

    private static func apply(
        _ kind: Change.Kind, _ id: Int, isInside: Bool, _ room: inout Room?
    ) {
        if isInside {
            room?.apply(kind)
            return
        }
        switch kind {
        case .add(let isFull): room = room ?? Room(id: id, leaf: isFull ? Leaf() : nil)
        case .remove: room = nil
        case .replace(let other): room = room.map { _ in Room(id: other) }
        case .rename(let other): room?.id = other
        case .readd(let asItWas):
            let old = room
            room = nil
            room = old.map { Room(id: $0.id, leaf: asItWas ? $0.leaf : nil) }
        case .reverse, .save, .restore: break
        }
    }
}

extension House.Room {
    /// Changes the feature inside.
    mutating func apply(_ kind: Change.Kind) {
        switch kind {
        case .add: leaf = House.Leaf()
        case .remove: leaf = nil
        case .replace, .readd:
            let old = leaf
            leaf = nil
            leaf = old
        case .rename, .reverse, .save, .restore: break
        }
    }
}
