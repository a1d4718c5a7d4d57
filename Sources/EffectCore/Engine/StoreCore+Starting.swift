/// Starting effects: what each case of an effect becomes in the running tree. The work list makes it
/// a loop over any width and depth.
extension StoreCore {
    /// Starts the effect of an action; answers the task it belongs to.
    @inlinable
    func startRoot(
        _ body: consuming Effect<Action>.Body, _ modifier: Modifier, of source: ActionSource,
        task: Int32
    ) -> NodeReference? {
        guard !isShutDown, !isStopped else { return nil }
        if task < 0 {
            switch modifier {
            case .debounce(let id, let interval):
                let node = nodeToPostpone(id)
                if node >= 0 { return postpone(node, by: interval, body, from: source) }
            case .none:
                if let cancellation = body.cancellation {
                    placeArrivals()
                    isStarting = true
                    cancel(
                        cancellation.id, in: .root,
                        includingWaiting: cancellation.includingWaiting)
                    isStarting = false
                    startWork()
                    return nil
                }
            case .cancellable, .plannedDebounce, .throttle, .skipIfRunning, .queued, .delay,
                .keyedDelay, .scope, .context:
                break
            }
        }
        let root = task >= 0 ? task : addTask()
        let reference = nodes.reference(to: root)
        if !isTaskCancelled(root) {
            placeArrivals()
            nodes[root].live += 1
            setOrigin(source)
            isStarting = true
            start(body, modifier, under: root)
            isStarting = false
            startWork()
        }
        if task >= 0 { releaseTask(reference) }
        return reference
    }

    /// One more input of a debounce that waits: its record takes over the new effect and its origin.
    @inlinable
    func postpone(
        _ node: Int32, by interval: Int64, _ body: consuming Effect<Action>.Body,
        from source: ActionSource
    ) -> NodeReference {
        let superseded = takeSlot(node)
        let task = postpone(node, by: interval, origin: source, source: body.source)
        putSlot(node, .held(body))
        // What the superseded effect held goes last: that may run code of the user's.
        _ = consume superseded
        return task
    }

    /// Starts what is on the work list of this context.
    @inlinable
    func startWork() {
        guard queuedWork > workBase else { return }
        let wasStarting = isStarting
        isStarting = true
        while queuedWork > workBase {
            placeArrivals()
            queuedWork -= 1
            arrivalsBase = queuedWork
            let next = work.removeLast()
            guard nodes.isAlive(next.node) else { continue }
            switch next.kind {
            case .start(let effect):
                start(effect.body, effect.modifier, under: next.node.node)
            case .armTimeout(let delay): arm(next.node.node, after: delay)
            }
        }
        isStarting = wasStarting
    }

    /// Starts an effect below a node that counts it already.
    @inlinable
    func start(
        _ body: consuming Effect<Action>.Body, _ modifier: Modifier, under parent: Int32
    ) {
        switch modifier {
        case .none: start(body, under: parent, id: -1)
        case .cancellable(let id, let cancelInFlight):
            let reference = nodes.reference(to: parent)
            let record = retainID(id, for: parent)
            if cancelInFlight {
                displace(record, exceptAbove: parent)
                // The new effect starts before what its predecessors held back.
                placeArrivals()
            }
            if nodes.isAlive(reference), !isShutDown {
                if isDropped(record, under: parent) {
                    childEnded(of: parent)
                } else {
                    start(body, under: parent, id: record)
                }
            }
            releaseID(record)
        case .debounce(let id, let interval):
            let source = body.source
            gate(body, id, parent) { record in
                debounce(record, interval, nil, under: parent, source: source)
            }
        case .plannedDebounce(let id, let plan):
            let source = body.source
            gate(body, id, parent) { record in
                debounce(record, plan.interval, plan, under: parent, source: source)
            }
        case .throttle(let id, let interval, let trailing, let share):
            let source = body.source
            gate(body, id, parent) { record in
                throttle(record, interval, trailing, share: share, under: parent, source: source)
            }
        case .skipIfRunning(let id):
            gate(body, id, parent) { record in
                isRunning(record, besides: parent) ? .skipped : .starts
            }
        case .queued(let id, let limit):
            let source = body.source
            gate(body, id, parent) { record in
                enqueue(record, limit: limit, under: parent, source: source)
            }
        case .delay(let delay): hold(body, for: delay, under: parent, id: -1)
        case .keyedDelay(let id, let delay):
            let record = retainID(id, for: parent)
            if isDropped(record, under: parent) {
                childEnded(of: parent)
            } else {
                hold(body, for: delay, under: parent, id: record)
            }
            releaseID(record)
        case .scope(let scope):
            if isPresent(scope, below: parent, in: UnsafeRawPointer(state)) {
                startWrapped(Effect(body), under: parent) { enter(scope, $0) }
            } else {
                sendOnly(body, under: parent)
            }
        case .context(let context):
            startWrapped(Effect(body), under: parent) { setContext(context, of: $0) }
        }
    }

    /// An effect behind a debounce or a throttle.
    @inlinable
    func gate(
        _ body: consuming Effect<Action>.Body, _ id: EffectID, _ parent: Int32,
        _ decide: (Int32) -> GatedStart
    ) {
        let record = retainID(id, for: parent)
        if isDropped(record, under: parent) {
            childEnded(of: parent)
        } else {
            let decision = decide(record)
            placeArrivals()
            switch decision {
            case .starts: start(body, under: parent, id: record)
            case .waits(let node): putSlot(node, .held(body))
            case .isAdmitted(let node):
                queueWork(.start(Effect(body)), nodes.reference(to: node))
            case .skipped: childEnded(of: parent)
            case .dropped: break
            }
        }
        releaseID(record)
    }

    /// An effect that starts after a wait.
    @inlinable
    func hold(
        _ body: consuming Effect<Action>.Body, for delay: Int64, under parent: Int32, id: Int32
    ) {
        let node = addNode(.delay, under: parent, source: body.source, id: id)
        putSlot(node, .held(body))
        arm(node, after: delay)
    }

    /// Starts the body of an effect; its node holds the id, if there is one.
    @inlinable
    func start(_ body: Effect<Action>.Body, under parent: Int32, id: Int32) {
        switch body {
        case .none: childEnded(of: parent)
        case .send(let action, let source):
            let reference = nodes.reference(to: parent)
            receive(action, source, nil, task: nodes[parent].task)
            if nodes.isAlive(reference) { childEnded(of: parent) }
        case .sequence(let actions, let source):
            sendAll(actions, source, under: parent, id: id)
        case .after(let delay, let output, let source):
            let node = addNode(.after, under: parent, source: source, id: id)
            putSlot(node, .output(output))
            arm(node, after: delay)
        case .sleep(let delay, let source):
            arm(addNode(.sleep, under: parent, source: source, id: id), after: delay)
        case .timer(let period, let output, let source):
            let node = addNode(.timer, under: parent, source: source, id: id)
            putSlot(node, .output(output))
            startTimer(node, period, nil, source: source)
        case .plannedTimer(let plan, let output, let source):
            let node = addNode(.timer, under: parent, source: source, id: id)
            putSlot(node, .output(output))
            startTimer(node, plan.period, plan, source: source)
        case .run(let body, let label):
            let node = addNode(.run, under: parent, label: label)
            if id >= 0 { hold(id, by: node) }
            run(body, node)
        case .merge(let list):
            let node = addNode(.group, under: parent, source: .unknown, id: id)
            let reference = nodes.reference(to: node)
            nodes[node].live = Int32(list.count)
            placeArrivals()
            for effect in list.elements.reversed() {
                queueWork(.start(effect), reference)
            }
            arrivalsBase = queuedWork
        case .concatenate(let list):
            let node = addNode(.chain, under: parent, source: .unknown, id: id)
            nodes[node].live = 1
            nodes[node].remaining = Int32(list.count) - 1
            putSlot(node, .steps(Array(list.elements.reversed())))
            _ = queueStep(of: node)
        case .series(let make):
            let node = addNode(.series, under: parent, source: .unknown, id: id)
            nodes[node].live = 1
            putSlot(node, .source(make()))
            if !queueStep(of: node) { childEnded(of: node) }
        case .cancel(let id, let includingWaiting):
            let reference = nodes.reference(to: parent)
            cancel(id, from: parent, includingWaiting: includingWaiting)
            if nodes.isAlive(reference) { childEnded(of: parent) }
        case .cancelEach(let ids):
            let reference = nodes.reference(to: parent)
            for id in ids where nodes.isAlive(reference) {
                cancel(id, from: parent, includingWaiting: false)
            }
            if nodes.isAlive(reference) { childEnded(of: parent) }
        case .cancelAll:
            let reference = nodes.reference(to: parent)
            cancelScope(from: parent)
            if nodes.isAlive(reference) { childEnded(of: parent) }
        case .timeout(let box, let delay, let action, let source):
            let node = addNode(.timeout, under: parent, source: source, id: id)
            nodes[node].live = 1
            putSlot(node, .output(.action(action)))
            let reference = nodes.reference(to: node)
            queueWork(.start(box.effect), reference)
            queueWork(.armTimeout(delay), reference)
        case .dismissible(let box, let scope, let action):
            if isPresent(scope, below: parent, in: UnsafeRawPointer(state)) {
                startWrapped(box.effect, under: parent) { node in
                    enter(scope, node)
                    putSlot(node, .output(.action(action)))
                }
            } else {
                sendOnly(.boxed(box), under: parent)
            }
        case .dismiss(let source):
            let reference = nodes.reference(to: parent)
            dismiss(from: parent, source)
            if nodes.isAlive(reference) { childEnded(of: parent) }
        case .missingChild(let child):
            noteMissing(child)
            childEnded(of: parent)
        case .boxed(let box):
            var node = parent
            if id >= 0 {
                node = addNode(.wrapper, under: parent, source: box.source, id: id)
                nodes[node].live = 1
            }
            queueWork(.start(box.effect), nodes.reference(to: node))
        case .mapped(let make):
            let context = enterContext(of: parent)
            let body = make()
            leaveContext(context)
            start(body, under: parent, id: id)
        }
    }

    /// A node of its own, so that a cancel between two of its actions ends it.
    @inlinable
    func sendAll(_ actions: [Action], _ source: ActionSource, under parent: Int32, id: Int32) {
        let node = addNode(.run, under: parent, source: source, id: id)
        let reference = nodes.reference(to: node)
        for action in actions {
            receive(action, source, nil, task: nodes[node].task)
            guard nodes.isAlive(reference) else { return }
        }
        finish(node)
    }

    /// Calls the body of a run. A `Send` that the body did not keep is used again.
    @inlinable
    func run(_ body: RunBody<Action>, _ node: Int32) {
        let reference = nodes.reference(to: node)
        let context = enterContext(of: node)
        switch body {
        case .direct(let body):
            var send = spareSend ?? Send(link: link, emit: emit)
            spareSend = nil
            attach(send, to: node)
            body(send)
            if isKnownUniquelyReferenced(&send) {
                if send.isActive, nodes.isAlive(reference) { finish(node) }
                recycle(send)
            }
        case .adapted(let body):
            body(SendSeat(link: link, node: node), emit)
        }
        leaveContext(context)
    }

    @inlinable
    func recycle(_ send: Send<Action>) {
        if !send.isActive, spareSend == nil, !isShutDown { spareSend = send }
    }
}

extension Effect.Body {
    /// The line that declared the effect, as far as one line did.
    @inlinable
    var source: ActionSource {
        switch self {
        case .merge(let list), .concatenate(let list):
            list.elements.first?.body.ownSource ?? .unknown
        case .none, .send, .sequence, .after, .sleep, .timer, .plannedTimer, .run, .series,
            .cancel, .cancelEach, .cancelAll, .timeout, .dismissible, .dismiss, .missingChild,
            .boxed,
            .mapped:
            ownSource
        }
    }

    /// What the effect cancels, if that is all it does.
    @inlinable
    var cancellation: (id: EffectID, includingWaiting: Bool)? {
        if case .cancel(let id, let includingWaiting) = self { return (id, includingWaiting) }
        return nil
    }

    @inlinable
    var ownSource: ActionSource {
        switch self {
        case .send(_, let source), .sequence(_, let source), .after(_, _, let source),
            .sleep(_, let source), .timer(_, _, let source), .plannedTimer(_, _, let source),
            .timeout(_, _, _, let source), .dismiss(let source):
            source
        case .run(_, let label): label.source
        case .boxed(let box), .dismissible(let box, _, _): box.source
        case .missingChild(let child): child.source
        case .none, .merge, .concatenate, .series, .cancel, .cancelEach, .cancelAll, .mapped:
            .unknown
        }
    }
}
