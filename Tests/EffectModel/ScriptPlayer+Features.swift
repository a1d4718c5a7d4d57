import EffectCore

/// The reducers of a played store: a small tree of features.
extension ScriptPlayer {
    typealias Path = CasePath<Int, Int>

    @ReducerBuilder<House, Int>
    var features: some Reducer<House, Int> {
        Reduce { [unowned self] house, action in
            arrive(action, &house)
            change(&house, action, .before)
            return .none
        }
        root
        scope([.scope(1)], id: 1) {
            feature([.scope(1)]) { (_: inout House, _, _) in }
            scope([.scope(1), .scope(2)], id: 2) {
                feature([.scope(1), .scope(2)]) { (_: inout House, _, _) in }
            }
            plainScope([.scope(1), .plain]) {
                feature([.scope(1), .plain]) { (_: inout House, _, _) in }
            }
        }
        plainScope([.plain]) {
            feature([.plain]) { (_: inout House, _, _) in }
            scope([.plain, .scope(1)], id: 1) {
                feature([.plain, .scope(1)]) { (_: inout House, _, _) in }
            }
        }
        Scope(state: \.mode, action: actions(of: [.mode])) {
            EmptyReducer<House.Mode, Int>()
                .ifCaseLet(
                    House.active, action: actions(of: [.mode, .active]),
                    dismiss: script.dismissal(of: [.mode, .active])
                ) { room([.mode, .active]) }
        }
        Reduce { [unowned self] house, action in
            change(&house, action, .after)
            return .none
        }
    }

    /// The reducer of the root with the children that run before it.
    private var root: some Reducer<House, Int> {
        feature([]) { [unowned self] (house: inout House, action, moment) in
            change(&house, action, moment)
        }
        .ifLet(
            \.child, action: actions(of: [.child]), dismiss: script.dismissal(of: [.child])
        ) { room([.child]) }
        .ifLet(
            state: { $1(&$0.named) }, action: actions(of: [.named(nil)]), id: \.id,
            dismiss: script.dismissal(of: [.named(nil)])
        ) { room([.named(nil)]) }
        .forEach(
            \.devices, action: elements(of: .devices), dismiss: dismissal(of: .devices)
        ) { room([.devices, .element(nil)]) }
        .forEach(
            state: { $1(&$0.sessions) }, action: elements(of: .sessions),
            dismiss: dismissal(of: .sessions)
        ) { room([.sessions, .element(nil)]) }
    }

    /// A feature that may go away.
    @ReducerBuilder<House.Room, Int>
    private func room(_ path: [Place]) -> some Reducer<House.Room, Int> {
        feature(path) { [unowned self] (room: inout House.Room, action, moment) in
            for change in script.answers[action].changes
            where change.moment == moment && Script.mayChange(change, by: own(path, action)) {
                if case .rename(let id) = change.kind {
                    room.id = id
                } else {
                    room.apply(change.kind)
                }
            }
        }
        .ifLet(
            \.leaf, action: actions(of: path + [.grandchild]),
            dismiss: script.dismissal(of: path + [.grandchild])
        ) {
            feature(path + [.grandchild]) { (_: inout House.Leaf, _, _) in }
        }
        scope(path + [.scope(1)], id: 1) {
            feature(path + [.scope(1)]) { (_: inout House.Room, _, _) in }
        }
        plainScope(path + [.plain]) {
            feature(path + [.plain]) { (_: inout House.Room, _, _) in }
        }
    }

    /// The path of one feature of many, as an action has it.
    private func own(_ path: [Place], _ action: Int) -> [Place] {
        Array(script.answers[action].path.prefix(path.count))
    }

    /// What the root's reducer does, or one that is before or after all features.
    private func change(_ house: inout House, _ action: Int, _ moment: Change.Moment) {
        guard action < script.answers.count else { return }
        for change in script.answers[action].changes where change.moment == moment {
            switch change.kind {
            case .save: saved = house
            case .restore: house = saved ?? house
            default: house.apply(change.kind, change.path)
            }
        }
    }

    // MARK: Reducers

    /// A reducer that answers the actions of a feature and those of the features right in it.
    private func feature<State>(
        _ path: [Place],
        _ change: @escaping (inout State, _ action: Int, Change.Moment) -> Void
    ) -> Layers<State> {
        Layers(shape) { [unowned self] layer, action, state in
            guard action < script.answers.count else { return .none }
            let target = script.answers[action].path
            if path.count == target.count, path.leads(to: target) {
                if layer == 0 { change(&state, action, .own) }
                return layer < effects[action].count ? effects[action][layer] : .none
            }
            let around = target.around
            if layer == 0, !target.isEmpty, path.count == around.count, path.leads(to: around) {
                change(&state, action, .around)
                return effectsAround[action]
            }
            return .none
        }
    }

    /// The actions of a feature and of those in it.
    private func actions(of path: [Place]) -> Path {
        CasePath({ $0 }, { [unowned self] in isInside($0, path) ? $0 : nil })
    }

    private func isInside(_ action: Int, _ path: [Place]) -> Bool {
        action < script.answers.count && path.leads(to: script.answers[action].path)
    }

    private func elements(of collection: Place) -> CasePath<Int, (id: Int, action: Int)> {
        CasePath(
            { $0.action },
            { [unowned self] action in
                guard isInside(action, [collection, .element(nil)]),
                    case .element(let id?) = script.answers[action].path[1]
                else { return nil }
                return (id, action)
            })
    }

    private func dismissal(of collection: Place) -> ((Int) -> Int)? {
        script.dismissal(of: [collection, .element(nil)]).map { action in { _ in action } }
    }

    private func scope<State, Child: Reducer>(
        _ path: [Place], id: Int, @ReducerBuilder<State, Int> child: () -> Child
    ) -> Scope<State, Int, Child> where Child.State == State, Child.Action == Int {
        Scope(state: { $1(&$0) }, action: actions(of: path), id: id, child: child)
    }

    private func plainScope<State, Child: Reducer>(
        _ path: [Place], @ReducerBuilder<State, Int> child: () -> Child
    ) -> Scope<State, Int, Child> where Child.State == State, Child.Action == Int {
        Scope(state: { $1(&$0) }, action: actions(of: path), child: child)
    }
}
