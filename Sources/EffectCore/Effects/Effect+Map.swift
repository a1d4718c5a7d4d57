extension Effect {
    /// Transforms every action that the effect sends, when it is sent.
    ///
    /// Ids, waits and the moment of completion stay as they are.
    ///
    /// - Complexity: O(1) now; each part of the effect is adapted when it starts.
    @inlinable
    public func map<NewAction>(
        _ transform: @escaping (Action) -> NewAction
    ) -> Effect<NewAction> {
        if isNone { return .none }
        let body = body
        return Effect<NewAction>(.mapped { body.mapped(transform) }, modifier)
    }
}

extension Effect.Body {
    /// The same work one level deep with its actions transformed; what is below follows when it starts.
    @inlinable
    func mapped<NewAction>(
        _ transform: @escaping (Action) -> NewAction
    ) -> Effect<NewAction>.Body {
        switch self {
        case .none: return .none
        case .send(let action, let source): return .send(transform(action), source)
        case .sequence(let actions, let source): return .sequence(actions.map(transform), source)
        case .after(let delay, let output, let source):
            return .after(delay, output.mapped(transform), source)
        case .sleep(let delay, let source): return .sleep(delay, source)
        case .timer(let period, let output, let source):
            return .timer(period, output.mapped(transform), source)
        case .plannedTimer(let plan, let output, let source):
            return .plannedTimer(plan, output.mapped(transform), source)
        case .run(let body, let label): return .run(body.mapped(transform), label)
        case .merge(let list):
            return .merge(EffectList(list.elements.map { $0.map(transform) }))
        case .concatenate(let list):
            return .concatenate(EffectList(list.elements.map { $0.map(transform) }))
        case .series(let make):
            return .series {
                let next = make()
                return { next()?.map(transform) }
            }
        case .cancel(let id, let includingWaiting):
            return .cancel(id, includingWaiting: includingWaiting)
        case .cancelEach(let ids): return .cancelEach(ids)
        case .cancelAll: return .cancelAll
        case .timeout(let box, let delay, let action, let source):
            return .timeout(
                EffectBox(box.effect.map(transform)), delay, transform(action), source)
        case .dismissible(let box, let scope, let action):
            return .dismissible(EffectBox(box.effect.map(transform)), scope, transform(action))
        case .dismiss(let source): return .dismiss(source)
        case .missingChild(let child): return .missingChild(child)
        case .boxed(let box): return .boxed(EffectBox(box.effect.map(transform)))
        case .mapped(let make): return make().mapped(transform)
        }
    }
}

extension Output {
    @inlinable
    func mapped<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Output<NewAction> {
        switch self {
        case .action(let action): .make { transform(action) }
        case .make(let make): .make { transform(make()) }
        case .tick(let make): .tick { transform(make($0)) }
        }
    }
}

extension RunBody {
    @inlinable
    func mapped<NewAction>(_ transform: @escaping (Action) -> NewAction) -> RunBody<NewAction> {
        .adapted { seat, emit in
            let adapted: Emit<Action> = { action, emission in
                emit(seat.inContext { transform(action) }, emission)
            }
            switch self {
            case .direct(let body): body(Send(seat: seat, emit: adapted))
            case .adapted(let body): body(seat, adapted)
            }
        }
    }
}
