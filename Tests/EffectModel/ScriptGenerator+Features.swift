/// Features that come and go.
extension ScriptGenerator {
    /// Spreads the answers of a script over features, and lets them come and go.
    mutating func addFeatures(to script: inout Script) {
        let rooms = favourites()
        script.present = rooms.filter { _ in !chance(4) }
        script.present += script.present.filter { _ in chance(2) }.map { $0 + [.grandchild] }
        let count = script.answers.count
        for action in script.answers.indices {
            if !chance(4) { script.answers[action].path = feature(of: rooms) }
            let path = script.answers[action].path
            for _ in 0..<(chance(2) ? 0 : number(1...2)) {
                script.answers[action].changes.append(change(after: path, of: rooms))
            }
            if let last = path.last, last.isRemovable, chance(4) {
                // It says something in the action in which it goes.
                let moments: [Change.Moment] = [.around, .after]
                let moment = moments.randomElement(using: &random) ?? .after
                script.answers[action].changes.append(Change(moment, .remove, path))
            }
            if !path.isEmpty, chance(4) {
                script.answers[action].around = effect(
                    after: action, of: count, depth: number(0...1))
            }
        }
        if chance(3) {
            // One action is undone by another.
            let (first, last) = (number(0...count - 1), number(0...count - 1))
            script.answers[first].changes.insert(Change(.before, .save, []), at: 0)
            script.answers[last].changes.append(Change(.after, .restore, []))
        }
        for room in rooms where !chance(3) { addDismissal(of: room, to: &script) }
        for room in rooms where chance(2) {
            addDismissal(of: room + [.grandchild], to: &script)
        }
    }

    /// Few at a time, so that things meet there.
    private mutating func favourites() -> [[Place]] {
        let all = [Place].removable.shuffled(using: &random)
        return Array(all.prefix(number(1...3)))
    }

    private mutating func feature(of rooms: [[Place]]) -> [Place] {
        let room = rooms.randomElement(using: &random) ?? []
        return switch number(0...9) {
        case 0...4: room
        case 5...7: room + [.grandchild]
        case 8: room + [.scope(1)]
        default: room + [.plain]
        }
    }

    private mutating func change(after path: [Place], of rooms: [[Place]]) -> Change {
        var place = rooms.randomElement(using: &random) ?? []
        if chance(3) { place.append(.grandchild) }
        if chance(12), place.first == .devices || place.first == .sessions {
            return Change(.before, .reverse, [place[0]])
        }
        let moment = Change.Moment.allCases.randomElement(using: &random) ?? .before
        switch moment {
        case .before, .after: break
        case .own:
            if chance(2), path == [.named(nil)] {
                return Change(.own, .rename(to: number(0...2)), path)
            }
            if !path.isEmpty { place = path + [.grandchild] }
        case .around:
            if !path.around.isEmpty { place = path.around + [.grandchild] }
        }
        return Change(moment, kind(), place)
    }

    private mutating func kind() -> Change.Kind {
        switch number(0...11) {
        case 0...4: .add(isFull: chance(2))
        case 5...8: .remove
        case 9: .replace(by: number(0...2))
        case 10: chance(3) ? .rename(to: number(0...2)) : .readd(asItWas: false)
        default: .readd(asItWas: true)
        }
    }

    /// The action for it mostly removes the feature; it comes after all others.
    private mutating func addDismissal(of path: [Place], to script: inout Script) {
        var answer = Answer()
        if !chance(5) { answer.changes = [Change(.own, .remove, path)] }
        if chance(3) {
            answer.effect = effect(
                after: script.answers.count, of: script.answers.count, depth: number(0...1))
        }
        let shared = path.map { place in
            if case .element = place { Place.element(nil) } else { place }
        }
        script.dismissals.append((shared, script.answers.count))
        script.answers.append(answer)
    }
}
