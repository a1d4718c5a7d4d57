import EffectCore
import EffectTesting

/// Plays a script on a real store and notes all that can be seen of it.
package final class ScriptPlayer {
    /// What is seen of the store.
    package private(set) var trace = Trace()
    let script: Script
    let shape: Shape
    /// Each action's effects, one for each layer of the reducer, and those of the feature around.
    let effects: [[Effect<Int>]]
    let effectsAround: [Effect<Int>]
    var saved: House?
    private let scheduler: any Scheduler
    private let origin: Instant
    private let unit: Duration
    private let sources: Sources
    private var store: Store<House, Int>?
    private var tasks: [StoreTask] = []
    private var kept: [Int: Seat] = [:]
    private var runs = 0
    /// The features of runs that have not ended.
    private var live: [Int: [Place]] = [:]
    private var reduced = 0

    struct Failed: Error {}

    /// What a running callback has in hand.
    struct Seat {
        var send: Send<Int>
        var fail: (Failed) -> Void
        /// The feature that it is in.
        var path: [Place]
    }

    /// Makes the store of a script.
    ///
    /// - Parameters:
    ///   - unit: What the script's unit of time is on the scheduler.
    ///   - shape: How the reducer is put together.
    package init(
        _ script: Script, on scheduler: some Scheduler, unit: Duration = .milliseconds(1),
        shape: Shape = .merged
    ) {
        self.script = script
        self.shape = shape
        self.scheduler = scheduler
        self.unit = unit
        origin = scheduler.now
        // Made once and started many times: an effect is a value.
        let later = Later()
        let sources = Sources()
        var workshop = Workshop(unit: unit, sources: sources, path: [], perform: later.perform)
        var made: [[Effect<Int>]] = []
        var madeAround: [Effect<Int>] = []
        for answer in script.answers {
            workshop.path = answer.path
            made.append(shape.layers(of: answer.effect).map { $0.effect(workshop) })
            workshop.path = answer.path.around
            madeAround.append(answer.around.effect(workshop))
        }
        (effects, effectsAround) = (made, madeAround)
        workshop.path = []
        var house = House()
        self.sources = sources
        for path in script.present { house.apply(.add(isFull: false), path) }
        let initialEffect = script.initial.effect(workshop)
        if shape.isBehaviorAtRoot {
            store = Store(
                initial: house, initialEffect: initialEffect, behavior: features.asBehavior(),
                environment: (), on: scheduler)
        } else {
            store = Store(initialState: house, initialEffect: initialEffect, on: scheduler) {
                features
            }
        }
        store?.reporter = Reporter { [unowned self] in note(.report($0.kind)) }
        later.player = self
    }

    /// Effects are made before there is a player.
    private final class Later {
        unowned(unsafe) var player: ScriptPlayer!
        func perform(_ steps: [RunStep], _ seat: Seat) { player.begin(steps, seat) }
    }

    /// Plays a script to its end, in virtual time.
    package static func play(_ script: Script, shape: Shape = .merged) -> Trace {
        let clock = TestClock()
        let player = ScriptPlayer(script, on: clock, shape: shape)
        for command in script.commands {
            switch command {
            case .advance(let time): clock.advance(by: .milliseconds(time))
            case .stall(let time): clock.stall(for: .milliseconds(time))
            case .approach(let time):
                if time > 0 {
                    clock.advance(by: .milliseconds(time) - .nanoseconds(1))
                    clock.stall(for: .nanoseconds(1))
                }
            default: player.perform(command)
            }
            player.noteAnswers()
        }
        player.perform(.stop)
        player.noteAnswers()
        player.release()
        clock.advance(by: .milliseconds(100))
        player.note(.armedTimers(clock.armedTimerCount))
        player.letGo()
        return player.trace
    }

    /// Does anything but let time pass: that is for whoever has the clock.
    package func perform(_ command: Command) {
        switch command {
        case .send(let action, let watched):
            guard let task = store?.send(action) else { return }
            let number = tasks.count
            tasks.append(task)
            if watched { task.onFinish { [unowned self] in note(.taskFinished(number)) } }
        case .cancelTask(let number):
            if !tasks.isEmpty { tasks[number % tasks.count].cancel() }
        case .poke(let poke): play(poke)
        case .event(let source): sources.deliver(source)
        case .startWork(let lane): sources.lane(lane).startNext()
        case .returnWork(let lane): sources.lane(lane).returnNext()
        case .stop: store?.stop()
        case .release: release()
        case .advance, .stall, .approach: break
        }
    }

    /// Releases what runs have kept.
    package func letGo() { kept = [:] }

    /// Releases the store.
    package func release() {
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

    func arrive(_ action: Int, _ house: inout House) {
        reduced += 1
        note(.action(action))
        guard action < script.answers.count else { return }
        for poke in script.answers[action].pokes { play(poke) }
        if script.answers[action].stops { store?.stop() }
    }

    // MARK: Runs

    private func begin(_ steps: [RunStep], _ seat: Seat) {
        let run = runs
        runs += 1
        note(.runStarts(run))
        seat.send.onCancel { [unowned self] in note(.runIsCancelled(run)) }
        seat.send.onTermination { [unowned self] in
            note(.runEnds(run))
            live[run] = nil
        }
        // Whoever is there now: another one in its place is not the same.
        let named = store?.state.named?.id
        live[run] = seat.path.map { $0 == .named(nil) ? .named(named) : $0 }
        perform(steps, seat, run)
    }

    private func perform(_ steps: [RunStep], _ seat: Seat, _ run: Int) {
        let send = seat.send
        for step in steps {
            switch step {
            case .send(let action):
                let (isLate, before) = (!send.isActive, reduced)
                send(action)
                if isLate, reduced != before { note(.runSendsAfterItsEnd(run)) }
            case .finish: send.finish()
            case .finishWith(let action): send.finish(with: action)
            case .fail: seat.fail(Failed())
            case .keep: if send.isActive { kept[run] = seat }
            case .cancel(let id): if send.isActive { send.cancel(id: id) }
            case .after(let delay, let rest):
                send.after(unit * delay) { [unowned self] in perform(rest, seat, run) }
            case .store(let action): store?.send(action)
            case .atEnd(let action):
                send.onTermination { [unowned self] in _ = store?.send(action) }
            case .cancelAtEnd(let id):
                if send.isActive { send.onTermination { send.cancel(id: id) } }
            case .dismiss: send.dismiss()
            case .stop: store?.stop()
            case .release: release()
            }
        }
    }

    private func note(_ event: Trace.Event) {
        trace.note(event, at: scheduler.now.nanoseconds - origin.nanoseconds)
    }

    /// Notes what the store answers.
    package func noteAnswers() {
        guard let store else { return note(.released) }
        for run in live.keys.sorted() {
            if let path = live[run], !store.state.contains(path) {
                note(.runOutlivesItsFeature(run))
            }
        }
        note(
            .answers(
                Trace.Answers(
                    inFlight: script.ids.filter { store.isInFlight(id: $0) },
                    effects: store.effects.count, isEmpty: store.tableCounts.nodes == 0,
                    unfinishedTasks: tasks.indices.filter { !tasks[$0].isFinished },
                    missingChildren: Int(store.effectStatistics.missingChildren))))
    }
}
