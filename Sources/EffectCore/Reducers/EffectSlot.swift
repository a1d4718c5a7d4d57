/// A reducer as one function, built once: it leaves its effect in a slot instead of returning it.
///
/// An effect is larger than what is returned in registers; passing the slot down a tree of reducers
/// saves a copy per level.
public typealias Reduction<State, Action> = (
    _ state: inout State, _ action: Action, _ effect: EffectSlot<Action>
) -> Void

/// Memory for exactly one effect, empty until it is filled.
public struct EffectSlot<Action> {
    @usableFromInline let memory: UnsafeMutablePointer<Effect<Action>>

    @inlinable
    init(_ memory: UnsafeMutablePointer<Effect<Action>>) { self.memory = memory }

    /// Puts an effect in. Only `.none` may be filled over: it holds nothing.
    @inlinable
    public func fill(_ effect: consuming Effect<Action>) { memory.initialize(to: effect) }

    /// Whether the effect in the slot is `.none`, which holds nothing.
    @inlinable
    var isNone: Bool { memory.pointee.isNone }

    /// Takes the effect out.
    @inlinable
    func take() -> Effect<Action> { memory.move() }

    /// Takes the effect out in its two parts, each moved where it goes.
    @inlinable
    func takeParts() -> (Effect<Action>.Body, Modifier) {
        let body = withUnsafeMutablePointer(to: &memory.pointee.body) { $0.move() }
        let modifier = withUnsafeMutablePointer(to: &memory.pointee.modifier) { $0.move() }
        return (body, modifier)
    }

    /// Adds the effect of another reduction to the one in the slot, side by side.
    @inlinable
    func merge(_ reduction: (EffectSlot) -> Void) {
        if isNone { return reduction(self) }
        let first = take()
        reduction(self)
        fill(isNone ? first : first.merge(with: take()))
    }
}
