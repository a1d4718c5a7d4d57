/// When an effect starts, and what becomes of others under its id: a value that is given to
/// ``Effect/scheduling(_:)``.
///
/// The words are SwiftRex's. A policy is what the modifier of the same name is, so that a feature can
/// choose it, keep it and pass it on:
///
/// ```swift
/// return load().scheduling(isManual ? .replacing(id: CancelID.load) : .skipIfRunning(id: CancelID.load))
/// ```
///
/// | policy | what a second call does while the first runs |
/// |---|---|
/// | ``immediately`` | runs beside it |
/// | ``keyed(id:)`` | runs beside it, and a cancel by the id ends both |
/// | ``replacing(id:)`` | cancels it (TCA's `cancelInFlight: true`, Rx's switch to the latest) |
/// | ``skipIfRunning(id:)`` | does not run (Rx's exhaust) |
/// | ``queued(id:limit:)`` | waits in line |
/// | ``debounce(id:delay:)`` | cancels it, and starts after a quiet period |
/// | ``throttle(id:interval:)`` | does not run within the interval, and cancels it after |
/// | ``cancelInFlight(id:)`` | only cancels it |
public struct EffectScheduling {
    enum Policy {
        case immediately
        case keyed(EffectID)
        case replacing(EffectID)
        case debounce(EffectID, Duration)
        case throttle(EffectID, Duration)
        case cancelInFlight(EffectID)
        case skipIfRunning(EffectID)
        case queued(EffectID, limit: Int)
    }

    var policy: Policy
    var delay: Duration?

    /// The effect starts when it is returned.
    public static var immediately: EffectScheduling { EffectScheduling(policy: .immediately) }

    /// The effect starts when it is returned and can be cancelled by the id, which it may share.
    ///
    /// As ``Effect/cancellable(id:cancelInFlight:)``.
    public static func keyed(id: some Hashable) -> EffectScheduling {
        EffectScheduling(policy: .keyed(EffectID(id)))
    }

    /// The effect cancels what runs under the id in its scope, and starts.
    ///
    /// As ``Effect/cancellable(id:cancelInFlight:)`` with `cancelInFlight: true`. Nothing of what was
    /// replaced is sent any more, not even what was due in the same turn.
    public static func replacing(id: some Hashable) -> EffectScheduling {
        EffectScheduling(policy: .replacing(EffectID(id)))
    }

    /// The effect starts after a quiet period; a call within it starts the wait anew.
    ///
    /// As ``Effect/debounce(id:for:leading:trailing:maxWait:)``.
    public static func debounce(id: some Hashable, delay: Duration) -> EffectScheduling {
        EffectScheduling(policy: .debounce(EffectID(id), delay))
    }

    /// The effect starts at most once per interval; calls within it are dropped.
    ///
    /// As ``Effect/throttle(id:for:trailing:share:)`` with `trailing: .none`.
    public static func throttle(id: some Hashable, interval: Duration) -> EffectScheduling {
        EffectScheduling(policy: .throttle(EffectID(id), interval))
    }

    /// What runs under the id is cancelled; the effect itself does not run.
    ///
    /// As ``Effect/cancel(id:includingWaiting:)``, and so it reaches the feature's children too. The
    /// effect that it is given to may be ``Effect/none``.
    public static func cancelInFlight(id: some Hashable) -> EffectScheduling {
        EffectScheduling(policy: .cancelInFlight(EffectID(id)))
    }

    /// The effect starts unless something is in flight under the id in its scope; then it is left out.
    ///
    /// What is left out never runs. An effect is never left out for what it is itself a part of.
    public static func skipIfRunning(id: some Hashable) -> EffectScheduling {
        EffectScheduling(policy: .skipIfRunning(EffectID(id)))
    }

    /// The effect starts when fewer than `limit` run under the id; until then it waits in line.
    ///
    /// Those in line start in the order in which they came. Each that waits is in flight; cancelled,
    /// by the id, by another one of its own or with its task, it never starts. A part of one that runs
    /// goes with it and does not wait for it.
    ///
    /// - Parameters:
    ///   - id: Effects with an equal id in one scope share a line.
    ///   - limit: How many run side by side; that of the latest call counts. Less than 1 counts as 1.
    /// - Complexity: amortised O(1) per effect, however many wait.
    public static func queued(id: some Hashable, limit: Int = 1) -> EffectScheduling {
        EffectScheduling(policy: .queued(EffectID(id), limit: limit))
    }

    /// The effect starts after a wait: ``immediately``, delayed.
    public static func delayed(by duration: Duration) -> EffectScheduling {
        immediately.delayed(by: duration)
    }

    /// The same policy after a wait: what it decides, it decides then.
    ///
    /// The id of the policy reaches the effect during the wait: it is in flight, and a cancel by the id
    /// ends it. But it is not displaced, nor does another one step back for it, before its turn has
    /// come. For a wait that a policy covers, delay the effect:
    /// `effect.delay(for: wait).scheduling(policy)`. Delays of delays add up. What only cancels,
    /// ``cancelInFlight(id:)``, is not reached by its id.
    ///
    /// - Parameter duration: The wait; zero and less mean the next turn.
    public func delayed(by duration: Duration) -> EffectScheduling {
        EffectScheduling(policy: policy, delay: (delay ?? .zero) + duration)
    }
}
