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
        store = Store(initialState: (), on: clock) {
            Reduce { [unowned self] _, action in reduce(action) }
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
        player.store = nil
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
        case .stop: store?.stop()
        }
    }

    private func play(_ poke: Poke) {
        switch poke {
        case .perform(let run, let steps):
            let run = run % max(1, runs)
            if let seat = kept[run] { perform(steps, seat, run) }
        case .letGo(let run): kept[run % max(1, runs)] = nil
        }
    }

    private func reduce(_ action: Int) -> Effect<Int> {
        note("\(action)")
        guard action < script.answers.count else { return .none }
        for poke in script.answers[action].pokes { play(poke) }
        return effects[action]
    }

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
            case .cancel(let id): send.cancel(id: id)
            case .after(let delay, let rest):
                send.after(.milliseconds(delay)) { [unowned self] in perform(rest, seat, run) }
            case .store(let action): store?.send(action)
            case .atEnd(let action):
                send.onTermination { [unowned self] in _ = store?.send(action) }
            }
        }
    }

    private func note(_ event: String) {
        trace.note("\(clock.now.nanoseconds / 1_000_000): \(event)")
    }

    private func noteState() {
        guard let store else { return }
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
        case .timer(let period, let leading, let count, let action):
            return .timer(every: time(period), leading: leading, count: count, action)
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
        }
    }
}
