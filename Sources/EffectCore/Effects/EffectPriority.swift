/// How urgent an effect is, for tools that show or order running effects.
///
/// All effects of a store run on one thread in the order the engine defines; a priority never
/// changes that order.
public enum EffectPriority: Hashable, Sendable {
    /// Work that nobody waits for.
    case low
    /// Ordinary work.
    case normal
    /// Work that something waits for.
    case high
}
