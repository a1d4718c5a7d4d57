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
    /// Of a collection: an object that is another one whenever an element has gone.
    let removalMark: ((_ state: UnsafeRawPointer) -> AnyObject?)?

    @usableFromInline
    init(
        id: EffectID, isTransparent: Bool = false,
        visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void,
        isPresent: ((UnsafeRawPointer) -> Bool)? = nil,
        removalMark: ((UnsafeRawPointer) -> AnyObject?)? = nil
    ) {
        self.id = id
        self.isTransparent = isTransparent
        self.visit = visit
        self.isPresent = isPresent
        self.removalMark = removalMark
    }
}
