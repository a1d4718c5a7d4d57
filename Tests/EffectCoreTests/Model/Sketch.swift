import EffectCore

/// An effect of a random program, as data: the model interprets it, and the engine gets it as an
/// `Effect`. Actions and ids are numbers, times milliseconds.
indirect enum Sketch {
    case none
    case send(Int)
    case sequence([Int])
    case after(Int, Int)
    case sleep(Int)
    case timer(every: Int, leading: Bool, count: Int?, MissedTicks, Int)
    /// What the run sends is mapped, and so is what it sends later.
    case run([RunStep], adding: Int = 0)
    case merge([Sketch], pairwise: Bool)
    case concatenate([Sketch], pairwise: Bool)
    case map(Sketch, adding: Int)
    case cancellable(Sketch, id: Int, cancelInFlight: Bool)
    case delay(Sketch, Int)
    case debounce(Sketch, id: Int, Int, leading: Bool, trailing: Bool, maxWait: Int?)
    case throttle(Sketch, id: Int, Int, ThrottleTrailing, share: Bool)
    case timeout(Sketch, Int, Int)
    case cancel(id: Int, includingWaiting: Bool)
    case cancelEach([Int])
    case cancelAll
    /// What `Scope` puts around the effects of its child.
    case scoped(Sketch, Int)
}

/// What the callback of a `run` does, one thing after another.
indirect enum RunStep {
    case send(Int)
    case finish
    case finishWith(Int)
    case fail
    /// Puts `send` where the program can find it later.
    case keep
    /// Cancels, unless the effect has ended: then its scope may be gone, and another one in its place.
    case cancel(id: Int)
    /// Goes on with other steps after a wait.
    case after(Int, [RunStep])
    /// Sends to the store itself, as code outside every effect does.
    case store(Int)
    /// Registers a hook that sends to the store when the effect ends.
    case atEnd(Int)
    /// Registers a hook that cancels, and so keeps `send` until the end.
    case cancelAtEnd(id: Int)
    case stop
    /// Releases the store; only in a callback of a timer, where nothing else holds it.
    case release
}

/// Something that is done to a `send` that a run kept.
enum Poke {
    case perform(run: Int, [RunStep])
    case letGo(run: Int)
}

/// How the reducer answers an action.
struct Answer {
    /// The feature that answers: the scopes it is in, from the outside inwards.
    var path: [Int] = []
    /// Done inside the reducer.
    var pokes: [Poke] = []
    var stops = false
    var effect = Sketch.none

    var isEmpty: Bool { pokes.isEmpty && !stops && effect.isNone }
}

enum Command {
    /// Sends an action; a watched one notes when its task has finished.
    case send(Int, watched: Bool)
    case advance(by: Int)
    /// Time passes and nothing runs.
    case stall(by: Int)
    case cancelTask(Int)
    case poke(Poke)
    case stop
    case release
}

/// A reducer and what is done to its store. An action without an answer starts nothing.
struct Script {
    var initial = Sketch.none
    var answers: [Answer] = []
    var commands: [Command] = []

    static let ids = 0..<4
    /// Scope 3 is a plain one, which shares the ids of what is around it.
    static let paths = [[], [1], [1, 2], [3], [3, 1], [1, 3]]
}

extension Sketch {
    /// The same effect without parts that are `.none`, with its actions mapped: what laws say that the
    /// constructors of `Effect` make of it.
    func simplified(adding offset: Int = 0) -> Sketch {
        func wrap(_ inner: Sketch, _ body: (Sketch) -> Sketch) -> Sketch {
            let inner = inner.simplified(adding: offset)
            return inner.isNone ? .none : body(inner)
        }
        func several(_ parts: [Sketch], _ body: ([Sketch]) -> Sketch) -> Sketch {
            let present = parts.map { $0.simplified(adding: offset) }.filter { !$0.isNone }
            return present.isEmpty ? .none : present.count == 1 ? present[0] : body(present)
        }
        switch self {
        case .none, .sleep, .cancel, .cancelAll: return self
        case .send(let action): return .send(action + offset)
        case .sequence(let actions):
            return actions.isEmpty ? .none : .sequence(actions.map { $0 + offset })
        case .after(let delay, let action): return .after(delay, action + offset)
        case .timer(_, _, let count?, _, _) where count <= 0: return .none
        case .timer(let period, let leading, let count, let missed, let action):
            return .timer(
                every: period, leading: leading, count: count, missed, action + offset)
        case .run(let steps, let more): return .run(steps, adding: more + offset)
        case .merge(let parts, let pairwise):
            return several(parts) { .merge($0, pairwise: pairwise) }
        case .concatenate(let parts, let pairwise):
            return several(parts) { .concatenate($0, pairwise: pairwise) }
        case .map(let inner, let more): return inner.simplified(adding: offset + more)
        case .cancellable(let inner, let id, let cancelInFlight):
            return wrap(inner) { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
        case .delay(let inner, let delay): return wrap(inner) { .delay($0, delay) }
        case .debounce(let inner, let id, let interval, let leading, let trailing, let maxWait):
            return wrap(inner) {
                .debounce(
                    $0, id: id, interval, leading: leading, trailing: trailing, maxWait: maxWait)
            }
        case .throttle(let inner, let id, let interval, let trailing, let share):
            return wrap(inner) { .throttle($0, id: id, interval, trailing, share: share) }
        case .timeout(let inner, let limit, let action):
            return wrap(inner) { .timeout($0, limit, action + offset) }
        case .scoped(let inner, let scope): return wrap(inner) { .scoped($0, scope) }
        case .cancelEach(let ids): return ids.isEmpty ? .none : self
        }
    }

    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
}
