extension Behavior {
    /// The behavior of each element of a collection, for the actions that are addressed to one.
    ///
    /// An element's effects and channels have ids of their own, and end in the action in which it goes. An
    /// action for an element that is not there is reported (counted in a release build).
    ///
    /// - Parameters:
    ///   - path: The actions of elements, with the id of the one that is meant.
    ///   - modify: Gives access to the collection.
    /// - Complexity: O(1) for an action to one of the elements.
    @inlinable
    public func liftCollection<Global, GlobalState, ID: Hashable>(
        action path: CasePath<Global, (id: ID, action: Action)>,
        stateCollection modify:
            @escaping (
                inout GlobalState, (inout IdentifiedArray<ID, State>) -> Void
            ) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Global, GlobalState, Environment> {
        lift(
            path, StateAccess(modify), ScopeSite(fileID: fileID, line: line, column: column),
            ActionSource(fileID: fileID, line: line))
    }

    @inlinable
    func lift<Global, GlobalState, ID: Hashable>(
        _ path: CasePath<Global, (id: ID, action: Action)>,
        _ access: StateAccess<GlobalState, IdentifiedArray<ID, State>>, _ scopeSite: ScopeSite,
        _ source: ActionSource
    ) -> Behavior<Global, GlobalState, Environment> {
        Behavior<Global, GlobalState, Environment> { site in
            let collection = CollectionSite(site, access, scopeSite)
            let element = ElementRun<Action, State, ID>(self, site)
            let missing = InHand<Global?>(nil)
            return BehaviorRun<Global, GlobalState>(
                decide: { action, sender in
                    guard let addressed = path.extract(action) else { return [] }
                    if element.enter(addressed.id, of: collection.window()) {
                        return element.run.decide(addressed.action, sender)
                    }
                    missing.value = action
                    return .produces
                },
                change: { whole in access.change(&whole) { element.change(&$0) } },
                produce: { sender, effect in
                    if let action = missing.value {
                        missing.value = nil
                        effect.fill(.missingChild("liftCollection", action, source))
                    } else {
                        element.produce(sender, effect) { path.embed(($0, $1)) }
                        effect.place(in: collection.scope)
                    }
                },
                accepts: { path.extract($0) != nil },
                supervision: element.run.supervision?.ofEach(collection.scope) {
                    path.embed(($0, $1))
                })
        }
    }

    /// The behavior of every element of a collection, for actions that are for all of them.
    ///
    /// What an element sends is addressed to that element: to handle it, combine this with
    /// ``liftCollection(action:stateCollection:fileID:line:column:)``.
    ///
    /// - Parameters:
    ///   - action: The action for each element, or nil where it is for none.
    ///   - embed: Addresses an element's action to it.
    ///   - modify: Gives access to the collection.
    /// - Complexity: O(*n*) in the elements, for an action that is for them.
    @inlinable
    public func liftEach<Global, GlobalState, ID: Hashable>(
        action: @escaping (Global) -> Action?, embed: @escaping (Action, ID) -> Global,
        stateCollection modify:
            @escaping (
                inout GlobalState, (inout IdentifiedArray<ID, State>) -> Void
            ) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Behavior<Global, GlobalState, Environment> {
        lift(
            action, embed, StateAccess(modify),
            ScopeSite(fileID: fileID, line: line, column: column))
    }

    @inlinable
    func lift<Global, GlobalState, ID: Hashable>(
        _ extract: @escaping (Global) -> Action?, _ embed: @escaping (Action, ID) -> Global,
        _ access: StateAccess<GlobalState, IdentifiedArray<ID, State>>, _ scopeSite: ScopeSite
    ) -> Behavior<Global, GlobalState, Environment> {
        Behavior<Global, GlobalState, Environment> { site in
            let collection = CollectionSite(site, access, scopeSite)
            // One for each place in the collection, made when it is needed.
            let elements = InHand<[ElementRun<Action, State, ID>]>([])
            let decisions = InHand<[Decision]>([])
            let first = ElementRun<Action, State, ID>(self, site)
            elements.value.append(first)
            return BehaviorRun<Global, GlobalState>(
                decide: { action, sender in
                    decisions.value.removeAll(keepingCapacity: true)
                    guard let own = extract(action) else { return [] }
                    let window = collection.window()
                    let present: IdentifiedArray<ID, State>? = window.state()
                    var all: Decision = []
                    for (index, id) in (present?.ids ?? []).enumerated() {
                        if index == elements.value.count {
                            elements.value.append(ElementRun(self, site))
                        }
                        var decision: Decision = []
                        if elements.value[index].enter(id, of: window) {
                            decision = elements.value[index].run.decide(own, sender)
                        }
                        decisions.value.append(decision)
                        all.formUnion(decision)
                    }
                    return all
                },
                change: { whole in
                    access.change(&whole) { array in
                        for index in decisions.value.indices
                        where decisions.value[index].contains(.changes) {
                            elements.value[index].change(&array)
                        }
                    }
                },
                produce: { sender, effect in
                    effect.fill(.none)
                    for index in decisions.value.indices
                    where decisions.value[index].contains(.produces) {
                        effect.merge { slot in
                            elements.value[index].produce(sender, slot) { embed($1, $0) }
                            slot.place(in: collection.scope)
                        }
                    }
                },
                accepts: { extract($0) != nil },
                supervision: first.run.supervision?.ofEach(collection.scope) { embed($1, $0) })
        }
    }
}

/// Where a collection of features is.
@usableFromInline
struct CollectionSite {
    @usableFromInline let window: () -> StateWindow
    @usableFromInline let scope: EffectScope

    @inlinable
    init<Environment, GlobalState, ID, Element>(
        _ site: BehaviorSite<Environment>,
        _ access: StateAccess<GlobalState, IdentifiedArray<ID, Element>>, _ scopeSite: ScopeSite
    ) {
        window = site.part(access.visit).window
        scope = .collection(EffectID(scopeSite), access)
    }
}

/// A behavior built for elements, and the element that it is working for.
@usableFromInline
final class ElementRun<Action, State, ID: Hashable> {
    @usableFromInline let run: BehaviorRun<Action, State>
    @usableFromInline let present: InHand<(id: ID, scope: EffectScope)?>
    @usableFromInline let window: InHand<StateWindow>

    @inlinable
    init<Environment>(
        _ behavior: Behavior<Action, State, Environment>, _ site: BehaviorSite<Environment>
    ) {
        let window = InHand(StateWindow { _ in })
        run = behavior.resolved(
            at: BehaviorSite(
                environment: site.environment, window: { window.value }, phase: site.phase,
                isAddressed: true))
        self.window = window
        present = InHand(nil)
    }

    /// Turns to an element; answers whether it is there.
    @inlinable
    func enter(_ id: ID, of elements: StateWindow) -> Bool {
        let scope = EffectScope.element(id, of: State.self)
        let element = elements.part(scope.visit)
        guard element.isThere else { return false }
        present.value = (id, scope)
        window.value = element
        return true
    }

    @inlinable
    func change(_ elements: inout IdentifiedArray<ID, State>) {
        guard let id = present.value?.id, let index = elements.index(id: id) else { return }
        elements.modify(at: index) { run.change(&$0) }
    }

    /// Makes the element's effect, addressed to it; the element is not in hand any more then.
    @inlinable
    func produce<Global>(
        _ source: ActionSource, _ effect: EffectSlot<Global>,
        _ embed: @escaping (ID, Action) -> Global
    ) {
        guard let (id, scope) = present.value else { return effect.fill(.none) }
        present.value = nil
        effect.fill(
            from: { run.produce(source, $0) },
            embed: { made in made.map { embed(id, $0) }.modified(by: .scope(scope)) })
    }
}

extension Supervision {
    /// The channels of each element of a collection, in the terms of the parent.
    @inlinable
    func ofEach<ID: Hashable, Parent, ParentAction>(
        _ scope: EffectScope, dismissal: ((ID) -> ParentAction)? = nil,
        _ embed: @escaping (ID, Action) -> ParentAction
    ) -> Supervision<Parent, ParentAction> {
        let shared = self
        // Where something is known of an element, that is not what is known of another one.
        let own = InHand<[ID: Supervision]>([:])
        return Supervision<Parent, ParentAction>(
            anew: anew.map { anew in { anew().ofEach(scope, dismissal: dismissal, embed) } }
        ) { state, wanted in
            scope.visit(state) { address in
                let elements = address.assumingMemoryBound(to: IdentifiedArray<ID, State>.self)
                for id in elements.pointee.ids {
                    var supervision = shared
                    if let anew = shared.anew {
                        supervision = own.value[id] ?? anew()
                        own.value[id] = supervision
                    }
                    elements.pointee.withElement(id: id) { element in
                        var found: [Channel<Action>] = []
                        supervision.collect(UnsafeRawPointer(element), &found)
                        guard !found.isEmpty else { return }
                        let place = EffectScope.element(id, of: State.self)
                        for channel in found {
                            wanted.append(
                                channel.embedded(in: place, dismissal?(id)) { embed(id, $0) }
                                    .embedded(in: scope, nil) { $0 })
                        }
                    }
                }
                if own.value.count > elements.pointee.count {
                    own.value = own.value.filter { elements.pointee.index(id: $0.key) != nil }
                }
            }
        }
    }
}

#if !hasFeature(Embedded)
    extension Behavior {
        /// The behavior of each element of a collection in a property.
        @inlinable
        public func liftCollection<Global, GlobalState, ID: Hashable>(
            action path: CasePath<Global, (id: ID, action: Action)>,
            stateCollection property: WritableKeyPath<GlobalState, IdentifiedArray<ID, State>>,
            fileID: StaticString = #fileID, line: UInt = #line
        ) -> Behavior<Global, GlobalState, Environment> {
            // The property alone is the place: ids and channels are shared with `liftEach`.
            lift(
                path, StateAccess(property), ScopeSite(of: property),
                ActionSource(fileID: fileID, line: line))
        }

        /// The behavior of every element of a collection in a property.
        @inlinable
        public func liftEach<Global, GlobalState, ID: Hashable>(
            action: @escaping (Global) -> Action?, embed: @escaping (Action, ID) -> Global,
            stateCollection property: WritableKeyPath<GlobalState, IdentifiedArray<ID, State>>
        ) -> Behavior<Global, GlobalState, Environment> {
            lift(action, embed, StateAccess(property), ScopeSite(of: property))
        }
    }

    extension ScopeSite {
        @inlinable
        init(of property: AnyKeyPath) {
            file = 0
            line = 0
            column = 0
            self.property = property
        }
    }
#endif
