/// Where a feature is in the one around it. A path of places leads to a feature from the root.
package enum Place: Hashable {
    /// A `Scope` with an id of its own.
    case scope(Int)
    /// A `Scope` that shares the ids of what is around it.
    case plain
    /// `ifLet` at the root, and inside of each feature that may go away.
    case child, grandchild
    /// `ifLet` with an id; without one, whoever is there.
    case named(Int?)
    /// `forEach`: two collections, and an element of one; without an id, any element.
    case devices, sessions
    case element(Int?)
    /// `ifCaseLet`: an enum in a plain scope, and its case.
    case mode, active

    /// Whether ids look through it.
    var isTransparent: Bool { self == .plain || self == .mode }

    /// Whether what is there may go away.
    var isRemovable: Bool {
        switch self {
        case .child, .grandchild, .named, .element, .active: true
        case .scope, .plain, .devices, .sessions, .mode: false
        }
    }

    /// Whether there is no feature right there, but only further in.
    var isOnTheWay: Bool { self == .devices || self == .sessions || self == .mode }

    /// Whether it stands for another place.
    func covers(_ other: Place) -> Bool {
        switch (self, other) {
        case (.named(nil), .named), (.element(nil), .element): true
        default: self == other
        }
    }
}

extension [Place] {
    /// The features that are always there.
    static let fixed: [[Place]] = [
        [], [.scope(1)], [.scope(1), .scope(2)], [.plain], [.plain, .scope(1)],
        [.scope(1), .plain],
    ]

    /// The features right in the root that may go away.
    static let removable: [[Place]] = [
        [.child], [.named(nil)], [.devices, .element(1)], [.devices, .element(2)],
        [.sessions, .element(1)], [.sessions, .element(2)], [.mode, .active],
    ]

    /// Whether the path leads to another one or is the same.
    func leads(to other: [Place]) -> Bool {
        count <= other.count && zip(self, other).allSatisfy { $0.covers($1) }
    }

    /// The path to the feature around.
    var around: [Place] {
        var path = dropLast()
        while let last = path.last, last.isOnTheWay { path.removeLast() }
        return Array(path)
    }

    /// The path to the next feature on the way to another one.
    func next(towards other: [Place]) -> [Place] {
        var path = self
        repeat { path.append(other[path.count]) } while path[path.count - 1].isOnTheWay
        return path
    }
}
