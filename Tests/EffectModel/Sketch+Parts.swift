/// Effects inside of effects.
extension Sketch {
    /// The effects right inside.
    var parts: [Sketch] {
        switch self {
        case .merge(let parts, _), .concatenate(let parts, _), .either(_, let parts): parts
        case .map(let inner, _), .cancellable(let inner, _, _), .delay(let inner, _),
            .debounce(let inner, _, _, _, _, _), .throttle(let inner, _, _, _, _),
            .timeout(let inner, _, _), .scoped(let inner, _, _):
            [inner]
        case .none, .send, .sequence, .after, .sleep, .timer, .run, .cancel, .cancelEach,
            .cancelAll, .dismiss, .missing, .watch, .work:
            []
        }
    }

    /// The same with other effects right inside, as many as there are.
    func with(parts: [Sketch]) -> Sketch {
        switch self {
        case .merge(_, let pairwise): .merge(parts, pairwise: pairwise)
        case .concatenate(_, let pairwise): .concatenate(parts, pairwise: pairwise)
        case .either(let law, _): .either(law, parts)
        case .map(_, let mapping): .map(parts[0], mapping)
        case .cancellable(_, let id, let cancelInFlight):
            .cancellable(parts[0], id: id, cancelInFlight: cancelInFlight)
        case .delay(_, let delay): .delay(parts[0], delay)
        case .debounce(_, let id, let time, let leading, let trailing, let maxWait):
            .debounce(
                parts[0], id: id, time, leading: leading, trailing: trailing, maxWait: maxWait)
        case .throttle(_, let id, let time, let trailing, let share):
            .throttle(parts[0], id: id, time, trailing, share: share)
        case .timeout(_, let limit, let action): .timeout(parts[0], limit, action)
        case .scoped(_, let place, let dismissal):
            .scoped(parts[0], place, dismissal: dismissal)
        case .none, .send, .sequence, .after, .sleep, .timer, .run, .cancel, .cancelEach,
            .cancelAll, .dismiss, .missing, .watch, .work:
            self
        }
    }

    /// How many effects there are, with itself.
    var size: Int { parts.reduce(1) { $0 + $1.size } }

    /// The same with another effect in one place; places count from the outside inwards, left to right.
    func replacing(_ place: Int, by effect: Sketch) -> Sketch {
        if place == 0 { return effect }
        var place = place - 1
        var parts = parts
        for index in parts.indices {
            let size = parts[index].size
            if place < size {
                parts[index] = parts[index].replacing(place, by: effect)
                break
            }
            place -= size
        }
        return with(parts: parts)
    }
}
