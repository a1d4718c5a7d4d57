import EffectCore

/// An effect of a random program, as data: the model interprets it, and the engine gets it as an
/// `Effect`. Actions and ids are numbers, times milliseconds.
package indirect enum Sketch {
    case none
    case send(Int)
    case sequence([Int])
    case after(Int, Int)
    case sleep(Int)
    case timer(every: Int, leading: Bool, count: Int?, MissedTicks, Int)
    /// What the run sends is mapped, and so is what it sends later.
    case run([RunStep], Mapping = .identity)
    case merge([Sketch], pairwise: Bool)
    case concatenate([Sketch], pairwise: Bool)
    case map(Sketch, Mapping)
    case cancellable(Sketch, id: Int, cancelInFlight: Bool)
    case delay(Sketch, Int)
    case debounce(Sketch, id: Int, Int, leading: Bool, trailing: Bool, maxWait: Int?)
    case throttle(Sketch, id: Int, Int, ThrottleTrailing, share: Bool)
    case timeout(Sketch, Int, Int)
    case cancel(id: Int, includingWaiting: Bool)
    case cancelEach([Int])
    case cancelAll
    /// Asks the feature around to remove its own.
    case dismiss
    /// What the reducer of a place puts around the effects of its child.
    case scoped(Sketch, Place, dismissal: Int?)
    /// What it answers when the child is not there.
    case missing
    /// An action for each event of a source: of a descriptor or of a signal.
    case watch(source: Int, Int)
    /// Work on a lane, and an action when its result arrives.
    case work(lane: Int, Int)
    /// Two effects in the place of one, of which a law says that they are the same.
    case either(Law, [Sketch])
}

/// What is done to every action of an effect: a sum, and then a lower bound. Two in a row are another
/// one, and in the other order another again. Actions are not negative, so 0 bounds nothing.
package struct Mapping: Equatable {
    package var adding = 0
    package var atLeast = 0

    package static let identity = Mapping()

    package init(adding: Int = 0, atLeast: Int = 0) {
        self.adding = adding
        self.atLeast = atLeast
    }

    package func callAsFunction(_ action: Int) -> Int { max(action + adding, atLeast) }

    package func followed(by next: Mapping) -> Mapping {
        Mapping(adding: adding + next.adding, atLeast: next(atLeast))
    }
}

/// What the callback of a `run` does, one thing after another.
package indirect enum RunStep {
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
    /// Asks the feature around to remove its own.
    case dismiss
    case stop
    /// Releases the store; only in a callback of a timer, where nothing else holds it.
    case release
}

/// Something that is done to a `send` that a run kept.
package enum Poke {
    case perform(run: Int, [RunStep])
    case letGo(run: Int)
}

/// How the reducer answers an action.
package struct Answer {
    /// The feature that answers: the places it is in, from the outside inwards.
    package var path: [Place] = []
    /// What reducers do to the features that are there.
    package var changes: [Change] = []
    /// Done inside the reducer.
    package var pokes: [Poke] = []
    package var stops = false
    package var effect = Sketch.none
    /// What the feature around answers to the action of its child.
    package var around = Sketch.none

    package init() {}

    var isEmpty: Bool {
        pokes.isEmpty && !stops && effect.isNone && changes.isEmpty && around.isNone
    }
}

package enum Command {
    /// Sends an action; a watched one notes when its task has finished.
    case send(Int, watched: Bool)
    case advance(by: Int)
    /// Time passes and nothing runs.
    case stall(by: Int)
    /// Time passes, and of what is due nothing runs that is due at the end of it.
    case approach(by: Int)
    /// What a descriptor or a signal has to tell.
    case event(source: Int)
    /// The next work of a lane runs.
    case startWork(lane: Int)
    /// The result of the work that started first arrives.
    case returnWork(lane: Int)
    case cancelTask(Int)
    case poke(Poke)
    case stop
    case release
}

/// A reducer and what is done to its store. An action without an answer starts nothing.
package struct Script {
    package var initial = Sketch.none
    package var answers: [Answer] = []
    package var commands: [Command] = []
    /// The ids in use.
    package var ids = [0, 1, 2, 3]
    /// The features that are there at first, of those that may go away; outer ones first.
    package var present: [[Place]] = []
    /// The actions by which features are dismissed; of a collection, that of each element.
    package var dismissals: [(path: [Place], action: Int)] = []

    package init() {}

    func dismissal(of path: [Place]) -> Int? {
        dismissals.first { $0.path.count == path.count && $0.path.leads(to: path) }?.action
    }

    /// Whether a feature's own reducer makes a change: the root's any, others in themselves.
    static func mayChange(_ change: Change, by path: [Place]) -> Bool {
        switch change.kind {
        case .save, .restore: path == []
        case .rename: path == [] || path == change.path
        case .add, .remove, .replace, .readd, .reverse:
            path == [] || change.path == path + [.grandchild]
        }
    }
}

extension Sketch {
    /// The same effect without parts that are `.none`, with its actions mapped: what laws say that the
    /// constructors of `Effect` make of it.
    func simplified(_ mapping: Mapping = .identity) -> Sketch {
        func wrap(_ inner: Sketch, _ body: (Sketch) -> Sketch) -> Sketch {
            let inner = inner.simplified(mapping)
            return inner.isNone ? .none : body(inner)
        }
        func several(_ parts: [Sketch], _ body: ([Sketch]) -> Sketch) -> Sketch {
            let present = parts.map { $0.simplified(mapping) }.filter { !$0.isNone }
            return present.isEmpty ? .none : present.count == 1 ? present[0] : body(present)
        }
        switch self {
        case .none, .sleep, .cancel, .cancelAll, .dismiss, .missing: return self
        case .send(let action): return .send(mapping(action))
        case .sequence(let actions):
            return actions.isEmpty ? .none : .sequence(actions.map { mapping($0) })
        case .after(let delay, let action): return .after(delay, mapping(action))
        case .timer(_, _, let count?, _, _) where count <= 0: return .none
        case .timer(let period, let leading, let count, let missed, let action):
            return .timer(
                every: period, leading: leading, count: count, missed, mapping(action))
        case .run(let steps, let inner): return .run(steps, inner.followed(by: mapping))
        case .merge(let parts, let pairwise):
            return several(parts) { .merge($0, pairwise: pairwise) }
        case .concatenate(let parts, let pairwise):
            return several(parts) { .concatenate($0, pairwise: pairwise) }
        case .map(let inner, let first): return inner.simplified(first.followed(by: mapping))
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
            return wrap(inner) { .timeout($0, limit, mapping(action)) }
        case .scoped(let inner, let place, let dismissal):
            return wrap(inner) { .scoped($0, place, dismissal: dismissal) }
        case .cancelEach(let ids): return ids.isEmpty ? .none : self
        case .watch(let source, let action): return .watch(source: source, mapping(action))
        case .work(let lane, let action): return .work(lane: lane, mapping(action))
        case .either: preconditionFailure("Sketch.simplified: a law has two sides")
        }
    }

    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
}
