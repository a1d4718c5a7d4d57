/// Features that may go away, as a list of those that are there.
extension Model {
    /// What the reducers answer, one after another, to an action.
    func reduced(_ answer: Answer) -> Sketch {
        for change in answer.changes where change.moment == .before { apply(change) }
        let effect = reduced(answer, at: [])
        for change in answer.changes where change.moment == .after { apply(change) }
        return effect
    }

    /// What a feature answers that is there, with the ones in it.
    private func reduced(_ answer: Answer, at path: [Place]) -> Sketch {
        if answer.path == path {
            for change in answer.changes where change.moment == .own { apply(change, by: path) }
            return answer.effect
        }
        let next = path.next(towards: answer.path)
        let places = next.dropFirst(path.count)
        func base() -> Sketch {
            guard answer.path == next else { return .none }
            for change in answer.changes where change.moment == .around { apply(change, by: path) }
            return answer.around
        }
        func inner() -> Sketch {
            let last = next[next.count - 1]
            guard !last.isRemovable || isThere(resolved(next)) else {
                return places.dropLast().reversed().reduce(.missing) {
                    places.first == .mode ? .scoped($0, $1, dismissal: nil) : $0
                }
            }
            let effect = reduced(answer, at: next)
            let dismissal = script.dismissal(of: next)
            return resolved(next).dropFirst(path.count).reversed().reduce(effect) {
                .scoped($0, $1, dismissal: $1.isRemovable ? dismissal : nil)
            }
        }
        // A `Scope` comes after the reducer of the feature that it is in, other children before it.
        switch places.first {
        case .scope, .plain, .mode:
            let first = base()
            return .merge([first, inner()], pairwise: true)
        default:
            let first = inner()
            return .merge([first, base()], pairwise: true)
        }
    }

    /// Changes that a feature makes in itself; the root may change anything.
    private func apply(_ change: Change, by path: [Place]) {
        if Script.mayChange(change, by: path) { apply(change) }
    }

    func apply(_ change: Change) {
        let path = resolved(change.path)
        switch change.kind {
        case .add(let isFull):
            guard !present.contains(path), isThere(path.around) else { return }
            present.append(path)
            if isFull, path.last != .grandchild { present.append(path + [.grandchild]) }
        case .remove: remove(path)
        case .replace(let id):
            guard present.contains(path), let last = path.last else { return }
            if last == .grandchild { return }
            remove(path)
            let next = Array(path.dropLast()) + [last.with(id: id)]
            if !present.contains(next) { present.append(next) }
        case .rename(let id):
            guard let last = path.last, present.contains(path) else { return }
            if case .named = last {
                present = present.map {
                    $0.starts(with: path) ? [.named(id)] + $0.dropFirst() : $0
                }
            }
        case .readd(let asItWas):
            if !asItWas, path.last != .grandchild { remove(path + [.grandchild]) }
        case .reverse: break
        case .save: saved = present
        case .restore: if let saved { present = saved }
        }
    }

    private func remove(_ path: [Place]) { present.removeAll { $0.starts(with: path) } }

    /// The path with the id of whoever is there.
    func resolved(_ path: [Place]) -> [Place] {
        guard path.first == .named(nil) else { return path }
        let id = present.compactMap { path -> Int? in
            if case .named(let id) = path.first { id } else { nil }
        }.first
        return [.named(id ?? 0)] + path.dropFirst()
    }

    /// Whether all features of a path are there.
    func isThere(_ path: [Place]) -> Bool {
        path.indices.allSatisfy {
            !path[$0].isRemovable || present.contains(Array(path[...$0]))
        }
    }

    // MARK: Removal

    /// Ends what is in features that are not there any more, in the order in which it started.
    func removeAbsent() {
        let forgotten = windows.keys.filter { !isThere($0.namespace) }
        for key in forgotten { windows[key] = nil }
        let tops = nodes.filter { $0.isEntrance && !isThere($0.path) }
        if tops.isEmpty, forgotten.isEmpty { return }
        end(tops.sorted { $0.order < $1.order }, as: .cancelled)
        // What a reducer let go of ends after what it returned has started.
        if !isReducing { startWork() }
    }

    /// Of an effect whose feature is not there: what it sends at once, and nothing else.
    func sendOnly(_ effect: Sketch, under parent: Node) {
        for action in effect.sentAtOnce where parent.isAlive {
            if let action { receive(action, of: parent.task) } else { noteMissing() }
        }
        endPart(of: parent)
    }

    func noteMissing() {
        missingChildren += 1
        #if DEBUG
            note(.report(.missingChild))
        #endif
    }

    // MARK: Dismissal

    /// Ends the nearest feature around a node that can be dismissed, and sends the action for that.
    func dismiss(from node: Node) {
        var current: Node? = node
        while let place = current, place.dismissal == nil { current = place.parent }
        guard let place = current, let action = place.dismissal else {
            note(.report(.dismissalUnserved))
            return
        }
        let task = place.task
        task.live += 1
        let tops = nodes.filter { $0.isEntrance && $0.path == place.path }
        end(tops.sorted { $0.order < $1.order }, as: .cancelled)
        if task.isAlive { receive(action, of: task) }
        endPart(of: task)
        settle()
    }
}

extension Sketch {
    /// The actions that it sends at once; nil stands for a child that is missing.
    fileprivate var sentAtOnce: [Int?] {
        switch self {
        case .send(let action): [action]
        case .sequence(let actions): actions
        case .missing: [nil]
        case .merge(let parts, _): parts.flatMap(\.sentAtOnce)
        case .scoped(let inner, _, _): inner.sentAtOnce
        case .concatenate:
            steps.prefix {
                switch $0 {
                case .send, .sequence: true
                default: false
                }
            }.flatMap(\.sentAtOnce)
        default: []
        }
    }

    /// The steps of a chain, also those of chains in it.
    private var steps: [Sketch] {
        if case .concatenate(let parts, _) = self { parts.flatMap(\.steps) } else { [self] }
    }
}

extension Place {
    fileprivate func with(id: Int) -> Place {
        switch self {
        case .named: .named(id)
        case .element: .element(id)
        default: self
        }
    }
}
