/// Effects of features that may go away.
extension StoreCore {
    /// Starts an effect in a wrapper that is prepared first.
    @inlinable
    func startWrapped(
        _ effect: Effect<Action>, under parent: Int32, _ prepare: (_ wrapper: Int32) -> Void
    ) {
        let node = addNode(.wrapper, under: parent, source: effect.body.source, id: -1)
        nodes[node].live = 1
        prepare(node)
        queueWork(.start(effect), nodes.reference(to: node))
    }

    /// Of an effect whose feature is not there any more: what it sends at once, and nothing else. A
    /// feature may send a last action to its parent in the action in which it goes.
    @usableFromInline
    func sendOnly(_ body: Effect<Action>.Body, under parent: Int32) {
        let reference = nodes.reference(to: parent)
        let task = nodes[parent].task
        // The next one stands last.
        var pending = [body]
        while let next = pending.popLast(), nodes.isAlive(reference) {
            switch next {
            case .send(let action, let source): receive(action, source, nil, task: task)
            case .sequence(let actions, let source):
                for action in actions where nodes.isAlive(reference) {
                    receive(action, source, nil, task: task)
                }
            case .merge(let list):
                pending += list.elements.reversed().compactMap { $0.plainBody }
            case .concatenate(let list):
                pending += list.leadingSends.reversed()
            case .boxed(let box), .dismissible(let box, _, _):
                if let body = box.effect.plainBody { pending.append(body) }
            case .mapped(let make): pending.append(make())
            case .missingChild(let child): noteMissing(child)
            case .none, .after, .sleep, .timer, .plannedTimer, .run, .series, .cancel,
                .cancelEach, .cancelAll, .timeout, .dismiss:
                break
            }
        }
        if nodes.isAlive(reference) { childEnded(of: parent) }
    }

    /// Ends the nearest feature around a node that its parent can remove, and asks the parent to.
    @usableFromInline
    func dismiss(from node: Int32, _ source: ActionSource) {
        let wrapper = dismissible(around: node)
        guard wrapper >= 0, case .output(.action(let action)) = slots[Int(wrapper)] else {
            reportNoDismissal(source)
            return
        }
        let task = nodes.reference(to: nodes[wrapper].task)
        retainTask(task.node)
        cancelFeature(of: wrapper)
        if nodes.isAlive(task) { receive(action, source, nil, task: task.node) }
        releaseTask(task)
        settle()
    }
}

extension Effect {
    /// What the effect does where nothing but its place is around it.
    var plainBody: Body? {
        switch modifier {
        case .none, .scope, .context: body
        case .cancellable, .debounce, .plannedDebounce, .throttle, .skipIfRunning, .queued,
            .delay, .keyedDelay:
            nil
        }
    }
}

extension Effect.Body {
    /// The body itself where it is one that is adapted when it starts.
    var unmapped: Effect.Body {
        var body = self
        while case .mapped(let make) = body { body = make() }
        return body
    }

    var isSend: Bool {
        switch self {
        case .send, .sequence: true
        default: false
        }
    }
}

extension EffectList {
    /// The plain sends that a chain begins with, also those of chains in it.
    var leadingSends: [Effect<Action>.Body] {
        var sends: [Effect<Action>.Body] = []
        var steps = Array(elements.reversed())
        while let step = steps.popLast()?.plainBody?.unmapped {
            if case .concatenate(let inner) = step {
                steps += inner.elements.reversed()
            } else if step.isSend {
                sends.append(step)
            } else {
                break
            }
        }
        return sends
    }
}
