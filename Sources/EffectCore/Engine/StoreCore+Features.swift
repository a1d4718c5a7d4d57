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
        var pending = [LastPart(body: body, context: nil)]
        while let next = pending.popLast(), nodes.isAlive(reference) {
            switch next.body {
            case .send(let action, let source): receive(action, source, nil, task: task)
            case .sequence(let actions, let source):
                for action in actions where nodes.isAlive(reference) {
                    receive(action, source, nil, task: task)
                }
            case .merge(let list):
                pending += list.elements.reversed().compactMap { $0.lastPart(in: next.context) }
            case .concatenate(let list):
                pending += leadingSends(of: list, in: next.context, under: parent).reversed()
            case .boxed(let box), .dismissible(let box, _, _):
                if let part = box.effect.lastPart(in: next.context) { pending.append(part) }
            case .mapped: pending.append(adapted(next, under: parent))
            case .missingChild(let child): noteMissing(child)
            case .none, .after, .sleep, .timer, .plannedTimer, .run, .series, .cancel,
                .cancelEach, .cancelAll, .timeout, .dismiss:
                break
            }
        }
        if nodes.isAlive(reference) { childEnded(of: parent) }
    }

    /// The plain sends that a chain begins with, also those of chains in it.
    private func leadingSends(
        of list: EffectList<Action>, in context: EffectContext?, under node: Int32
    ) -> [LastPart<Action>] {
        var sends: [LastPart<Action>] = []
        var steps = list.elements.reversed().map { ($0, context) }
        while let (step, context) = steps.popLast(), let plain = step.lastPart(in: context) {
            let part = adapted(plain, under: node)
            if case .concatenate(let inner) = part.body {
                steps += inner.elements.reversed().map { ($0, part.context) }
            } else if part.body.isSend {
                sends.append(part)
            } else {
                break
            }
        }
        return sends
    }

    /// The part as it is once its actions have been transformed, in the surroundings of the effect.
    private func adapted(_ part: LastPart<Action>, under node: Int32) -> LastPart<Action> {
        var part = part
        while case .mapped(let make) = part.body {
            part.body = inContext(part.context, of: node, make)
        }
        return part
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

/// A part of what a feature sends in the action in which it goes, with the surroundings of its own, if
/// it has any.
struct LastPart<Action> {
    var body: Effect<Action>.Body
    var context: EffectContext?
}

extension Effect {
    /// What the effect does where nothing but its place is around it; the innermost surroundings count.
    func lastPart(in context: EffectContext?) -> LastPart<Action>? {
        switch modifier {
        case .none, .scope: LastPart(body: body, context: context)
        case .context(let own): LastPart(body: body, context: own)
        case .cancellable, .debounce, .plannedDebounce, .throttle, .skipIfRunning, .queued,
            .delay, .keyedDelay:
            nil
        }
    }
}

extension Effect.Body {
    var isSend: Bool {
        switch self {
        case .send, .sequence: true
        default: false
        }
    }
}
