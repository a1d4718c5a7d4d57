/// What each case of an effect becomes.
extension Model {
    func addNode(_ kind: Node.Kind, under parent: Node?, id: Int? = nil) -> Node {
        let node = Node(kind, under: parent, order: nextOrder)
        nextOrder += 1
        node.id = id
        parent?.children.append(node)
        nodes.append(node)
        return node
    }

    /// Starts an effect below a node that counts it already.
    func start(_ effect: Sketch, under parent: Node, id: Int? = nil) {
        steps += 1
        switch effect {
        case .none, .map, .either: preconditionFailure("Model.start: not simplified")
        case .send(let action):
            receive(action, of: parent.task)
            endPart(of: parent)
        case .sequence(let actions):
            let node = addNode(.run, under: parent, id: id)
            for action in actions where node.isAlive { receive(action, of: parent.task) }
            if node.isAlive { finish(node) }
        case .after(let delay, let action):
            let node = addNode(.after, under: parent, id: id)
            node.action = action
            arm(node, after: delay)
        case .sleep(let delay): arm(addNode(.sleep, under: parent, id: id), after: delay)
        case .timer(let period, let leading, let count, let missed, let action):
            let node = addNode(.timer, under: parent, id: id)
            (node.action, node.period, node.ticksLeft) = (action, max(0, period), count)
            node.missed = missed
            if period <= 0 { note(.report(.clampedParameter)) }
            arm(node, after: node.period)
            if leading { tick(node) }
        case .run(let steps, let mapping):
            run(steps, addNode(.run, under: parent, id: id), mapping)
        case .merge(let parts, _):
            let node = addNode(.group, under: parent, id: id)
            node.live = parts.count
            arrivals += parts.map { (node, .start($0)) }
        case .concatenate(let parts, _):
            let node = addNode(.chain, under: parent, id: id)
            node.live = 1
            node.steps = parts.map { ($0, []) }
            queueStep(of: node)
        case .timeout(let inner, let limit, let action):
            let node = addNode(.timeout, under: parent, id: id)
            (node.live, node.action) = (1, action)
            arrivals += [(node, .start(inner)), (node, .arm(limit))]
        case .cancel(let id, let includingWaiting):
            cancel(parent.key(id), includingWaiting: includingWaiting)
            endPart(of: parent)
        case .cancelEach(let ids):
            for id in ids where parent.isAlive { cancel(parent.key(id)) }
            endPart(of: parent)
        case .cancelAll:
            cancelAll(from: parent)
            endPart(of: parent)
        case .dismiss:
            dismiss(from: parent)
            endPart(of: parent)
        case .missing:
            noteMissing()
            endPart(of: parent)
        case .scoped(let inner, let place, let dismissal):
            guard !place.isRemovable || isThere(parent.path + [place]) else {
                return sendOnly(inner, under: parent)
            }
            let node = addNode(.wrapper, under: parent)
            node.path.append(place)
            (node.isEntrance, node.dismissal) = (true, dismissal)
            node.live = 1
            arrivals.append((node, .start(inner)))
        case .watch(let source, let action):
            let node = addNode(.watch, under: parent, id: id)
            (node.source, node.action) = (source, action)
        case .work(let lane, let action):
            let node = addNode(.work, under: parent, id: id)
            (node.source, node.action) = (lane, action)
            waitingWork[lane, default: []].append(node)
        case .cancellable, .delay, .debounce, .throttle:
            guard let id else { return startModified(effect, under: parent) }
            let node = addNode(.wrapper, under: parent, id: id)
            node.live = 1
            arrivals.append((node, .start(effect)))
        }
    }

    private func startModified(_ effect: Sketch, under parent: Node) {
        switch effect {
        case .cancellable(let inner, let id, let cancelInFlight):
            if cancelInFlight { displace(parent.key(id), exceptAbove: parent) }
            // The new effect starts before what its predecessors held back.
            placeArrivals()
            guard parent.isAlive else { return }
            if isDropped(parent.key(id), under: parent) { return endPart(of: parent) }
            start(inner, under: parent, id: id)
        case .delay(let inner, let delay):
            let node = addNode(.delay, under: parent)
            node.held = inner
            arm(node, after: delay)
        case .debounce:
            debounce(effect, under: parent)
        case .throttle:
            throttle(effect, under: parent)
        default: preconditionFailure("Model.start: not a modifier")
        }
    }

    func endPart(of parent: Node) {
        if parent.isAlive { childEnded(of: parent) }
    }

    // MARK: Runs

    private func run(_ steps: [RunStep], _ node: Node, _ mapping: Mapping) {
        let handle = Handle()
        (handle.node, handle.mapping) = (node, mapping)
        node.handle = handle
        let number = runs
        runs += 1
        note(.runStarts(number))
        handle.hooks.append((true, { [unowned self] in note(.runIsCancelled(number)) }))
        handle.hooks.append((false, { [unowned self] in note(.runEnds(number)) }))
        handle.holders = 1
        perform(steps, handle, number)
        release(handle)
    }

    func perform(_ steps: [RunStep], _ handle: Handle, _ run: Int) {
        handle.holders += 1
        for step in steps { perform(step, handle, run) }
        release(handle)
    }

    private func perform(_ step: RunStep, _ handle: Handle, _ run: Int) {
        switch step {
        case .send(let action): send(action, through: handle)
        case .finish: finish(handle)
        case .finishWith(let action):
            guard handle.state == .active else { return }
            send(action, through: handle)
            finish(handle)
        case .fail:
            guard handle.state == .active, let node = handle.node else { return }
            // The hooks go over to the handler's `send`; without a handler that is released at once.
            let fresh = Handle()
            (fresh.node, fresh.hooks, node.handle) = (node, handle.hooks, fresh)
            (handle.state, handle.node, handle.hooks) = (.failed, nil, [])
            note(.report(.unhandledError))
            fresh.holders = 1
            release(fresh)
        case .keep:
            guard handle.state == .active, kept[run] !== handle else { return }
            handle.holders += 1
            if let before = kept.updateValue(handle, forKey: run) { release(before) }
        case .cancel(let id):
            if let node = handle.node, handle.state == .active { cancel(node.key(id)) }
        case .cancelAtEnd(let id):
            guard let node = handle.node, handle.state == .active else { return }
            handle.holders += 1
            handle.hooks.append((false, { [unowned self] in cancel(node.key(id)) }))
        case .after(let delay, let rest):
            guard handle.state == .active, let node = handle.node else { return }
            let wait = addNode(.wait, under: node)
            handle.holders += 1
            wait.handle = handle
            wait.onWait = { [unowned self] in perform(rest, handle, run) }
            arm(wait, after: delay)
        case .store(let action): send(action)
        case .atEnd(let action):
            let hook: () -> Void = { [unowned self] in send(action) }
            if handle.state == .active { handle.hooks.append((false, hook)) } else { hook() }
        case .dismiss:
            if let node = handle.node, handle.state == .active { dismiss(from: node) }
        case .stop: if !isReleased { stop() }
        case .release: release()
        }
    }

    private func send(_ action: Int, through handle: Handle) {
        if handle.state == .active, let node = handle.node {
            receive(handle.mapping(action), of: node.task)
        } else if handle.state == .finished, !isReleased {
            note(.report(.lateSend))
        }
    }

    private func finish(_ handle: Handle) {
        guard handle.state == .active, let node = handle.node else { return }
        finish(node)
        settle()
    }

    /// One holder fewer; the last one ends the effect.
    func release(_ handle: Handle) {
        handle.holders -= 1
        guard handle.holders == 0, handle.state == .active, let node = handle.node else { return }
        handle.state = .finished
        if isReducing {
            deferred.append(handle)
        } else {
            finish(node)
            settle()
        }
    }
}
