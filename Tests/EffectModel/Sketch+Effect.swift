import EffectCore

/// What effects are made with.
struct Workshop {
    let unit: Duration
    let sources: Sources
    /// The feature whose effects are made.
    var path: [Place]
    /// What runs call.
    let perform: ([RunStep], ScriptPlayer.Seat) -> Void
}

extension Sketch {
    /// The effect that the sketch describes.
    func effect(_ shop: Workshop) -> Effect<Int> {
        func make(_ inner: Sketch) -> Effect<Int> { inner.effect(shop) }
        func time(_ count: Int) -> Duration { shop.unit * count }
        switch self {
        case .none: return .none
        case .send(let action): return .send(action)
        case .sequence(let actions): return .sequence(actions)
        case .after(let delay, let action): return .after(time(delay), action)
        case .sleep(let delay): return .sleep(for: time(delay))
        case .timer(let period, let leading, let count, let missed, let action):
            return .timer(
                every: time(period), leading: leading, count: count, missed: missed, action)
        case .run(let steps, _):
            return .run { (send: Send<Int>, fail: @escaping (ScriptPlayer.Failed) -> Void) in
                shop.perform(steps, ScriptPlayer.Seat(send: send, fail: fail, path: shop.path))
            }
        case .merge(let parts, pairwise: true):
            return parts.reduce(.none) { $0.merge(with: make($1)) }
        case .merge(let parts, pairwise: false): return .merge(parts.map(make))
        case .concatenate(let parts, pairwise: true):
            return parts.reduce(.none) { $0.concatenate(with: make($1)) }
        case .concatenate(let parts, pairwise: false): return .concatenate(parts.map(make))
        case .map(let inner, let mapping): return make(inner).map { mapping($0) }
        case .cancellable(let inner, let id, let cancelInFlight):
            return make(inner).cancellable(id: id, cancelInFlight: cancelInFlight)
        case .delay(let inner, let delay): return make(inner).delay(for: time(delay))
        case .debounce(let inner, let id, let interval, let leading, let trailing, let maxWait):
            return make(inner).debounce(
                id: id, for: time(interval), leading: leading, trailing: trailing,
                maxWait: maxWait.map(time))
        case .throttle(let inner, let id, let interval, let trailing, let share):
            return make(inner).throttle(
                id: id, for: time(interval), trailing: trailing, share: share)
        case .timeout(let inner, let limit, let action):
            return make(inner).timeout(after: time(limit), action)
        case .cancel(let id, let includingWaiting):
            return .cancel(id: id, includingWaiting: includingWaiting)
        case .cancelEach(let ids): return .cancel(ids: ids)
        case .cancelAll: return .cancelAll
        case .watch(let source, let action): return shop.sources.watch(source, action)
        case .work(let lane, let action):
            return .blocking(on: shop.sources.lane(lane), {}) { action }
        case .dismiss: return .dismiss
        case .scoped, .missing: preconditionFailure("Sketch.effect: scopes are the reducer's")
        case .either: preconditionFailure("Sketch.effect: a law has two sides")
        }
    }
}
