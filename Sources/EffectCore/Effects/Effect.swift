/// A description of work that sends actions back into the store: an inert value.
///
/// Nothing happens when an effect is made. A reducer returns it, and the store's engine starts it
/// right after that action was reduced. One value can be returned many times; each time is a run of
/// its own.
///
/// ```swift
/// case .start:
///     return .timer(every: .seconds(1), .tick).cancellable(id: CancelID.polling)
/// ```
///
/// Everything runs on the scheduler's thread, as callbacks; closures need not be `Sendable`.
public struct Effect<Action> {
    @usableFromInline var body: Body
    @usableFromInline var modifier: Modifier
    /// A byte of its own: most actions answer `.none`, and asking must not read the rest.
    @usableFromInline package let isNone: Bool

    @inlinable
    init(_ body: Body, _ modifier: Modifier = .none) {
        self.body = body
        self.modifier = modifier
        isNone = false
    }

    @inlinable
    init(none: Void) {
        body = .none
        modifier = .none
        isNone = true
    }

    /// An effect that does nothing. Costs nothing.
    @inlinable
    public static var none: Effect { Effect(none: ()) }

    /// What the effect does. Cases that only carry an action are data, without a closure.
    @usableFromInline
    enum Body {
        case none
        case send(Action, ActionSource)
        case sequence([Action], ActionSource)
        case after(Int64, Output<Action>, ActionSource)
        case sleep(Int64, ActionSource)
        /// A repeating timer with a period and no wishes beyond it.
        case timer(Int64, Output<Action>, ActionSource)
        case plannedTimer(TimerPlan, Output<Action>, ActionSource)
        case run(RunBody<Action>, RunLabel)
        case merge(EffectList<Action>)
        case concatenate(EffectList<Action>)
        /// A concatenation whose next step is made when the one before has ended; each run of the
        /// effect asks for a source of steps of its own.
        case series(() -> StepSource<Action>)
        case cancel(EffectID, includingWaiting: Bool)
        case cancelEach([EffectID])
        case cancelAll
        case timeout(EffectBox<Action>, Int64, Action, ActionSource)
        /// The effect of a child that may ask to be removed, and the action that then removes it.
        case dismissible(EffectBox<Action>, EffectScope, Action)
        case dismiss(ActionSource)
        case missingChild(MissingChild)
        /// An effect that has a modifier of its own under another one.
        case boxed(EffectBox<Action>)
        /// Gives the effect, with its actions transformed, when it starts.
        case mapped(() -> Body)
    }

    /// Applies a modifier; a second one goes around the first.
    @inlinable
    consuming func modified(by modifier: consuming Modifier) -> Effect {
        if isNone { return self }
        if isPlain {
            self.modifier = modifier
            return self
        }
        return Effect(.boxed(EffectBox(self)), modifier)
    }

    @inlinable
    var isPlain: Bool {
        if case .none = modifier { return true }
        return false
    }
}

/// The one thing around an effect that decides when it starts and what ends it.
@usableFromInline
enum Modifier {
    case none
    case cancellable(EffectID, cancelInFlight: Bool)
    case debounce(EffectID, Int64)
    case plannedDebounce(EffectID, DebouncePlan)
    case throttle(EffectID, Int64, ThrottleTrailing, share: Bool)
    case skipIfRunning(EffectID)
    case queued(EffectID, limit: Int32)
    case delay(Int64)
    /// A delay that is reached by the id, without being displaced under it.
    case keyedDelay(EffectID, Int64)
    case scope(EffectScope)
    case context(EffectContext)
}

/// A debounce with more than an interval. A class: a rare case must not make every effect larger.
@usableFromInline
final class DebouncePlan {
    @usableFromInline let interval: Int64
    /// The longest wait of a burst in nanoseconds, or negative for no bound.
    @usableFromInline let maxWait: Int64
    @usableFromInline let leading: Bool
    @usableFromInline let trailing: Bool

    @inlinable
    init(interval: Int64, maxWait: Int64, leading: Bool, trailing: Bool) {
        self.interval = interval
        self.maxWait = maxWait
        self.leading = leading
        self.trailing = trailing
    }
}

/// A timer with more than a period. A class: a rare case must not make every effect larger.
@usableFromInline
final class TimerPlan {
    @usableFromInline let period: Int64
    @usableFromInline let tolerance: Int64
    /// How many ticks there are, or negative for no end.
    @usableFromInline let count: Int64
    @usableFromInline let leading: Bool
    @usableFromInline let missed: MissedTicks
    @usableFromInline let clock: TimerClock

    @inlinable
    init(
        period: Int64, tolerance: Int64, count: Int64, leading: Bool, missed: MissedTicks,
        clock: TimerClock
    ) {
        self.period = period
        self.tolerance = tolerance
        self.count = count
        self.leading = leading
        self.missed = missed
        self.clock = clock
    }
}

/// An action that comes later: known already, or made when it is sent.
@usableFromInline
enum Output<Action> {
    case action(Action)
    case make(() -> Action)
    case tick((Tick) -> Action)
}

/// What a `run` does with the means to send.
@usableFromInline
enum RunBody<Action> {
    case direct((Send<Action>) -> Void)
    /// A body written for another action type; it makes its own `Send` from the seat.
    case adapted((SendSeat, @escaping Emit<Action>) -> Void)
}

/// Makes the next step of a series; nil ends it. Calls nobody back.
@usableFromInline
typealias StepSource<Action> = () -> Effect<Action>?

@usableFromInline
struct RunLabel: Sendable {
    @usableFromInline var name: StaticText
    @usableFromInline var source: ActionSource
    @usableFromInline var priority: EffectPriority

    @inlinable
    init(name: StaticString?, priority: EffectPriority, source: ActionSource) {
        if let name { self.name = StaticText(name) } else { self.name = StaticText() }
        self.priority = priority
        self.source = source
    }
}
