/// Smaller scripts, to find the least one that still fails.
extension Script {
    /// Removes parts as long as the script fails without them.
    package func shrunk(while fails: (Script) -> Bool) -> Script {
        var least = self
        var isShorter = true
        while isShorter {
            isShorter = false
            for smaller in least.smaller where fails(smaller) {
                least = smaller
                isShorter = true
                break
            }
        }
        return least
    }

    private var smaller: [Script] {
        var found: [Script] = []
        for index in commands.indices.reversed() {
            var script = self
            script.commands.remove(at: index)
            found.append(script)
            if case .send(let action, watched: true) = commands[index] {
                script = self
                script.commands[index] = .send(action, watched: false)
                found.append(script)
            }
            if case .poke(.perform(let run, let steps)) = commands[index] {
                for fewer in steps.smaller {
                    script = self
                    script.commands[index] = .poke(.perform(run: run, fewer))
                    found.append(script)
                }
            }
        }
        for effect in initial.smaller {
            var script = self
            script.initial = effect
            found.append(script)
        }
        for index in answers.indices {
            var script = self
            if answers[index].stops {
                script.answers[index].stops = false
                found.append(script)
                script = self
            }
            if !answers[index].path.isEmpty {
                script.answers[index].path = []
                found.append(script)
                script.answers[index].path = answers[index].path.around
                found.append(script)
                script = self
            }
            for place in answers[index].changes.indices {
                script.answers[index].changes.remove(at: place)
                found.append(script)
                script = self
                for simpler in [.remove, .add(isFull: false)] as [Change.Kind]
                where answers[index].changes[place].kind.isWorth(simplerOne: simpler) {
                    script.answers[index].changes[place].kind = simpler
                    found.append(script)
                    script = self
                }
            }
            for effect in answers[index].around.smaller {
                script.answers[index].around = effect
                found.append(script)
                script = self
            }
            if !answers[index].pokes.isEmpty {
                script.answers[index].pokes = []
                found.append(script)
            }
            for effect in answers[index].effect.smaller {
                script = self
                script.answers[index].effect = effect
                found.append(script)
            }
        }
        for index in present.indices {
            var script = self
            script.present.remove(at: index)
            found.append(script)
        }
        for index in dismissals.indices {
            var script = self
            script.dismissals.remove(at: index)
            found.append(script)
        }
        if answers.last?.isEmpty == true {
            var script = self
            script.answers.removeLast()
            found.append(script)
        }
        return found
    }
}

extension Change.Kind {
    /// Whether another kind is a smaller one, so that making things smaller ends.
    fileprivate func isWorth(simplerOne other: Change.Kind) -> Bool {
        switch self {
        case .add(isFull: false), .remove, .reverse, .save, .restore: false
        case .add(isFull: true): other == .add(isFull: false)
        case .replace, .rename, .readd: true
        }
    }
}

extension Sketch {
    var smaller: [Sketch] {
        switch self {
        case .none: []
        case .send, .sleep, .cancelAll, .dismiss, .missing, .watch, .work: [.none]
        case .after(let delay, let action):
            [.none, .send(action)] + (delay < 1 ? [] : [.after(delay - 1, action)])
        case .sequence(let actions):
            [.none] + actions.indices.map { .sequence(actions.removing(at: $0)) }
        case .timer(let period, _, _, _, let action):
            [.none, .send(action), .after(period, action)]
        case .run(let steps, _): [.none] + steps.smaller.map { .run($0) }
        case .merge(let parts, let pairwise):
            [.none] + parts + parts.smaller.map { .merge($0, pairwise: false) }
                + (pairwise ? [.merge(parts, pairwise: false)] : [])
        case .concatenate(let parts, let pairwise):
            [.none] + parts + parts.smaller.map { .concatenate($0, pairwise: false) }
                + (pairwise ? [.concatenate(parts, pairwise: false)] : [])
        case .map(let inner, let mapping):
            [.none, inner] + inner.smaller.map { .map($0, mapping) }
        case .cancellable(let inner, let id, let cancelInFlight):
            [.none, inner]
                + (cancelInFlight ? [.cancellable(inner, id: id, cancelInFlight: false)] : [])
                + inner.smaller.map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
        case .delay(let inner, let delay): [.none, inner] + inner.smaller.map { .delay($0, delay) }
        case .debounce(let inner, let id, let time, let leading, let trailing, let maxWait):
            [.none, inner]
                + (leading || maxWait != nil
                    ? [
                        .debounce(
                            inner, id: id, time, leading: false, trailing: true, maxWait: nil)
                    ] : [])
                + inner.smaller.map {
                    .debounce(
                        $0, id: id, time, leading: leading, trailing: trailing, maxWait: maxWait)
                }
        case .throttle(let inner, let id, let interval, let trailing, let share):
            [.none, inner]
                + (share ? [.throttle(inner, id: id, interval, trailing, share: false)] : [])
                + inner.smaller.map { .throttle($0, id: id, interval, trailing, share: share) }
        case .timeout(let inner, let limit, let action):
            [.none, inner] + inner.smaller.map { .timeout($0, limit, action) }
        case .cancel(let id, let includingWaiting):
            [.none] + (includingWaiting ? [.cancel(id: id, includingWaiting: false)] : [])
        case .scoped(let inner, let place, let dismissal):
            [.none, inner] + inner.smaller.map { .scoped($0, place, dismissal: dismissal) }
        case .either(let law, let parts):
            [law.sides(parts).0]
                + parts.indices.flatMap { index in
                    parts[index].smaller.map { smaller in
                        var parts = parts
                        parts[index] = smaller
                        return .either(law, parts)
                    }
                }
        case .cancelEach(let ids): [.none] + ids.map { .cancel(id: $0, includingWaiting: false) }
        }
    }
}

extension [Sketch] {
    fileprivate var smaller: [[Sketch]] {
        indices.map { removing(at: $0) }
            + indices.flatMap { index in
                self[index].smaller.map { smaller in
                    var parts = self
                    parts[index] = smaller
                    return parts
                }
            }
    }
}

extension [RunStep] {
    fileprivate var smaller: [[RunStep]] {
        indices.map { removing(at: $0) }
            + indices.flatMap { index -> [[RunStep]] in
                guard case .after(let delay, let rest) = self[index] else { return [] }
                return rest.smaller.map { smaller in
                    var steps = self
                    steps[index] = .after(delay, smaller)
                    return steps
                }
            }
    }
}

extension Array {
    fileprivate func removing(at index: Int) -> Array {
        var shorter = self
        shorter.remove(at: index)
        return shorter
    }
}
