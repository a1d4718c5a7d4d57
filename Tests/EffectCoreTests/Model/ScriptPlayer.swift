import EffectCore
import EffectTesting

/// Plays a script on a real store and notes all that can be seen of it.
final class ScriptPlayer {
    private let script: Script
    private let effects: [Effect<Int>]
    private let clock = TestClock()
    private var store: Store<Void, Int>?
    private var tasks: [StoreTask] = []
    private var kept: [Int: Seat] = [:]
    private var runs = 0
    private var trace = Trace()

    struct Failed: Error {}

    /// What a running callback has in hand.
    struct Seat {
        var send: Send<Int>
        var fail: (Failed) -> Void
    }

    private init(_ script: Script) {
        self.script = script
        // Made once and started many times: an effect is a value.
        var made: [Effect<Int>] = []
        let later = Later()
        for answer in script.answers { made.append(answer.effect.effect(later.perform)) }
        effects = made
        store = Store(
            initialState: (), initialEffect: script.initial.effect(later.perform), on: clock
        ) {
            Reduce { [unowned self] _, action in
                arrive(action)
                return .none
            }
            feature([])
            scope([1], id: 1) {
                feature([1])
                scope([1, 2], id: 2) { feature([1, 2]) }
                plainScope([1, 3]) { feature([1, 3]) }
            }
            plainScope([3]) {
                feature([3])
                scope([3, 1], id: 1) { feature([3, 1]) }
            }
        }
        store?.reporter = Reporter { [unowned self] in note("report \($0.kind)") }
        later.player = self
    }

    /// Effects are made before there is a player.
    private final class Later {
        unowned(unsafe) var player: ScriptPlayer!
        func perform(_ steps: [RunStep], _ seat: Seat) { player.begin(steps, seat) }
    }

    static func play(_ script: Script) -> Trace {
        let player = ScriptPlayer(script)
        for command in script.commands {
            player.play(command)
            player.noteState()
        }
        player.play(.stop)
        player.noteState()
        player.release()
        player.clock.advance(by: .milliseconds(100))
        player.trace.note("\(player.clock.armedTimerCount) armed")
        player.kept = [:]
        return player.trace
    }

    private func play(_ command: Command) {
        switch command {
        case .send(let action, let watched):
            guard let task = store?.send(action) else { return }
            let number = tasks.count
            tasks.append(task)
            if watched { task.onFinish { [unowned self] in note("task \(number) finished") } }
        case .advance(let time): clock.advance(by: .milliseconds(time))
        case .cancelTask(let number):
            if !tasks.isEmpty { tasks[number % tasks.count].cancel() }
        case .poke(let poke): play(poke)
        case .stall(let time): clock.stall(for: .milliseconds(time))
        case .stop: store?.stop()
        case .release: release()
        }
    }

    private func release() {
        let last = store
        store = nil
        _ = consume last
    }

    private func play(_ poke: Poke) {
        switch poke {
        case .perform(let run, let steps):
            let run = run % max(1, runs)
            if let seat = kept[run] { perform(steps, seat, run) }
        case .letGo(let run):
            // Taken out first: what ends here may come back for another one.
            let seat = kept.removeValue(forKey: run % max(1, runs))
            _ = consume seat
        }
    }

    private func arrive(_ action: Int) {
        note("\(action)")
        guard action < script.answers.count else { return }
        for poke in script.answers[action].pokes { play(poke) }
        if script.answers[action].stops { store?.stop() }
    }

    // MARK: Features

    private func feature(_ path: [Int]) -> Reduce<Void, Int> {
        Reduce { [unowned self] _, action in
            let isOwn = action < script.answers.count && script.answers[action].path == path
            return isOwn ? effects[action] : .none
        }
    }

    /// The actions of a feature and of those in it.
    private func actions(of path: [Int]) -> CasePath<Int, Int> {
        CasePath(
            { $0 },
            { [unowned self] action in
                let isInside =
                    action < script.answers.count
                    && script.answers[action].path.starts(with: path)
                return isInside ? action : nil
            })
    }

    private func scope<Child: Reducer>(
        _ path: [Int], id: Int, @ReducerBuilder<Void, Int> child: () -> Child
    ) -> Scope<Void, Int, Child> where Child.State == Void, Child.Action == Int {
        Scope(state: { $1(&$0) }, action: actions(of: path), id: id, child: child)
    }

    private func plainScope<Child: Reducer>(
        _ path: [Int], @ReducerBuilder<Void, Int> child: () -> Child
    ) -> Scope<Void, Int, Child> where Child.State == Void, Child.Action == Int {
        Scope(state: { $1(&$0) }, action: actions(of: path), child: child)
    }

    // MARK: Runs

    private func begin(_ steps: [RunStep], _ seat: Seat) {
        let run = runs
        runs += 1
        note("run \(run) starts")
        seat.send.onCancel { [unowned self] in note("run \(run) is cancelled") }
        seat.send.onTermination { [unowned self] in note("run \(run) ends") }
        perform(steps, seat, run)
    }

    private func perform(_ steps: [RunStep], _ seat: Seat, _ run: Int) {
        let send = seat.send
        for step in steps {
            switch step {
            case .send(let action): send(action)
            case .finish: send.finish()
            case .finishWith(let action): send.finish(with: action)
            case .fail: seat.fail(Failed())
            case .keep: if send.isActive { kept[run] = seat }
            case .cancel(let id): if send.isActive { send.cancel(id: id) }
            case .after(let delay, let rest):
                send.after(.milliseconds(delay)) { [unowned self] in perform(rest, seat, run) }
            case .store(let action): store?.send(action)
            case .atEnd(let action):
                send.onTermination { [unowned self] in _ = store?.send(action) }
            case .cancelAtEnd(let id):
                if send.isActive { send.onTermination { send.cancel(id: id) } }
            case .stop: store?.stop()
            case .release: release()
            }
        }
    }

    private func note(_ event: String) {
        trace.note("\(clock.now.nanoseconds / 1_000_000): \(event)")
    }

    private func noteState() {
        guard let store else { return trace.note("released") }
        trace.noteState(
            inFlight: Script.ids.filter { store.isInFlight(id: $0) }, effects: store.effects.count,
            isEmpty: store.tableCounts.nodes == 0,
            unfinished: tasks.indices.filter { !tasks[$0].isFinished })
    }
}

extension Sketch {
    /// The effect that the sketch describes. `perform` is what its runs call.
    func effect(_ perform: @escaping ([RunStep], ScriptPlayer.Seat) -> Void) -> Effect<Int> {
        func make(_ inner: Sketch) -> Effect<Int> { inner.effect(perform) }
        func time(_ count: Int) -> Duration { .milliseconds(count) }
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
                perform(steps, ScriptPlayer.Seat(send: send, fail: fail))
            }
        case .merge(let parts, pairwise: true):
            return parts.reduce(.none) { $0.merge(with: make($1)) }
        case .merge(let parts, pairwise: false): return .merge(parts.map(make))
        case .concatenate(let parts, pairwise: true):
            return parts.reduce(.none) { $0.concatenate(with: make($1)) }
        case .concatenate(let parts, pairwise: false): return .concatenate(parts.map(make))
        case .map(let inner, let offset): return make(inner).map { $0 + offset }
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
        case .scoped: preconditionFailure("Sketch.effect: scopes are the reducer's")
        }
    }
}
