/// A look at the state of one feature, wherever it is and for as long as its store is there.
@usableFromInline
final class StateWindow {
    /// Calls back with the address of the state, if it is there.
    @usableFromInline let look: ((UnsafeRawPointer) -> Void) -> Void

    @inlinable
    init(_ look: @escaping ((UnsafeRawPointer) -> Void) -> Void) { self.look = look }

    @inlinable
    func state<State>() -> State? {
        var found: State?
        look { found = $0.assumingMemoryBound(to: State.self).pointee }
        return found
    }

    @inlinable
    var isThere: Bool {
        var found = false
        look { _ in found = true }
        return found
    }

    /// The window of a part.
    @inlinable
    func part(
        _ visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
    ) -> StateWindow {
        StateWindow { body in self.look { visit($0, body) } }
    }
}

/// Tells a decision about one action from the next one.
@usableFromInline
final class BehaviorPhase {
    @exclusivity(unchecked) @usableFromInline var number: UInt64 = 0

    @inlinable
    init() {}
}

/// Where a behavior runs: its environment, and the state it sees.
@usableFromInline
struct BehaviorSite<Environment> {
    @usableFromInline let environment: () -> Environment
    /// Another one for each element, of a behavior that runs for many.
    @usableFromInline let window: () -> StateWindow
    @usableFromInline let phase: BehaviorPhase
    /// Whether only actions of the feature itself come here.
    @usableFromInline let isAddressed: Bool

    @inlinable
    init(
        environment: @escaping () -> Environment, window: @escaping () -> StateWindow,
        phase: BehaviorPhase, isAddressed: Bool = false
    ) {
        self.environment = environment
        self.window = window
        self.phase = phase
        self.isAddressed = isAddressed
    }

    @inlinable
    func addressed() -> BehaviorSite {
        BehaviorSite(environment: environment, window: window, phase: phase, isAddressed: true)
    }

    /// The site of a part of the state. Its window is made again only when the whole has another one.
    @inlinable
    func part(
        _ visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
    ) -> BehaviorSite {
        let known = KnownWindow()
        let window = window
        return BehaviorSite(
            environment: environment,
            window: {
                let whole = window()
                if let part = known.part, known.whole === whole { return part }
                let part = whole.part(visit)
                known.whole = whole
                known.part = part
                return part
            }, phase: phase, isAddressed: isAddressed)
    }

    @inlinable
    func with<Other>(_ environment: @escaping () -> Other) -> BehaviorSite<Other> {
        BehaviorSite<Other>(
            environment: environment, window: window, phase: phase, isAddressed: isAddressed)
    }
}

@usableFromInline
final class KnownWindow {
    @exclusivity(unchecked) @usableFromInline var whole: StateWindow?
    @exclusivity(unchecked) @usableFromInline var part: StateWindow?

    @inlinable
    init() {}
}
