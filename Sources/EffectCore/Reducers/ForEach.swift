/// Runs a child reducer on the element that an action addresses; made by `forEach`.
public struct ForEach<Base: Reducer, Element: Reducer, ID: Hashable>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let access: StateAccess<Base.State, IdentifiedArray<ID, Element.State>>
    @usableFromInline let path: CasePath<Base.Action, (id: ID, action: Element.Action)>
    @usableFromInline let dismissal: ((ID) -> Base.Action)?
    @usableFromInline let site: ScopeSite
    @usableFromInline let source: ActionSource
    @usableFromInline let element: Element

    @inlinable
    init(
        _ base: Base, _ access: StateAccess<Base.State, IdentifiedArray<ID, Element.State>>,
        _ path: CasePath<Base.Action, (id: ID, action: Element.Action)>,
        _ dismissal: ((ID) -> Base.Action)?, _ site: ScopeSite, _ source: ActionSource,
        _ element: Element
    ) {
        self.base = base
        self.access = access
        self.path = path
        self.dismissal = dismissal
        self.site = site
        self.source = source
        self.element = element
    }

    /// Runs the element that the action addresses, then the reducer it was added to.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        erased().reduce(into: &state, action: action)
    }

    /// Both, built once; the element's reducer when the first action for one comes.
    @inlinable
    public func resolved() -> Reduction<Base.State, Base.Action> {
        let hasBase = Base.self != EmptyReducer<Base.State, Base.Action>.self
        let base = base.resolved()
        let child = LazyReduction(element)
        let (access, path) = (access, path)
        let (dismissal, source) = (dismissal, source)
        let collection = EffectScope.collection(EffectID(site), access)
        return { state, action, effect in
            guard let addressed = path.extract(action) else {
                return base(&state, action, effect)
            }
            let id = addressed.id
            let isThere = child.reduce(into: effect) { slot, place in
                var isThere = false
                access.change(&state) { elements in
                    guard let index = elements.index(id: id) else { return }
                    isThere = true
                    elements.modify(at: index) { child(&$0, addressed.action, slot) }
                    if !slot.isNone { place = .element(id, of: Element.State.self) }
                }
                return isThere
            } embed: { made, place in
                made.map { path.embed((id, $0)) }.inFeature(place, dismissal: dismissal?(id))
                    .modified(by: .scope(collection))
            }
            if !isThere {
                effect.fill(.missingChild("forEach", action, source))
            }
            if hasBase { effect.merge { base(&state, action, $0) } }
        }
    }

    /// The channels of each element, and those of the reducer.
    @inlinable
    public func supervision(_ path: SupervisionPath) -> Supervision<Base.State, Base.Action>? {
        let collection = EffectScope.collection(EffectID(site), access)
        let embed = self.path.embed
        let child: Supervision<Base.State, Base.Action>? = path.supervision(of: element)?
            .ofEach(collection, dismissal: dismissal) { embed(($0, $1)) }
        return .all([child, base.channels(path)].compactMap { $0 })
    }

    /// Whether one of them may have channels.
    @inlinable
    public static func supervises(_ path: SupervisionPath) -> Bool {
        Base.supervises(path) || path.supervises(Element.self)
    }
}

extension Reducer {
    /// Runs a child on one element of a collection, before this reducer, for the actions that address
    /// it.
    ///
    /// Each element's effects have ids of their own, apart from those of other collections too. When
    /// an element is removed, by whatever reducer, its effects are cancelled in the same action; see
    /// `ifLet`. An element that is removed and added again in one action keeps them.
    ///
    /// - Parameters:
    ///   - modify: Gives access to the elements.
    ///   - path: The case of the elements' actions, with the id of the one addressed.
    ///   - dismiss: The action by which this reducer removes an element that asks for it by
    ///     ``Effect/dismiss``.
    ///   - element: The feature of one element.
    /// - Complexity: O(1) for an action to one element, and for one that removes none. An action that
    ///   removes some looks at each element that has effects; so does any action where an element has
    ///   effects in a child of its own that is not reached by stored properties alone.
    @inlinable
    public func forEach<
        ElementState, ElementAction, ID: Hashable, Element: Reducer<ElementState, ElementAction>
    >(
        state modify:
            @escaping (
                inout State, (inout IdentifiedArray<ID, ElementState>) -> Void
            ) -> Void,
        action path: CasePath<Action, (id: ID, action: ElementAction)>,
        dismiss: ((ID) -> Action)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        @ReducerBuilder<ElementState, ElementAction> element: () -> Element
    ) -> ForEach<Self, Element, ID> {
        ForEach(
            self, StateAccess(modify), path, dismiss,
            ScopeSite(fileID: fileID, line: line, column: column),
            ActionSource(fileID: fileID, line: line), element())
    }
}

extension EffectScope {
    /// What the elements of one collection have in common.
    @inlinable
    static func collection<Whole, ID, Element>(
        _ id: EffectID, _ access: StateAccess<Whole, IdentifiedArray<ID, Element>>
    ) -> EffectScope {
        EffectScope(
            id: id, isStored: access.isStored, visit: access.visit,
            edits: { whole in
                var edits: EditLog?
                access.visit(whole) { elements in
                    edits =
                        elements.assumingMemoryBound(
                            to: IdentifiedArray<ID, Element>.self
                        ).pointee.edits
                }
                return edits
            },
            elementID: { elements, position in
                EffectID(
                    elements.assumingMemoryBound(
                        to: IdentifiedArray<ID, Element>.self
                    ).pointee.ids[position])
            })
    }

    /// The scope of one element, below that of its collection.
    @inlinable
    static func element<ID: Hashable, Element>(
        _ id: ID, of type: Element.Type
    ) -> EffectScope {
        EffectScope(
            id: EffectID(id), isStored: true,
            visit: { elements, body in
                elements.assumingMemoryBound(to: IdentifiedArray<ID, Element>.self).pointee
                    .withElement(id: id) { body(UnsafeRawPointer($0)) }
            },
            isPresent: { elements in
                elements.assumingMemoryBound(to: IdentifiedArray<ID, Element>.self).pointee
                    .index(id: id) != nil
            })
    }
}

#if !hasFeature(Embedded)
    extension Reducer {
        /// Runs a child on one element of a property; see the form with a closure.
        @inlinable
        public func forEach<
            ElementState, ElementAction, ID: Hashable, Element: Reducer<ElementState, ElementAction>
        >(
            _ property: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
            action path: CasePath<Action, (id: ID, action: ElementAction)>,
            dismiss: ((ID) -> Action)? = nil,
            fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
            @ReducerBuilder<ElementState, ElementAction> element: () -> Element
        ) -> ForEach<Self, Element, ID> {
            ForEach(
                self, StateAccess(property), path, dismiss,
                ScopeSite(fileID: fileID, line: line, column: column, property: property),
                ActionSource(fileID: fileID, line: line), element())
        }
    }
#endif
