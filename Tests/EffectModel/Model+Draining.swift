/// The queue of actions: one at a time, first in first out.
extension Model {
    /// Takes an action from outside; answers its task unless the store is stopped.
    @discardableResult
    func send(_ action: Int) -> Node? {
        guard !isReleased else { return nil }
        if !isDraining { startInitial() }
        guard !isStopped else {
            note(.report(.sentAfterStop))
            return nil
        }
        let task = addNode(.task, under: nil)
        receive(action, of: task)
        return task
    }

    /// Takes an action that belongs to a task.
    func receive(_ action: Int, of task: Node) {
        guard !isStopped, !isRunaway else { return }
        task.live += 1
        queue.append(Queued(action: action, task: task))
        if !isDraining { drain() }
    }

    /// In the first turn, or before the first action.
    func startInitial() {
        guard !initial.isNone else { return }
        let effect = initial
        initial = .none
        let task = addNode(.task, under: nil)
        task.live = 1
        drain { self.startNow(effect, under: task) }
    }

    /// A drain inside a callback starts effects on its own, before those that wait outside.
    private func drain(first: () -> Void = {}) {
        let (outerWork, outerArrivals, wasStarting) = (work, arrivals, isStarting)
        (work, arrivals, isStarting, isDraining) = ([], [], false, true)
        first()
        settle()
        while !queue.isEmpty {
            reduce(queue.removeFirst())
            settle()
        }
        (work, arrivals) = isStopped ? ([], []) : (outerWork, outerArrivals)
        (isStarting, isDraining) = (wasStarting, false)
    }

    private func reduce(_ next: Queued) {
        steps += 1
        note(.action(next.action))
        if next.action < script.answers.count {
            let answer = script.answers[next.action]
            isReducing = true
            for poke in answer.pokes { play(poke) }
            if answer.stops { stop() }
            let effect = reduced(answer).simplified()
            isReducing = false
            removeAbsent()
            if !isStopped, !next.task.isCancelled, !effect.isNone {
                next.task.live += 1
                startNow(effect, under: next.task)
            }
        }
        if next.task.isAlive { childEnded(of: next.task) }
    }

    /// Starts an effect and then what is on the work list.
    private func startNow(_ effect: Sketch, under node: Node) {
        placeArrivals()
        isStarting = true
        start(effect, under: node)
        isStarting = false
        startWork()
    }

    func startWork() {
        let wasStarting = isStarting
        isStarting = true
        while !(work.isEmpty && arrivals.isEmpty), !isRunaway {
            placeArrivals()
            let next = work.removeFirst()
            guard next.node.isAlive else { continue }
            switch next.job {
            case .start(let effect): start(effect, under: next.node)
            case .arm(let delay): arm(next.node, after: delay)
            }
        }
        isStarting = wasStarting
    }

    /// What was added starts before what waits already, in the order in which it came.
    func placeArrivals() {
        work = arrivals + work
        arrivals = []
    }

    /// Does what was put off while a reducer ran: finishes by release, next steps of chains.
    func settle() {
        guard !isReducing, !isStarting else { return }
        while !isRunaway {
            while !deferred.isEmpty {
                let handle = deferred.removeFirst()
                if let node = handle.node { finish(node) }
            }
            if work.isEmpty, arrivals.isEmpty { return }
            startWork()
        }
    }
}
