/// A place in the tree of features: what `Scope`, `ifLet`, `ifCaseLet` and `forEach` put around their
/// child's effects.
///
/// States are passed by address, without their type: the engine is not generic, and reading them
/// copies nothing.
@usableFromInline
final class EffectScope {
    /// What tells the scope from its siblings.
    @usableFromInline let id: EffectID
    /// Whether ids look through it to the scope above: a plain `Scope` is a place, not a namespace.
    @usableFromInline let isTransparent: Bool
    /// Calls back with the address of the child's state, if the child is there, given the parent's.
    @usableFromInline let visit:
        (_ state: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
    /// Whether the child is there; nil where it always is.
    let isPresent: ((_ state: UnsafeRawPointer) -> Bool)?
    /// Whether the child's state is in the memory of its parent's, and comes and goes only with a change
    /// of that.
    let isStored: Bool
    /// Of a collection: what has happened to its elements.
    let edits: ((_ state: UnsafeRawPointer) -> EditLog?)?
    /// Of a collection: the id of an element's scope, given the elements and a position.
    let elementID: ((_ elements: UnsafeRawPointer, _ position: Int) -> EffectID)?

    @usableFromInline
    init(
        id: EffectID, isTransparent: Bool = false, isStored: Bool = false,
        visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void,
        isPresent: ((UnsafeRawPointer) -> Bool)? = nil,
        edits: ((UnsafeRawPointer) -> EditLog?)? = nil,
        elementID: ((UnsafeRawPointer, Int) -> EffectID)? = nil
    ) {
        self.id = id
        self.isTransparent = isTransparent
        self.visit = visit
        self.isPresent = isPresent
        self.isStored = isStored
        self.edits = edits
        self.elementID = elementID
    }
}
